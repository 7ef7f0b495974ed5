import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FilesRead } from '../../../../../src/adapters/files/documents/read';
import { parseCsv } from '../../../../../src/domain/dataset/readers/csv';
import { zipOf } from '../make';
import { folderFiles } from '../../../../folder-files';
import { FIXTURES, readAll, readFiles } from './make';

const MIXED = `${FIXTURES}/mixed`;
const inked = (text: string): string => text.replace(/\s+/g, '');

describe('a folder of thirty mixed files', () => {
  let read: FilesRead;
  beforeAll(async () => void (read = await readFiles(folderFiles(MIXED))));
  const textOf = (file: string): string => read.docs.find((doc) => doc.file === `mixed/${file}`)!.doc.text;

  it('is read whole, but for those that cannot be', () => {
    expect(read.name).toBe('mixed');
    expect(read.files).toHaveLength(30);
    expect(read.files.filter(({ status }) => status !== 'read').map(({ path, status }) => [path, status])).toEqual([
      ['mixed/archive/damaged.pdf', 'broken'],
      ['mixed/archive/scanned-page.pdf', 'empty'],
      ['mixed/trustees/minutes.pdf', 'encrypted'],
    ]);
    // 25 files of one document each, 6 rows of the table with text, 4 lines.
    expect(read.docs).toHaveLength(35);
    expect(new Set(read.docs.map(({ doc }) => doc.id)).size).toBe(35);
  });

  it('tells the encodings', () => {
    const encodings = new Map(read.files.map(({ path, encoding }) => [path.slice('mixed/'.length), encoding]));
    expect(encodings.get('railway.txt')).toBe('utf-16le');
    expect(encodings.get('zh/tea-ship.txt')).toBe('gb18030');
    expect(encodings.get('zh/lantern-festival.txt')).toBe('big5');
    expect(encodings.get('ja/ferry.txt')).toBe('shift_jis');
    expect(encodings.get('ja/cable-car.html')).toBe('euc-jp');
    expect(encodings.get('overview.md')).toBe('utf-8');
    expect(encodings.get('founder-letters.docx')).toBeNull();
  });

  it('is in three languages', () => {
    expect(read.languages.map(({ language }) => language)).toEqual(['en', 'zh', 'ja']);
  });

  it('has every heading and page at its place', () => {
    const outlined = read.docs.filter(({ doc }) => doc.outline);
    expect(outlined.length).toBeGreaterThanOrEqual(18);
    for (const { doc, file } of outlined) {
      const { headings, pages } = doc.outline!;
      for (const { start, text } of headings) {
        const there = doc.text.slice(start).replace(/^#+ /, '').replace(/\s+/g, ' ');
        expect(there.startsWith(text), `${file}: ${text}`).toBe(true);
      }
      expect(headings.map(({ start }) => start)).toEqual(headings.map(({ start }) => start).toSorted((a, b) => a - b));
      expect(pages.length > 0).toBe(file.endsWith('.pdf'));
      expect(pages.every((start) => start <= doc.text.length)).toBe(true);
    }
  });

  it('has the answer to each question in one text, counting copies once', () => {
    const { rows } = parseCsv(readFileSync(`${FIXTURES}/questions.csv`, 'utf8'));
    const [header, ...questions] = rows.map(({ cells }) => cells);
    expect(header).toEqual(['question', 'answer', 'ground_truth']);
    expect(questions).toHaveLength(24);
    const copies = /archive\/(?:tower-clock-copy|lighthouse-1998)/;
    for (const [question, , truth] of questions) {
      const found = read.docs.filter(({ file, doc }) => !copies.test(file) && inked(doc.text).includes(inked(truth!)));
      expect(
        found.map(({ file }) => file),
        question,
      ).toHaveLength(1);
    }
  });

  it('has a copy, a near copy, and lines that eight files share', () => {
    expect(textOf('archive/tower-clock-copy.md')).toBe(textOf('clocks/tower-clock.md'));
    expect(textOf('archive/lighthouse-1998.txt')).not.toBe(textOf('harbour/lighthouse.txt'));
    const header = textOf('overview.md').split('\n')[0]!;
    expect(read.docs.filter(({ doc }) => doc.text.startsWith(`${header}\n`))).toHaveLength(8);
  });

  it('gives the same documents as a zip of it', async () => {
    const contents: Record<string, Uint8Array<ArrayBuffer>> = {};
    for (const { path, file } of folderFiles(MIXED)) contents[path] = new Uint8Array(await file.arrayBuffer());
    const zipped = await readAll({ 'museum.zip': await zipOf(contents) });
    expect(zipped.name).toBe('museum');
    expect(zipped.docs.map(({ doc }) => ({ ...doc, id: doc.id.replace('museum.zip/', '') }))).toEqual(
      read.docs.map(({ doc }) => doc),
    );
    expect(zipped.files.map(({ hash, status }) => [hash, status])).toEqual(
      read.files.map(({ hash, status }) => [hash, status]),
    );
  });

  it('is unchanged when it is read again', async () => {
    const known = Object.fromEntries(read.files.map(({ path, hash }) => [path, hash]));
    const again = await readFiles(folderFiles(MIXED), { known });
    expect(again.docs).toEqual([]);
    expect(new Set(again.files.map(({ status }) => status))).toEqual(new Set(['unchanged']));
  });
});
