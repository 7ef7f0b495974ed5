import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { guardSyntax, parseJson } from '../../../../../src/domain/dataset/readers/json-document';
import { placesOf } from '../make';

describe('a JSON document', () => {
  it('is its value', () => {
    expect(parseJson('{"a": [1]}', 'a.json', new ProblemLog())).toEqual({ a: [1] });
  });

  it.each([
    ['it ends early', '{"a":\n', 'not-json'],
    ['it has an end too many', '{"a":\n1}}', 'not-json'],
    ['it is nested too deep for a stack', `{"a":\n${'['.repeat(600)}`, 'too-deep'],
  ])('is reported with its line where %s', (_name, text, code) => {
    const log = new ProblemLog();
    expect(parseJson(text, 'a.json', log)).toBeUndefined();
    expect(placesOf(log.problems)).toEqual([[code, 'a.json', 2]]);
  });

  it('refuses a key that stands twice, at any depth', () => {
    const log = new ProblemLog();
    expect(parseJson('{"a": [\n{"b": 1, "b": 2}]}', 'a.json', log)).toBeUndefined();
    expect(placesOf(log.problems)).toEqual([['duplicate-key', 'a.json', 2, 'a[0].b']]);
  });

  it('lets other failures pass', () => {
    const fail = () => {
      throw new RangeError('x');
    };
    expect(() => guardSyntax('', 'a', new ProblemLog(), fail)).toThrow(RangeError);
  });
});
