import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import {
  fieldNames,
  idIn,
  isByColumns,
  optionalTextIn,
  readRecords,
  textIn,
  type DataRecord,
} from '../../../../../src/domain/dataset/readers/records';
import { textsIn } from '../../../../../src/domain/dataset/readers/lists';
import { placesOf, source, told } from '../make';

async function read(path: string, text: string): Promise<{ records: DataRecord[]; log: ProblemLog; lost: number }> {
  const log = new ProblemLog();
  const found: DataRecord[] = [];
  let lost = 0;
  for await (const records of readRecords(source(path, text), ['a', 'b'], log, () => lost++)) found.push(...records);
  return { records: found, log, lost };
}

const objects = (records: readonly DataRecord[]) => records.map(({ fields }) => Object.fromEntries(fields));

describe('a table', () => {
  it.each([
    ['CSV', 'a.csv', ' A ,b\nx,1\ny,2\n', [2, 3]],
    ['JSON Lines', 'a.jsonl', '{"a":"x","b":"1"}\n\n{" A ":"y","b":"2"}\n', [1, 3]],
    ['JSON Lines under another name', 'a.json', '{"a":"x","b":"1"}\n{"a":"y","b":"2"}', [1, 2]],
    ['a list', 'a.json', '[\n{"a":"x","b":"1"},\n\n{"a":"y",\n"b":"2"}]', [2, 4]],
    ['columns', 'a.json', '{"a":{"0":"x",\n"1":"y"},"b":{"0":"1","1":"2"}}', [1, 2]],
  ])('is read from %s', async (_name, path, text, lines) => {
    const { records, log } = await read(path, text);
    expect(objects(records)).toEqual([
      { a: 'x', b: '1' },
      { a: 'y', b: '2' },
    ]);
    expect(records.map(({ place }) => place().line)).toEqual(lines);
    expect(log.problems).toEqual([]);
  });

  it('tells where a field is', async () => {
    const placeIn = async (path: string, text: string) => (await read(path, text)).records[1]!.place('b');
    expect(await placeIn('a.csv', 'b\n1\n2\n')).toEqual({ file: 'a.csv', line: 3, field: 'b' });
    expect(await placeIn('a.jsonl', '{}\n{}\n')).toEqual({ file: 'a.jsonl', line: 2, field: 'b' });
    expect(await placeIn('a.json', '[{},\n{}]')).toEqual({ file: 'a.json', line: 2, field: '[1].b' });
    expect(await placeIn('a.json', '{"b":{"0":1,"1":2}}')).toEqual({ file: 'a.json', line: 1, field: 'b."1"' });
  });

  it.each([
    ['a.jsonl', '{"a":12345678901234567890,"b":[9007199254740993, 9007199254740992]}\n'],
    ['a.json', '[{"a":12345678901234567890,"b":[9007199254740993, 9007199254740992]}]'],
    ['a.json', '{"a":{"0":12345678901234567890},"b":{"0":[9007199254740993, 9007199254740992]}}'],
    ['a.csv', 'a,b\n12345678901234567890,"[9007199254740993, 9007199254740992]"\n'],
  ])('keeps the digits of long ids, alone and in lists: %s, %s', async (path, text) => {
    const { records, log } = await read(path, text);
    expect(idIn(records[0]!, 'a', log)).toBe('12345678901234567890');
    expect(textsIn(records[0]!, 'b', log)).toEqual(['9007199254740993', '9007199254740992']);
  });

  it.each<[string, string, string]>([
    ['a.jsonl', '{"a":1}\n{"a":1,"b":2,"a":3}\n', 'duplicate-key a.jsonl 2 a'],
    ['a.jsonl', '{"a":{"b":[{"c":1,"c":1}]}}\n', 'duplicate-key a.jsonl 1 a.b[0].c'],
    ['a.json', '[{"a":1},\n{"a":1,\n"a":1}]', 'duplicate-key a.json 3 [1].a'],
    ['a.json', '{"a":{"0":1,\n"0":2}}', 'duplicate-key a.json 2 a."0"'],
    ['a.json', '{"a":{"0":1},\n"a":{"0":2}}', 'duplicate-key a.json 2 a."0"'],
  ])('refuses a key that stands twice: %s, %j', async (path, text, place) => {
    const { log, lost } = await read(path, text);
    expect(placesOf(log.problems)).toEqual([place]);
    expect(lost).toBe(1);
  });

  it('refuses a number without an end as an id', async () => {
    const { records, log } = await read('a.jsonl', '{"_id":1e999}\n');
    expect(idIn(records[0]!, '_id', log)).toBeNull();
    expect(placesOf(log.problems)).toEqual(['wrong-shape a.jsonl 1 _id']);
    expect(told(log.problems[0]!)).toContain('a number that is too large');
  });

  it.each<[string, string, string]>([
    ['a.jsonl', '{"a":1}\n[]\n', 'wrong-shape a.jsonl 2'],
    ['a.jsonl', '{"a":1}\n{"a":}\n', 'not-json a.jsonl 2'],
    ['a.json', '[{},\n3]', 'wrong-shape a.json 2 [1]'],
    ['a.json', '[{},\n{]', 'not-json a.json 2'],
    ['a.json', '{"a":{"0":1,\n"1"}}', 'not-json a.json 2'],
    ['a.csv', 'a,b\n1\n', 'wrong-shape a.csv 2'],
    ['a.csv', '', 'empty-file a.csv'],
    ['a.jsonl', '\n \n', 'empty-file a.jsonl'],
  ])('tells what is wrong with it: %s, %j', async (path, text, place) => {
    const { log, lost } = await read(path, text);
    expect(placesOf(log.problems)).toEqual([place]);
    expect(lost).toBeGreaterThan(0);
  });

  it('tells of values of another kind', async () => {
    const { records, log } = await read('a.jsonl', '{"a":[],"b":null,"c":3}\n');
    const [record] = records;
    expect([textIn(record!, 'a', log), textIn(record!, 'c', log), idIn(record!, 'b', log)]).toEqual([null, null, null]);
    expect([
      optionalTextIn(record!, 'b', log),
      optionalTextIn(record!, 'd', log),
      optionalTextIn(record!, 'a', log),
    ]).toEqual(['', '', null]);
    expect(placesOf(log.problems)).toEqual(['a', 'c', 'b', 'a'].map((field) => `wrong-shape a.jsonl 1 ${field}`));
  });
});

describe('names of fields', () => {
  it.each([
    ['Query-ID ,"a b"\nx,y', ['query-id', 'a b']],
    ['{"_id": "x", "text": "a \\"b\\": c"}', ['_id', 'text']],
    ['[ {"a": 1}, {"b', ['a']],
    ['{"a": {"0": 1', ['a', '0']],
    ['', []],
  ])('of %j are %j', (head, names) => {
    expect([...fieldNames(head)]).toEqual(names);
  });

  it('may be those of the first columns only', () => {
    expect(['{"a": {"0":', '{"a": {}', '{"a": {"x": 1}}', '[{"a": 1}]', 'a,b'].map(isByColumns)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
