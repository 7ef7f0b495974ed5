import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { parseJson, tooDeepField } from '../../../../../src/domain/dataset/readers/json-records';
import { placesOf } from '../make';

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

  it('refuses a key that stands twice, at any depth', () => {
    const log = new ProblemLog();
    expect(parseJson('{"a": [\n{"b": 1, "b": 2}]}', 'a.json', log)).toBeUndefined();
    expect(placesOf(log.problems)).toEqual(['duplicate-key a.json 2 a[0].b']);
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
