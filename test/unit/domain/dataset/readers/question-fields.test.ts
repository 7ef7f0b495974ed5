import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import { placesOf } from '../make';
import {
  groundTruthFieldOf,
  groundTruthIn,
  unanswerableIn,
} from '../../../../../src/domain/dataset/readers/question-fields';
import type { DataRecord } from '../../../../../src/domain/dataset/readers/records';

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
    expect(placesOf(log.problems)).toEqual(['empty-truth a.jsonl 3 x[1]']);
  });

  it('has one of several names', () => {
    expect(groundTruthFieldOf(new Set(['id', 'ground_truth']))).toBe('ground_truth');
    expect(groundTruthFieldOf(new Set(['id', 'reference']))).toBeUndefined();
  });
});

function read(fields: Readonly<Record<string, unknown>>) {
  const log = new ProblemLog();
  const place = (field?: string) => ({ file: 'q.csv', line: 3, ...(field !== undefined && { field }) });
  const record: DataRecord = { fields: new Map(Object.entries(fields)), isText: false, place };
  return { is: unanswerableIn(record, log), problems: log.problems };
}

describe('the mark of a question without an answer', () => {
  it('is true by any of its names, and false for answerable', () => {
    for (const field of ['unanswerable', 'no_answer', 'is_impossible']) {
      for (const value of [true, 'true', ' Yes ', 1, '1']) expect(read({ [field]: value }).is).toBe(true);
      for (const value of [false, 'no', 0, '0']) expect(read({ [field]: value }).is).toBe(false);
    }
    for (const value of [false, 'False', 'no', 0]) expect(read({ answerable: value }).is).toBe(true);
    for (const value of [true, 'yes', 1]) expect(read({ answerable: value }).is).toBe(false);
  });

  it('is absent where there is no such field, or it is empty', () => {
    for (const fields of [{}, { answerable: '' }, { unanswerable: null }, { no_answer: ' ' }, { text: 'no' }])
      expect(read(fields)).toEqual({ is: false, problems: [] });
  });

  it('is refused where it is neither yes nor no, with its place', () => {
    expect(read({ no_answer: 'perhaps' })).toEqual({
      is: false,
      problems: [{ code: 'bad-mark', file: 'q.csv', line: 3, field: 'no_answer', data: ['perhaps'] }],
    });
    expect(read({ answerable: [1] }).problems).toMatchObject([{ code: 'bad-mark', data: [{ kind: 'list' }] }]);
    expect(read({ answerable: 2 }).problems).toMatchObject([{ code: 'bad-mark', data: ['2'] }]);
  });
});
