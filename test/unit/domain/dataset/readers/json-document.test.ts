import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { guardSyntax, parseJson } from '../../../../../src/domain/dataset/readers/json-document';
import { placesOf } from '../make';

describe('a JSON document', () => {
  it('is its value', () => {
    expect(parseJson('{"a": [1]}', 'a.json', new ProblemLog())).toEqual({ a: [1] });
  });

  it.each(['{"a":\n', '{"a":\n1}}', `{"a":\n${'['.repeat(600)}`])(
    'is told with its line where it is none: %j',
    (text) => {
      const log = new ProblemLog();
      expect(parseJson(text, 'a.json', log)).toBeUndefined();
      expect(placesOf(log.problems)).toMatchObject([['not-json', 'a.json']]);
    },
  );

  it('lets other failures pass', () => {
    const fail = () => {
      throw new RangeError('x');
    };
    expect(() => guardSyntax('', 'a', new ProblemLog(), fail)).toThrow(RangeError);
  });
});
