import { describe, expect, it } from 'vitest';
import {
  partAt,
  partsOf,
  piecesOf,
  visibleSpace,
  fieldText,
  heldBy,
  numberFields,
  statusCounts,
  tellingFirst,
  columnsText,
  preparationText,
} from '../../../../src/ui/documents/document-texts';
import type { FieldSummary } from '../../../../src/domain/dataset/corpus';
import type { FileReport, FileStatus } from '../../../../src/domain/documents/file-report';
import { NO_PREPARATION } from '../../../../src/domain/documents/preparation';

describe('a document as it is read', () => {
  it('is shown page by page, and what is before the first page belongs to it', () => {
    const text = 'cover first second';
    expect(partsOf({ text, outline: { pages: [0, 6, 12], headings: [] } })).toEqual([
      { start: 0, end: 6 },
      { start: 6, end: 12 },
      { start: 12, end: 18 },
    ]);
    expect(partsOf({ text, outline: { pages: [6], headings: [] } })[0]).toEqual({ start: 0, end: 6 });
  });

  it('without pages is cut after paragraphs, and loses nothing', () => {
    const text = Array.from({ length: 40 }, (_, i) => `${i} ${'words '.repeat(120)}`).join('\n\n');
    const parts = partsOf({ text });
    expect(parts.length).toBeGreaterThan(3);
    expect(parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
    for (const { start } of parts.slice(1)) expect(text.slice(start - 2, start)).toBe('\n\n');
    expect(partsOf({ text: 'short' })).toEqual([{ start: 0, end: 5 }]);
  });

  it('without breaks is cut all the same, between characters', () => {
    const text = '𠮷'.repeat(9001);
    const parts = partsOf({ text });
    expect(parts.length).toBeGreaterThan(1);
    for (const { start, end } of parts) expect(text.slice(start, end)).toMatch(/^𠮷+$/u);
  });

  it('has its headings apart, each with its line', () => {
    const text = '# One\nbody\n## Two\nmore';
    const outline = {
      pages: [],
      headings: [
        { start: 2, level: 1, text: 'One' },
        { start: 11, level: 2, text: 'Two' },
      ],
    };
    expect(piecesOf({ text, outline }, { start: 0, end: text.length })).toEqual([
      { text: '# ', level: null },
      { text: 'One', level: 1 },
      { text: '\nbody\n', level: null },
      { text: '## Two', level: 2 },
      { text: '\nmore', level: null },
    ]);
    expect(piecesOf({ text, outline }, { start: 11, end: 22 }).map((piece) => piece.level)).toEqual([2, null]);
  });

  it('tells the part that a place stands in', () => {
    const parts = [
      { start: 0, end: 5 },
      { start: 5, end: 9 },
    ];
    expect([0, 4, 5, 8, 99].map((at) => partAt(parts, at))).toEqual([0, 0, 1, 1, 0]);
  });
});

const field = (parts: Partial<FieldSummary>): FieldSummary => ({
  name: 'f',
  docs: 2,
  values: ['a', 'b'],
  examples: ['a', 'b'],
  range: null,
  ...parts,
});

it.each([
  ['a range', fieldText(field({ range: [-1.5, 20] })), '−1.5 to 20'],
  ['one number', fieldText(field({ range: [7, 7] })), '7'],
  ['all values', fieldText(field({})), 'a, b'],
  ['some values', fieldText(field({ values: ['a', 'b', 'c', 'd'] })), 'a, b, … (4 values)'],
  ['too many values', fieldText(field({ values: null })), 'a, b, … (more than 50 values)'],
  ['a field of all documents', heldBy(field({}), 2), 'every document'],
  ['a field of some', heldBy(field({ docs: 1200 }), 3000), '1,200 of 3,000 documents'],
  ['no preparation', preparationText(NO_PREPARATION), 'as they are'],
  [
    'two steps',
    preparationText({ ...NO_PREPARATION, whiteSpace: true, duplicates: 'merge' }),
    'white space, duplicates merged',
  ],
  ['columns', columnsText({ text: ['a', 'b'], title: 'c', id: null }), 'text: a, b · title: c · id: number of the row'],
  ['white space', visibleSpace('a  b\tc\n\u3000d'), 'a··b⇥c↵␣d'],
])('says %s', (_, said, text) => expect(said).toBe(text));

it('a field is of numbers where all that have it have one', () => {
  expect(numberFields([field({}), field({ name: 'n', range: [0, 1] })]).map(({ name }) => name)).toEqual(['n']);
});

const report = (path: string, status: FileStatus, message: string | null = null) =>
  ({ path, status, message }) as unknown as FileReport;

it('reports of files are counted by status, and begin with what was not read, then what has something to tell', () => {
  const files = [report('a', 'read'), report('b', 'broken', 'Why'), report('c', 'read', 'Note'), report('d', 'read')];
  expect(statusCounts(files)).toEqual([
    { status: 'read', count: 3 },
    { status: 'broken', count: 1 },
  ]);
  expect(tellingFirst(files).map(({ path }) => path)).toEqual(['b', 'c', 'a', 'd']);
});
