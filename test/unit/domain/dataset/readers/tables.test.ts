import { describe, expect, it } from 'vitest';
import { readPairs, sampleColumns, TableColumns } from '../../../../../src/domain/dataset/readers/columns';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { placesOf, source } from '../make';
import { csvRows, parseCsv } from '../../../../../src/domain/dataset/readers/csv';
import { nameSays, parseGrade } from '../../../../../src/domain/dataset/readers/grade';
import { parseJson, tooDeepField } from '../../../../../src/domain/dataset/readers/json-records';
import { ranxKind } from '../../../../../src/domain/dataset/readers/ranx-json';

describe('columns between white space', () => {
  it('are found line by line, with any white space of C between them', () => {
    const columns = new TableColumns(' a\tb \v\f c\r\n\n# d\n\u3000e\u00a0f g');
    const lines: unknown[] = [];
    for (let at = 0; at < columns.text.length;) {
      at = columns.scan(at);
      lines.push([columns.isComment, ...Array.from({ length: columns.count }, (_, i) => columns.get(i))]);
    }
    expect(lines).toEqual([[false, 'a', 'b', 'c'], [false], [true, '#', 'd'], [false, '\u3000e\u00a0f', 'g']]);
  });

  it('are counted past those that are kept, and compared without being taken out', () => {
    const columns = new TableColumns('a b c d e f g h i j k');
    columns.scan(0);
    expect(columns.count).toBe(11);
    expect([columns.is(1, 'b'), columns.is(1, 'bc'), columns.is(2, 'b')]).toEqual([true, false, false]);
  });

  it('are sampled from the beginning of a file, without the line that it cuts', () => {
    const sampled = (head: string) => sampleColumns(head).map((line) => line.join('|'));
    expect(sampled('# x\na b\n\nc d\ne')).toEqual(['a|b', 'c|d']);
    expect([sampled('a b'), sampled('a\n'.repeat(60)).length, sampled('')]).toEqual([['a|b'], 50, []]);
  });
});

async function read(text: string) {
  const log = new ProblemLog();
  const pairs: unknown[] = [];
  let lost = 0;
  await readPairs(
    source('a', text),
    log,
    () => lost++,
    (id, of, { line }) => pairs.push(`${line}|${id}|${of}`),
  );
  return { log, pairs, lost };
}

describe('pairs of an id and a text', () => {
  it('are taken as they stand', async () => {
    const { pairs, lost } = await read('1\t"a, b\r\n\n 2 \t c\n3\t');
    expect(pairs).toEqual(['1|1|"a, b', '3| 2 | c', '4|3|']);
    expect(lost).toBe(0);
  });

  it.each<[string, string]>([
    ['1\ta\n2 b\n', 'wrong-shape a 2'],
    ['1\ta\tb\n', 'wrong-shape a 1'],
    ['\n', 'empty-file a'],
  ])('tell what is wrong: %j', async (text, place) => {
    const { log, lost } = await read(text);
    expect(placesOf(log.problems)).toEqual([place]);
    expect(lost).toBe(1);
  });
});

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
    ['a first line that names the delimiter', '\uFEFFsep=;\r\na;b,c\n', ['2|a|b,c']],
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
    for await (const _ of csvRows(source('a.csv', text), log, () => lost++));
    expect(placesOf(log.problems)[0]).toEqual(place);
    expect(lost).toBeGreaterThan(0);
  });
});

it('a grade is a number from −1000 to 1000, with its fraction', () => {
  const grades = ['1', ' -2 ', '+3', '1.0', '1.', '-0', '1000', '-1000', '"2"', '.832', '-0.25', '5e-3'];
  expect(grades.map(parseGrade)).toEqual([1, -2, 3, 1, 1, 0, 1000, -1000, 2, 0.832, -0.25, 0.005]);
  for (const other of [
    '',
    '.',
    '1.5.2',
    '1e4',
    '1000.1',
    'Infinity',
    '0x1',
    'nan',
    '9007199254740993',
    '1001',
    '-1001',
    '-9000000000000000',
  ])
    expect(parseGrade(other), other).toBeNull();
});

it.each([
  ['judgments', ['a/qrels.txt', 'judgements-2024.json', 'qrels/test.tsv', 'results/qrels.txt']],
  ['run', ['bm25.run', 'run_1.json', 'results/bm25.txt']],
  [null, ['trunk.txt', 'runner.txt', 'bm25.txt']],
])('%s is said by the names of %j', (expected, paths) => {
  expect(paths.map(nameSays)).toEqual(paths.map(() => expected));
});

describe('a JSON document', () => {
  it.each([
    ['it ends early', '{"a":\n', 'not-json'],
    ['it has an end too many', '{"a":\n1}}', 'not-json'],
    ['it is nested too deep for a stack', `{"a":\n${'['.repeat(600)}`, 'too-deep'],
  ])('is reported with its line where %s', (_name, text, code) => {
    const log = new ProblemLog();
    expect(parseJson(text, 'a.json', log)).toBeUndefined();
    expect(placesOf(log.problems)).toEqual([`${code} a.json 2`]);
  });
});

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}1${']'.repeat(depth)}`);

it.each([
  [{ a: nested(2), b: nested(3) }, 3, 'b'],
  [{ a: 1, metadata: { ok: [1], parts: nested(3) } }, 4, 'metadata.parts'],
  [{ a: { b: { c: nested(3) } } }, 4, 'a.b'],
  [nested(4), 3, ''],
  [{ a: nested(2) }, 3, null],
])('the field that is nested too deep of %j beyond %i is %j', (value, most, field) => {
  expect(tooDeepField(value, most)).toBe(field);
});

it.each<[string, string, 'run' | 'judgments' | null]>([
  ['a.json', '{"q": {"d": 1, "e": 2}}', 'judgments'],
  ['a.json', '{"q": {"d": 1.0}}', 'judgments'],
  ['a.json', '{"q": {"d": 1, "e": 2.5}}', 'run'],
  ['a.json', '{"q": {"d": 1e-3}}', 'run'],
  ['a.json', '{"q": {"d": NaN}}', 'run'],
  ['a.json', '{"q": {}}', 'run'],
  ['a.run.json', '{"q": {"d": 1}}', 'run'],
  ['qrels.json', '{"q": {"d": 1.5}}', 'judgments'],
  ['a.json', '{"a \\" b": {"d": 1, ', 'judgments'],
  ['a.json', '{"queries": {}, "corpus": {"d": "text"}}', null],
  ['a.json', '{"qid": {"0": 1, "1": 2}}', null],
  ['a.json', '{"q": {"d": "1"}}', null],
  ['a.json', '{"q": ["d"]}', null],
  ['a.json', '{}', null],
  ['a.json', '', null],
])('what a JSON of ranx is %s: %s is %s', (path, head, expected) => {
  expect(ranxKind(head, path)).toBe(expected);
});
