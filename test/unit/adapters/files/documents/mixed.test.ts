import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FilesRead } from '../../../../../src/adapters/files/documents/read';
import { parseCsv } from '../../../../../src/domain/dataset/readers/csv';
import { casePath, sharedFolder } from '../../../../data';
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

const walk = sharedFolder('HITRATE_WALKS', 'walks')('engineer', 'documents');

it.skipIf(!walk)('documentation as people have it is read whole, without what is no text of it', async () => {
  const { files, docs } = await readFiles(folderFiles(walk!));
  expect(files.map(({ status }) => status)).toEqual(Array.from({ length: 42 }, () => 'read'));
  for (const { file, doc } of docs) {
    expect(doc.text, file).not.toMatch(/^---\n(?=title:)|^import Tabs/m);
    if (file.endsWith('.html')) expect(doc.text, file).not.toContain('Documentation Blog');
    // Pages have their title over them, and their number below.
    const pages = doc.outline?.pages ?? [];
    for (const [i, start] of pages.entries()) {
      const page = doc.text.slice(start, pages[i + 1]).trimEnd();
      expect(page.startsWith(`${doc.title}\n`) || page.endsWith(`\n${i + 1}`), `${file}: page ${i + 1}`).toBe(
        i === 0 && page.startsWith(`${doc.title}\n`),
      );
    }
  }
});

it.skipIf(!casePath('36-docx-changes-notes-boxes'))(
  'a contract of Word and two columns of a PDF are read as they are seen',
  async () => {
    const folders = ['36-docx-changes-notes-boxes', '37-pdf-layouts'].map((name) => casePath(name, 'in', 'docs')!);
    const { docs } = await readFiles(
      folders.flatMap((folder, i) => folderFiles(folder).map((file) => ({ ...file, path: `${i}/${file.path}` }))),
    );
    const textOf = (name: string) => docs.find(({ file }) => file.endsWith(`/${name}`))!.doc.text;
    expect(textOf('contract.docx')).toMatch(/E=mc\n+Visible sentence about horses\.[^]*\n東京の人口/);
    expect(textOf('contract.docx')).not.toMatch(/dragons|twelve|secretfieldcode/);
    for (const name of ['two.pdf', 'narrow.pdf'])
      expect(textOf(name)).toMatch(
        /in 1912 by two brothers who had\ncome home from sea[^]*tourists came back\.\n\nToday the company/,
      );
    expect(textOf('table.pdf')).toContain('North pier 12.50 6.25\nSouth pier 14.00 7.00');
  },
);
