import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { csvHeader, parseCsv, readCsv } from '../../../../../src/domain/dataset/readers/csv';
import { placesOf, source } from '../make';

const rowsOf = (text: string) => parseCsv(text).rows.map(({ line, cells }) => [line, ...cells].join('|'));

describe('rows of CSV', () => {
  it.each<[string, string, string[]]>([
    ['plain', 'a,b\nc,d', ['1|a|b', '2|c|d']],
    ['quotes', 'a,"b ""c"", d"\n', ['1|a|b "c", d']],
    ['line breaks in quotes', 'a,b\n"c\n\nd",e\nf,g\n', ['1|a|b', '2|c\n\nd|e', '5|f|g']],
    ['CRLF', 'a,b\r\n"c\r\nd",e\r\nf,"g"\r\n', ['1|a|b', '2|c\r\nd|e', '4|f|g']],
    ['both line ends', 'a,b\r\nc,d\ne,f', ['1|a|b', '2|c|d', '3|e|f']],
    ['a carriage return that is quoted', 'a,"b\r"\r\n', ['1|a|b\r']],
    ['blank rows', '\na,b\n\n \nc,d\n\n', ['2|a|b', '5|c|d']],
    ['empty fields', 'a,b\n,\n', ['1|a|b', '2||']],
    ['semicolons', 'a;b\n"c;d";"e,f"\n', ['1|a|b', '2|c;d|e,f']],
    ['tabs', 'a\tb\nc, d\te\n', ['1|a|b', '2|c, d|e']],
    ['a delimiter within quotes in the header', '"a;b;c",d\ne,f\n', ['1|a;b;c|d', '2|e|f']],
    ['one column', 'a\nb\n', ['1|a', '2|b']],
  ])('are read: %s', (_name, text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
    expect(parseCsv(text).errors).toEqual([]);
  });

  it.each<[string, string]>([
    ['a,b\nc,"d\ne,f\n', 'bad-csv a.csv 2'],
    ['a,b\n\n"c\n",d\ne,"f"g\n', 'bad-csv a.csv 5'],
    ['a,b\n"c\nd",e\nf\n', 'wrong-shape a.csv 4'],
    ['a,b\nc,d,e\n', 'wrong-shape a.csv 2'],
    [' \n', 'empty-file a.csv'],
  ])('are refused with their line: %j', async (text, place) => {
    const log = new ProblemLog();
    let lost = 0;
    await readCsv(source('a.csv', text), log, () => lost++);
    expect(placesOf(log.problems)[0]).toEqual(place);
    expect(lost).toBeGreaterThan(0);
  });

  it('have their names in the first line', () => {
    expect(csvHeader('\n"a, b";c\nd;e')).toEqual(['a, b', 'c']);
    expect(csvHeader('')).toEqual([]);
    expect(csvHeader('x,'.repeat(5000))).toEqual([]);
  });
});
