import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { placesOf } from '../make';
import { groundTruthFieldOf, groundTruthIn } from '../../../../../src/domain/dataset/readers/ground-truth-field';

describe('ground truth in a field', () => {
  it.each<[unknown, boolean, readonly string[] | null]>([
    ['one text', false, ['one text']],
    [['a', ' ', 'b'], false, null],
    [['a', ''], false, null],
    [' \t', true, null],
    ['\x1c\x85', false, null],
    ['\ufeff', false, null],
    [[], false, []],
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

  it('is told with its item where that is blank', () => {
    const log = new ProblemLog();
    const place = (field?: string) => ({ file: 'a.jsonl', line: 3, ...(field !== undefined && { field }) });
    groundTruthIn({ fields: new Map([['x', ['a', '\u3000']]]), isText: false, place }, 'x', log);
    expect(placesOf(log.problems)).toEqual([['empty-truth', 'a.jsonl', 3, 'x[1]']]);
  });

  it('has one of several names', () => {
    expect(groundTruthFieldOf(new Set(['id', 'ground_truth']))).toBe('ground_truth');
    expect(groundTruthFieldOf(new Set(['id', 'reference']))).toBeUndefined();
  });
});
