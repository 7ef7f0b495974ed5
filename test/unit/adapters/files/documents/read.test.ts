import { describe, expect, it } from 'vitest';
import type { DocumentsProgress } from '../../../../../src/contract/workers';
import { filesOf, zipOf } from '../make';
import { readAll, readFiles, readOne } from './make';

const statuses = async (...input: Parameters<typeof readAll>): Promise<string[][]> =>
  (await readAll(...input)).files.map(({ path, status }) => [path, status]);

describe('reading documents', () => {
  it('goes by the order of the paths, and names documents by them', async () => {
    const { docs, files, name } = await readAll({ 'f/b.txt': 'b', 'f/A.md': '# A', 'f/sub/c.txt': 'c' });
    expect(docs.map(({ file, doc }) => [file, doc.id])).toEqual([
      ['f/A.md', 'f/A.md'],
      ['f/b.txt', 'f/b.txt'],
      ['f/sub/c.txt', 'f/sub/c.txt'],
    ]);
    expect(files.map(({ path }) => path)).toEqual(['f/A.md', 'f/b.txt', 'f/sub/c.txt']);
    expect(name).toBe('f');
  });

  it.each([
    [['notes.txt'], 'notes'],
    [['a.txt', 'b.txt'], 'Collection'],
    [['top/2024/a.txt', 'top/2024/b.txt'], 'top'],
    [['top/only.txt'], 'top'],
    [[], 'Collection'],
  ])('names the collection of %j “%s”', async (paths, name) => {
    expect((await readAll(Object.fromEntries(paths.map((path) => [path, 'text'])))).name).toBe(name);
  });

  it('tells each file before it is read, and when all are', async () => {
    const steps: DocumentsProgress[] = [];
    await readFiles(filesOf({ 'a.txt': 'four', 'b.png': 'xx' }), {}, (step) => steps.push(step));
    expect(steps).toEqual([
      { path: 'a.txt', filesDone: 0, filesTotal: 2, bytesRead: 0, bytesTotal: 6 },
      { path: 'b.png', filesDone: 1, filesTotal: 2, bytesRead: 4, bytesTotal: 6 },
      { path: 'b.png', filesDone: 2, filesTotal: 2, bytesRead: 6, bytesTotal: 6 },
    ]);
  });

  it('passes over what systems leave in folders', async () => {
    expect(await statuses({ 'f/.DS_Store': 'x', 'f/~$a.docx': 'x', '__MACOSX/a.txt': 'x', 'f/a.txt': 'x' })).toEqual([
      ['f/a.txt', 'read'],
    ]);
  });

  it('tells languages of what was read', async () => {
    const { languages } = await readAll({ 'a.txt': '博物馆位于码头街的旧海关大楼内。', 'b.png': 'x' });
    expect(languages).toEqual([{ language: 'zh', share: 1 }]);
  });
});

describe('a file that gives no documents', () => {
  it.each([
    ['photo.png', 'x', 'skipped', /a picture.*OCR/],
    ['prices.xlsx', 'x', 'skipped', /a spreadsheet.*CSV/],
    ['talk.pptx', 'x', 'skipped', /a presentation.*PDF/],
    ['letter.doc', 'x', 'skipped', /DOCX or PDF/],
    ['setup.exe', 'x', 'skipped', /a program/],
    ['data.json', '[]', 'skipped', /JSON Lines/],
    ['a.xls', 'x', 'skipped', /sheets as CSV/],
    ['a.tar.gz', 'x', 'skipped', /Unpack it/],
    ['a.txt.zst', 'x', 'skipped', /make a zip/],
    ['thing.xyz', 'x', 'skipped', /\.xyz are not read.*\.txt/],
    ['README', 'x', 'skipped', /no ending/],
    ['a.txt', '', 'empty', /is empty/],
    ['a.md', ' \n\t ', 'empty', /holds no text/],
    ['a.txt', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3), 'broken', /a PNG picture/],
  ])('%s is told with what to do', async (path, content, status, says) => {
    const { report, docs } = await readOne(path, content);
    expect(docs).toEqual([]);
    expect(report).toMatchObject({ path, status, docs: 0, characters: 0, encoding: null });
    expect(report.message).toMatch(says);
  });

  it('has a hash only where it was read', async () => {
    expect((await readOne('a.png', 'x')).report).toMatchObject({ hash: '', format: null });
    expect((await readOne('a.txt', ' ')).report.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is too large by itself, or with those before it', async () => {
    const limits = { file: 10, total: 15 };
    const contents = {
      'a.txt': 'x'.repeat(11),
      'b.txt': 'x'.repeat(10),
      'c.txt': 'x'.repeat(6),
      'd.txt': 'x'.repeat(5),
    };
    const { files } = await readAll(contents, { limits });
    expect(files.map(({ status }) => status)).toEqual(['too-large', 'read', 'too-large', 'read']);
    expect(files[0]?.message).toMatch(/Split it/);
    expect(files[2]?.message).toMatch(/another collection/);
  });
});

describe('files that were read before', () => {
  const contents = { 'a.txt': 'one', 'b.txt': 'two', constructor: 'x' };

  it('are unchanged by their bytes alone, and give no documents', async () => {
    const first = await readAll(contents);
    const known = Object.fromEntries(first.files.map(({ path, hash }) => [path, hash]));
    // SHA-256 of “one”.
    expect(known['a.txt']).toBe('7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed');
    const again = await readAll({ ...contents, 'b.txt': 'two!', 'c.txt': 'one' }, { known });
    expect(again.files.map(({ path, status }) => [path, status])).toEqual([
      ['a.txt', 'unchanged'],
      ['b.txt', 'read'],
      ['c.txt', 'read'],
      ['constructor', 'skipped'],
    ]);
    expect(again.docs.map(({ doc }) => doc.text)).toEqual(['two!', 'one']);
    expect(again.files[0]).toMatchObject({ hash: known['a.txt'], docs: 0, characters: 0 });
  });

  it('are not parsed again', async () => {
    const broken = await readOne('a.pdf', 'no PDF');
    expect((await readOne('a.pdf', 'no PDF', { known: { 'a.pdf': broken.report.hash } })).report).toMatchObject({
      status: 'unchanged',
      message: null,
    });
  });
});

describe('an archive', () => {
  it('is read as the files in it, under its name', async () => {
    const zip = await zipOf({ 'f/a.txt': 'one', 'f/b.png': 'x', '__MACOSX/._a.txt': 'x', 'f/c.zip': 'x' });
    const { files, docs, name } = await readAll({ 'manuals.zip': zip });
    expect(files.map(({ path, status }) => [path, status])).toEqual([
      ['manuals.zip/f/a.txt', 'read'],
      ['manuals.zip/f/b.png', 'skipped'],
      ['manuals.zip/f/c.zip', 'skipped'],
    ]);
    expect(docs[0]?.doc.id).toBe('manuals.zip/f/a.txt');
    expect(name).toBe('manuals');
  });

  it('that is locked or broken is told once, beside the others', async () => {
    const locked = await zipOf({ 'a.txt': 'secret' }, { password: 'x' });
    expect(await statuses({ 'locked.zip': locked, 'broken.zip': 'no zip', 'z.txt': 'z' })).toEqual([
      ['broken.zip', 'broken'],
      ['locked.zip/a.txt', 'encrypted'],
      ['z.txt', 'read'],
    ]);
  });

  it('with two files at one path gives the first, and tells the second', async () => {
    const file = (text: string) => ({ path: 'a.txt', file: new Blob([text]) });
    const { files, docs } = await readFiles([file('one'), file('two')]);
    expect(docs.map(({ doc }) => doc.text)).toEqual(['one']);
    expect(files.map(({ status }) => status)).toEqual(['read', 'skipped']);
    expect(files[1]?.message).toMatch(/same path/);
  });
});
