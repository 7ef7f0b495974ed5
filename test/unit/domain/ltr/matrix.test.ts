import { describe, expect, it } from 'vitest';
import { queryId } from '../../../../src/base/types';
import { checkMatrix, checkTrainingData, selectQuestions, weightedSums } from '../../../../src/domain/ltr/matrix';
import { dataOf } from './made';

const data = dataOf([
  [
    [1, 10, 11],
    [0, 20, 21],
  ],
  [[2, 30, 31]],
  [],
  [[3, 40, 41]],
]);

describe('a feature matrix', () => {
  it('gives the rows of some questions, in the order asked for', () => {
    expect(selectQuestions(data, [3, 0, 2])).toEqual({
      names: ['f0', 'f1'],
      values: Float64Array.of(40, 41, 10, 11, 20, 21),
      offsets: Int32Array.of(0, 1, 3, 3),
      questions: ['q3', 'q0', 'q2'],
      labels: Float64Array.of(3, 1, 0),
    });
  });

  it('is refused where its shapes do not fit', () => {
    expect(() => checkTrainingData(data)).not.toThrow();
    expect(() => checkMatrix({ ...data, names: [] })).toThrow('needs a feature');
    expect(() => checkMatrix({ ...data, names: ['a', 'a'] })).toThrow('two features are called “a”');
    expect(() => checkMatrix({ ...data, values: data.values.slice(1) })).toThrow(
      '4 rows of 2 features are not 7 values',
    );
    expect(() => checkMatrix({ ...data, offsets: Int32Array.of(0, 3, 2, 4) })).toThrow('question 1 end before');
    expect(() => checkMatrix({ ...data, offsets: Int32Array.of(1, 4) })).toThrow('must begin at 0');
    expect(() => checkTrainingData({ ...data, labels: data.labels.slice(1) })).toThrow('3 labels for 4 rows');
    expect(() => checkTrainingData({ ...data, questions: ['a', 'b', 'c', 'a'].map(queryId) })).toThrow('twice');
    expect(() => checkTrainingData({ ...data, questions: [queryId('a')] })).toThrow('1 questions for the rows of 4');
  });

  it('is refused with a value that is no number, by name and row', () => {
    const values = data.values.slice();
    values[5] = NaN;
    expect(() => checkMatrix({ ...data, values })).toThrow('feature “f1” of row 2 is NaN');
    expect(() => checkTrainingData({ ...data, labels: Float64Array.of(0, -1, 0, 0) })).toThrow('label of row 1 is -1');
  });
});

it('weighs each row', () => {
  const sums = new Float64Array(2).fill(9);
  weightedSums(Float64Array.of(1, 2, 3, 4, 5, 6), [1, 10, 100], sums);
  expect([...sums]).toEqual([321, 654]);
});
