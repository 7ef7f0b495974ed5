import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FilesRead } from '../../../../../src/adapters/files/documents/read';
import { parseCsv } from '../../../../../src/domain/dataset/readers/csv';
import { folderFiles } from '../../../../folder-files';
import { FIXTURES, readFiles } from './make';

const MIXED = `${FIXTURES}/mixed`;
const inked = (text: string): string => text.replace(/\s+/g, '');

describe('a folder of thirty mixed files', () => {
  let read: FilesRead;
  beforeAll(async () => void (read = await readFiles(folderFiles(MIXED))));

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
});
