import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { listIn, textsIn } from '../../../../../src/domain/dataset/readers/list-field';
import type { DataRecord } from '../../../../../src/domain/dataset/readers/records';

const record = (value: unknown, isText: boolean): DataRecord => ({
  fields: new Map([['x', value]]),
  isText,
  place: (field) => ({ file: 'a', line: 2, ...(field !== undefined && { field }) }),
});

describe('a list in a field', () => {
  it.each<[unknown, boolean, unknown]>([
    [['a'], false, ['a']],
    ["['a', 1]", true, ['a', 1]],
    ['', true, null],
    ['None', true, null],
    [null, false, null],
    [undefined, false, null],
  ])('of %j is read', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(listIn(record(value, isText), 'x', log)).toEqual(expected);
    expect(log.problems).toEqual([]);
  });

  it.each<[unknown, boolean, object]>([
    ['[a]', true, { code: 'bad-list', line: 2, field: 'x' }],
    ['"a"', true, { code: 'wrong-shape', field: 'x' }],
    ['["a"]', false, { code: 'wrong-shape', field: 'x' }],
    [{}, false, { code: 'wrong-shape', field: 'x' }],
  ])('of %j is refused', (value, isText, expected) => {
    const log = new ProblemLog();
    expect(listIn(record(value, isText), 'x', log)).toBeUndefined();
    expect(log.problems).toMatchObject([expected]);
  });

  it('may be of texts and ids alone', () => {
    const log = new ProblemLog();
    expect(textsIn(record(['a', 1], false), 'x', log)).toEqual(['a', '1']);
    expect(textsIn(record(['a', null], false), 'x', log)).toBeUndefined();
    expect(log.problems).toMatchObject([{ code: 'wrong-shape', field: 'x[1]' }]);
  });
});
