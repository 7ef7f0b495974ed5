import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { groundTruthFieldOf, groundTruthIn } from '../../../../../src/domain/dataset/readers/ground-truth-field';

describe('ground truth in a field', () => {
  it.each<[unknown, boolean, readonly string[] | null]>([
    ['one text', false, ['one text']],
    [['a', ' ', 'b'], false, ['a', 'b']],
    ['["a", "b"]', true, ['a', 'b']],
    ['["a", "b"]', false, ['["a", "b"]']],
    ['(see below) is a text', true, ['(see below) is a text']],
    ["array(['a'], dtype=object)", true, ['a']],
    ['[1] is no list', true, null],
    ['', true, []],
    [null, false, []],
    [3, false, null],
    [[{}], false, null],
  ])('%j (as text: %s) is %j', (value, isText, expected) => {
    const log = new ProblemLog();
    const record = { fields: new Map([['x', value]]), isText, place: () => ({ file: 'a' }) };
    expect(groundTruthIn(record, 'x', log)).toEqual(expected);
    expect(log.problems).toHaveLength(expected === null ? 1 : 0);
  });

  it('has one of several names', () => {
    expect(groundTruthFieldOf(new Set(['id', 'ground_truth']))).toBe('ground_truth');
    expect(groundTruthFieldOf(new Set(['id', 'reference']))).toBeUndefined();
  });
});
