import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { describe, expect, it } from 'vitest';
import { beirFiles, imported, llamaIndexJson, problemsOf, read, utf16, without, zipOf, type Contents } from './make';

const under = (folder: string, files: Contents): Contents =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

describe('a zip file', () => {
  it('is read without a top folder, and names the collection', async () => {
    const { dataset, summary } = await imported({ 'scifact.zip': await zipOf(beirFiles()) });
    expect(dataset).toEqual((await imported(beirFiles())).dataset);
    expect(summary).toMatchObject({ name: 'scifact', split: 'test' });
    expect(summary.files[0]).toBe('scifact.zip/corpus.jsonl');
  });

  it('is read with a top folder, beside what systems leave in it', async () => {
    const files = { ...under('SciFact', beirFiles()), '__MACOSX/SciFact/._corpus.jsonl': 'x', 'SciFact/readme.md': '' };
    const { summary } = await imported({ 'dir/download.ZIP': await zipOf({ ...files, 'SciFact/.DS_Store': 'x' }) });
    expect(summary.name).toBe('SciFact');
    expect(summary.files).toHaveLength(3);
  });

  it('may hold backslashes, LlamaIndex JSON, UTF-16', async () => {
    const backslashes = Object.fromEntries(Object.entries(beirFiles()).map(([p, c]) => [p.replaceAll('/', '\\'), c]));
    expect((await imported({ 'a.zip': await zipOf(backslashes) })).summary.split).toBe('test');
    const json = await zipOf({ 'b.json': utf16(llamaIndexJson(), 'le', true) });
    expect((await imported({ 'a.zip': json })).summary).toMatchObject({ name: 'b', format: 'llamaindex' });
  });

  it('says where in it a problem is', async () => {
    const zip = await zipOf(under('s', beirFiles({ 'qrels/test.tsv': 'q1\td1\tx\n' })));
    expect(await problemsOf({ 'a.zip': zip })).toMatchObject([
      { code: 'bad-grade', file: 'a.zip/s/qrels/test.tsv', line: 1 },
    ]);
    const incomplete = await zipOf(without(under('s', beirFiles()), 's/queries.jsonl'));
    expect(await problemsOf({ 'a.zip': incomplete })).toMatchObject([
      { code: 'missing-file', file: 'a.zip/s/queries.jsonl' },
    ]);
  });

  it('is two collections where there are two in it', async () => {
    const zip = await zipOf({ ...under('a', beirFiles()), ...under('b', beirFiles()) });
    expect(await problemsOf({ 'ab.zip': zip })).toMatchObject([{ code: 'several-collections' }]);
  });
});

describe('a zip file that is broken', () => {
  it.each([
    ['no archive', new TextEncoder().encode('hello, this is no archive at all, not by any means')],
    ['empty', new Uint8Array()],
  ])('is told: %s', async (_name, bytes) => {
    const problems = await problemsOf({ 'a.zip': bytes });
    expect(problems).toMatchObject([{ code: 'bad-archive', file: 'a.zip' }]);
    expect(say(importMessages, problems[0]!)).toMatch(/broken or is not a zip file/);
  });

  it('is told: cut short', async () => {
    const zip = await zipOf(beirFiles());
    expect(await problemsOf({ 'a.zip': zip.slice(0, -40) })).toMatchObject([{ code: 'bad-archive' }]);
  });

  it('is told: other bytes than its checksum says', async () => {
    const zip = await zipOf(beirFiles());
    // Within the compressed data of the first file.
    zip.fill(0x55, 60, 80);
    expect((await problemsOf({ 'a.zip': zip })).map(({ code }) => code)).toContain('bad-archive');
  });

  it('is told: locked by a password', async () => {
    const problems = await problemsOf({ 'a.zip': await zipOf(beirFiles(), { password: 'x' }) });
    expect(problems[0]).toMatchObject({ code: 'bad-archive', file: 'a.zip/corpus.jsonl' });
    expect(say(importMessages, problems[0]!)).toMatch(/password/);
  });
});

describe('a zip file with a path that leads out of it', () => {
  it.each([
    ['xx/a.jsonl', '../a.jsonl'],
    ['x/xx/xx/a', 'x/../../a'],
    ['xa.jsonl', '/a.jsonl'],
    ['xx/a.jsonl', 'C:/a.jsonl'],
  ])('is refused with the entry: %s as %s', async (written, outside) => {
    const archive = await zipOf(beirFiles({ [written]: 'words' }));
    const [from, to] = [new TextEncoder().encode(written), new TextEncoder().encode(outside)];
    for (let at = 0; at < archive.length; at++)
      if (from.every((byte, i) => archive[at + i] === byte)) archive.set(to, at);
    const problems = await problemsOf({ 'a.zip': archive });
    expect(problems).toMatchObject([{ code: 'bad-archive', file: 'a.zip' }]);
    expect(say(importMessages, problems[0]!)).toContain(`The path of the entry “${outside}” leads out of the archive`);
  });
});

describe('a zip file that unpacks to too much', () => {
  const bomb = () => zipOf(beirFiles({ 'corpus.jsonl': ' '.repeat(3 * 2 ** 20) }));

  it('is not unpacked where it says so', async () => {
    const outcome = await read({ 'a.zip': await bomb() }, undefined, 2 ** 20);
    expect(outcome).toMatchObject({ ok: false, problems: [{ code: 'too-large', file: 'a.zip' }] });
    expect(!outcome.ok && say(importMessages, outcome.problems[0]!)).toMatch(/There are 3 MiB to read.*up to 1 MiB/);
  });

  it('is not unpacked further than it says', async () => {
    const zip = await bomb();
    const view = new DataView(zip.buffer);
    // Sizes in the directory at the end and before the data: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
    for (let at = 0; at < zip.length - 30; at++) {
      const signature = view.getUint32(at, true);
      if (signature === 0x02014b50 && view.getUint32(at + 24, true) > 2 ** 20) view.setUint32(at + 24, 1000, true);
      if (signature === 0x04034b50 && view.getUint32(at + 22, true) > 2 ** 20) view.setUint32(at + 22, 1000, true);
    }
    const problems = await problemsOf({ 'a.zip': zip });
    expect(problems[0]).toMatchObject({ code: 'bad-archive', file: 'a.zip/corpus.jsonl' });
  });

  it('counts only what is read', async () => {
    const files = beirFiles({ 'vectors.bin': new Uint8Array(3 * 2 ** 20) });
    expect(await read({ 'a.zip': await zipOf(files) }, undefined, 2 ** 20)).toMatchObject({ ok: true });
  });
});
