import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csv } from '../../src/domain/report/csv';

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
