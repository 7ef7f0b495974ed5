import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../../../../src/domain/dataset/problem';
import type { DataRecord } from '../../../../../src/domain/dataset/readers/records';
import { unanswerableIn } from '../../../../../src/domain/dataset/readers/unanswerable-field';

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
