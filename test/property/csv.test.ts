import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csv } from '../../src/domain/report/csv';
import { ProblemLog } from '../../src/domain/dataset/problem';
import { type CsvRow, csvRows, parseCsv } from '../../src/domain/dataset/readers/csv';
import type { SourceText, TextBlock } from '../../src/domain/dataset/source';

const SEPARATORS = [',', ';', '\t', '|', ':'];

/** Texts of what formulas, cells, lines and quotes are made of. */
const texts = fc
  .array(
    fc.constantFrom(
      ...SEPARATORS,
      '=',
      '+',
      '-',
      '@',
      '＝',
      '"',
      '""',
      "'",
      ' ',
      '\n',
      '\r',
      '\r\n',
      'a',
      '1',
      'cmd|',
      '.',
    ),
    { maxLength: 12 },
  )
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
      { numRuns: 2000 },
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
    { numRuns: 3000 },
  );
  expect(quoted).toBeGreaterThan(100);
});
