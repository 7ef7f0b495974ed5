import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csv } from '../../../../src/domain/report/csv';

describe('csv', () => {
  it('quotes what needs it and ends every line with CRLF', () => {
    expect(csv(['a', 'b'], [['x, "y"', 'two\nlines']])).toBe('a,b\r\n"x, ""y""","two\nlines"\r\n');
  });

  it('keeps all digits of a number', () => {
    const numbers = [1 / 3, 0.1 + 0.2, 5e-324, 1.7976931348623157e308, -0.5];
    const [, row] = Papa.parse(csv(['a', 'b', 'c', 'd', 'e'], [numbers]).trim()).data;
    expect(row!.map(Number)).toEqual(numbers);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['\t=1', "\t'=1"],
    ['=1\n+2', "'=1\n'+2"],
    ["a;=cmd|'/c calc'!A0", "a;'=cmd|'/c calc'!A0"],
    ['a,=1', "a,'=1"],
    ['a\t=1', "a\t'=1"],
    ['a|=1', "a|'=1"],
    ['a\r=1', "a\r'=1"],
    ['a;"=1"', 'a;"\'=1"'],
    ['a; "" =1', 'a; "" \'=1'],
    ['"=1', '"\'=1'],
    ['\ufeff=1', "\ufeff'=1"],
    ['a;\0=1', "a;\0'=1"],
    ['a;=1;=2', "a;'=1;'=2"],
  ])('keeps a spreadsheet from running a text, whatever separates its cells: %j', (text, expected) => {
    const [, [cell]] = Papa.parse(csv(['a'], [[text]]).trimEnd(), { delimiter: ',' }).data as [string[], [string]];
    expect(cell).toBe(expected);
  });

  it.each([
    'bm25-en, ensemble-rrf',
    'P(rel=2)@5',
    'a - b; c + d',
    'x=1',
    'me@example.org',
    '"quoted" - text',
    "it's; so",
  ])('leaves a text as it is where no formula can begin: %j', (text) => {
    expect(Papa.parse(csv([text], [[text]]).trimEnd(), { delimiter: ',' }).data).toEqual([[text], [text]]);
  });
});
