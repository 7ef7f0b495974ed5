import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csv } from '../../src/domain/report/csv';
import { ProblemLog } from '../../src/domain/dataset/problem';
import { type CsvRow, csvRows, parseCsv } from '../../src/domain/dataset/readers/csv';
import type { SourceText, TextBlock } from '../../src/domain/dataset/source';
import { readCollection } from '../../src/adapters/files/read';
import { scanJson, SyntaxFailure } from '../../src/domain/dataset/json';
import { type Dataset, docId, type Metadata, queryId } from '../../src/base/types';

const SEPARATORS = [',', ';', '\t', '|', ':'];

/** Texts of what formulas, cells, lines and quotes are made of. */
const texts = fc
  .array(fc.constantFrom(...SEPARATORS, ...'=+-@＝"\' \n\ra1.', '""', '\r\n', 'cmd|'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const rows = fc.array(fc.tuple(texts, fc.double({ noNaN: true, noDefaultInfinity: true }), texts), { maxLength: 4 });

/** The cells of a spreadsheet that splits by one separator: quotes count where they begin a cell, and only there. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  let begun = false;
  for (let at = 0; at < file.length; at++) {
    const [character, next] = [file[at]!, file[at + 1]];
    if (quoted) {
      if (character !== '"') cell += character;
      else if (next === '"') cell += file[++at]!;
      else quoted = false;
    } else if (character === '"' && !begun) quoted = true;
    else if (character === separator || character === '\n' || character === '\r') {
      cells.push(cell);
      cell = '';
      begun = false;
      continue;
    } else cell += character;
    begun = true;
  }
  return [...cells, cell];
}

/** The cells of a reader that knows no quotes. */
const unquotedCellsOf = (file: string, separator: string): string[] =>
  file.split(/\r|\n/).flatMap((line) => line.split(separator));

/** What a spreadsheet would run once it has dropped the blanks and quotes before it. */
const runs = (cell: string): boolean => /^["\s]*[=+\-@＝]/.test(cell) && !isNumber(cell);
const isNumber = (cell: string): boolean => /^-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/.test(cell);

describe('csv', () => {
  it.each(SEPARATORS)('has no cell that begins a formula where %j separates', (separator) => {
    fc.assert(
      fc.property(texts, rows, (name, table) => {
        const file = csv(['system', 'value', name], table);
        expect(cellsOf(file, separator).filter(runs)).toEqual([]);
        expect(unquotedCellsOf(file, separator).filter(runs)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('reads back as it was, but for apostrophes that were put in', () => {
    const plain = (cell: string): string => cell.replaceAll("'", '');
    fc.assert(
      fc.property(rows, (table) => {
        const file = csv(['a', 'b', 'c'], table).slice(0, -2);
        const read = Papa.parse(file, { delimiter: ',', newline: '\r\n' }).data as string[][];
        expect(read.slice(1).map(([a, b, c]) => [plain(a!), Number(b), plain(c!)])).toEqual(
          table.map(([a, b, c]) => [plain(a), b + 0, plain(c)]),
        );
      }),
    );
  });
});

const SIGNS = ['"', '""', ',', '\n', '\r\n', '\n', 'a', 'b c', ' ', '\uFEFF', '1'];

/** Whole lines, cut into blocks behind some of them. */
const files = fc
  .tuple(
    fc.array(fc.constantFrom(...SIGNS), { maxLength: 40 }),
    fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
  )
  .map(([signs, cuts]) => {
    // A byte order mark at the very beginning is taken off before, see `Encoding`.
    const text = signs.join('').replace(/^\uFEFF+/, '');
    const blocks: { text: string; firstLine: number }[] = [];
    for (const [i, line] of (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).entries()) {
      if (cuts[i] || blocks.length === 0) blocks.push({ text: line, firstLine: i + 1 });
      else blocks.at(-1)!.text += line;
    }
    return { text, blocks };
  });

const source = (blocks: readonly TextBlock[]): SourceText => ({
  path: 'a.csv',
  bytes: 0,
  head: () => Promise.resolve(''),
  async *blocks() {
    yield* blocks;
  },
});

async function rowsOf(blocks: readonly TextBlock[]): Promise<{ rows: CsvRow[]; errors: unknown[] }> {
  const log = new ProblemLog();
  const rows: CsvRow[] = [];
  for await (const block of csvRows(source(blocks), log, () => undefined)) rows.push(...block);
  const errors = log.problems.flatMap((each) => (each.code === 'bad-csv' ? [each.line] : []));
  return { rows, errors };
}

it('a table that is read in blocks has the rows and the errors of the whole, quotes over several lines included', async () => {
  let quoted = 0;
  await fc.assert(
    fc.asyncProperty(files, async ({ text, blocks }) => {
      const { rows, errors } = parseCsv(text);
      const width = rows[0]?.cells.length;
      const found = await rowsOf(blocks);
      expect(found.rows).toEqual(rows.filter(({ cells }) => cells.length === width));
      expect(found.errors).toEqual(errors.map(({ line }) => line));
      if (rows.some(({ cells }) => cells.some((cell) => cell.includes('\n')))) quoted++;
    }),
    { numRuns: 600 },
  );
  expect(quoted).toBeGreaterThan(20);
});

/** Ids that a table can hold and that are accepted: no tabs, line breaks, null characters, byte order marks, no blanks at the ends. */
const id = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
    fc.constantFrom('1', '01', '-1', ' ', 'a b', '"', '\\', '__proto__', 'constructor', '🦆', 'query-id'),
  )
  .map((text) => text.replace(/[\t\n\r\0\ufeff]|^\s|\s$/g, '·'));

const text = fc.oneof(
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom('a\nb', 'a\tb\r\n', '\u2028', '"\\'),
);
const question = text.map((each) => `?${each}`);

const name = fc.oneof(id, fc.constantFrom('title', 'metadata'));
const value = fc.oneof(
  question,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => each + 0),
  fc.array(question, { minLength: 1, maxLength: 3 }),
);
/** Not by `fc.dictionary`, which has no key `__proto__`. */
const metadata: fc.Arbitrary<Metadata> = fc
  .array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));

/** @param grades those that the format can write */
function datasets(grades: fc.Arbitrary<number>): fc.Arbitrary<Dataset> {
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 8 });
  return fc.tuple(ids, ids).chain(([docIds, queryIds]) =>
    fc.record({
      docs: fc.tuple(
        ...docIds.map((each) => fc.record({ id: fc.constant(docId(each)), title: fc.constant(''), text })),
      ),
      queries: fc.tuple(...queryIds.map((each) => fc.record({ id: fc.constant(queryId(each)), text: question }))),
      judgments: fc.uniqueArray(
        fc.record({
          query: fc.constantFrom(...queryIds.map(queryId)),
          doc: fc.constantFrom(...docIds.map(docId)),
          grade: grades,
        }),
        { minLength: 1, selector: ({ query, doc }) => JSON.stringify([query, doc]) },
      ),
    }),
  );
}

/** Judgments are read grouped by question; their order means nothing. */
const unordered = ({ judgments, ...rest }: Dataset) => ({
  ...rest,
  judgments: judgments.map((each) => JSON.stringify(Object.entries(each).sort())).sort(),
});

async function readBack(files: Readonly<Record<string, BlobPart>>): Promise<Dataset> {
  const sources = Object.entries(files).map(([path, content]) => ({ path, file: new Blob([content]) }));
  const outcome = await readCollection({ files: sources }, () => {});
  if (!outcome.ok || outcome.kind !== 'collection') throw new Error(JSON.stringify(outcome));
  return outcome.dataset;
}

function beirOf({ docs, queries, judgments }: Dataset, end: string): Record<string, string> {
  const table = judgments.map(({ query, doc, grade }) => `${query}\t${doc}\t${grade}${end}`);
  return {
    'corpus.jsonl': docs.map(({ id: _id, ...rest }) => `${JSON.stringify({ _id, ...rest })}${end}`).join(''),
    'queries.jsonl': queries.map(({ id: _id, text }) => JSON.stringify({ text, _id })).join(end),
    'qrels/test.tsv': `query-id\tcorpus-id\tscore${end}${table.join('')}`,
  };
}

/** Written by hand: an object would lose `__proto__` and the order of keys that look like numbers. */
function llamaIndexOf({ docs, queries, judgments }: Dataset, gap: string): string {
  const object = (members: readonly (readonly [string, unknown])[]): string =>
    `{${members.map(([key, value]) => `${gap}${JSON.stringify(key)}:${gap}${JSON.stringify(value)}`).join(',')}${gap}}`;
  const judged = [...new Set(judgments.map(({ query }) => query))].map((query) => {
    const ofQuery = judgments.filter((each) => each.query === query);
    return [query, ofQuery.map(({ doc }) => doc)] as const;
  });
  const texts = (items: readonly { readonly id: string; readonly text: string }[]): string =>
    object(items.map((item) => [item.id, item.text]));
  return `{"relevant_docs":${object(judged)},"queries":${texts(queries)},${gap}"corpus":${texts(docs)},"mode":"text"}${gap}`;
}

describe('a dataset that is written and read back', () => {
  const graded = datasets(fc.integer({ min: -3, max: 5 })).chain((dataset) =>
    metadata.map((of) => ({
      ...dataset,
      docs: dataset.docs.map((doc, i) => (i === 0 ? { ...doc, metadata: of } : doc)),
    })),
  );
  const binary = datasets(fc.constant(1));
  const end = fc.constantFrom('\n', '\r\n', '\n\n');

  it('is the same, in the files of BEIR', async () => {
    const same = fc.asyncProperty(graded, end, async (dataset, each) => {
      expect(unordered(await readBack(beirOf(dataset, each)))).toEqual(unordered(dataset));
    });
    await fc.assert(same, { numRuns: 50 });
  });

  it('is the same, in the JSON of LlamaIndex', async () => {
    const same = fc.asyncProperty(binary, fc.constantFrom('', '\n', '\r\n  '), async (dataset, gap) => {
      expect(unordered(await readBack({ 'a.json': llamaIndexOf(dataset, gap) }))).toEqual(unordered(dataset));
    });
    await fc.assert(same, { numRuns: 50 });
  });
});

describe('scanJson', () => {
  const accepts = (parse: (text: string) => unknown, text: string): boolean => {
    try {
      parse(text);
      return true;
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof SyntaxFailure)) throw error;
      return false;
    }
  };

  it('takes what JSON.parse takes, and finds the same members', () => {
    const same = fc.property(fc.object({ maxDepth: 4 }), fc.constantFrom(0, 1), (value, indent) => {
      const written = JSON.stringify(value, null, indent);
      const found = new Map<string, unknown>();
      scanJson(written, ({ depth, key, valueAt, valueEnd }) => {
        if (depth === 1) found.set(key, JSON.parse(written.slice(valueAt, valueEnd)));
      });
      expect(found).toEqual(new Map(Object.entries(JSON.parse(written) as object)));
    });
    fc.assert(same, { numRuns: 300 });
  });

  it('refuses what JSON.parse refuses, after any one change of a character', () => {
    const characters = fc.constantFrom(...'{}[]",:\\ue0-+.19nt \n\u0001é', '');
    const same = fc.property(fc.json({ maxDepth: 3 }), fc.nat(), characters, (written, where, character) => {
      const at = where % (written.length + 1);
      const changed = `${written.slice(0, at)}${character}${written.slice(at + 1)}`;
      expect(accepts(scanJson, changed)).toBe(accepts(JSON.parse, changed));
    });
    fc.assert(same, { numRuns: 500 });
  });
});
