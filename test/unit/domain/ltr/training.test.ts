import { describe, expect, it } from 'vitest';
import { runOfScores } from '../../../../src/domain/ltr/cross-validate';
import { checkOptions, DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';
import { checkSomethingToLearn, finish } from '../../../../src/domain/ltr/training';
import { dataOf } from './made';
import { docId, queryId } from '../../../../src/base/types';
import { checkMatrix, checkTrainingData, selectQuestions, standardisationOf } from '../../../../src/domain/ltr/matrix';
import { foldsOf, seededOrder } from '../../../../src/domain/ltr/folds';

const trees = DEFAULT_OPTIONS['lambda-mart'];

it.each([
  ['bins', { ...trees, bins: 256 }],
  ['leaves', { ...trees, leaves: 1 }],
  ['bagging.share', { ...trees, bagging: { share: 1, every: 5 } }],
  ['earlyStopping.patience', { ...trees, earlyStopping: { share: 0.2, patience: 0, cutoff: 10 } }],
  ['minHessian', { ...trees, minHessian: 0 }],
  ['penalty', { ...DEFAULT_OPTIONS['rank-net'], penalty: -1 }],
  ['tolerance', { ...DEFAULT_OPTIONS['list-net'], tolerance: 0 }],
])('options of learners are refused with the path %s', (path, options) => {
  expect(() => checkOptions(options)).toThrow(new RegExp(`^${path}: `));
});

it('makes a run of scores, ties by document id descending, a question without candidates with none', () => {
  const data = {
    ...dataOf('0 1, 0 1, 0 1; ; 0 1'),
    docs: ['d1', 'd2', 'd3', 'd1'].map(docId),
  };
  const run = runOfScores(data, Float64Array.of(1, 1, 2, -5));
  expect([...run]).toEqual([
    [
      'q0',
      [
        { id: 'd3', score: 2 },
        { id: 'd2', score: 1 },
        { id: 'd1', score: 1 },
      ],
    ],
    ['q1', []],
    ['q2', [{ id: 'd1', score: -5 }]],
  ]);
});

it('standardised features are 0 for a feature of one value, also where its mean would be rounded', () => {
  const data = dataOf('0 0.1, 0 0.1, 0 0.1');
  expect(standardisationOf(data)).toEqual({ mean: [0.1], deviation: [1] });
});

describe('a training', () => {
  it('has nothing to learn where grades differ between questions alone', () => {
    expect(() => checkSomethingToLearn(dataOf('1 0, 1 0; 0 0'))).toThrow('nothing to learn');
    expect(() => checkSomethingToLearn(dataOf('1 0, 1 0; 0 0, 2 0'))).not.toThrow();
  });

  it('is ended by whom it tells its steps', () => {
    const ended: string[] = [];
    function* counting(name: string): Generator<number, string> {
      for (let i = 0; i < 3; i++) yield i;
      ended.push(name);
      return name;
    }
    const steps: number[] = [];
    expect(finish(counting('whole'), (step) => steps.push(step))).toBe('whole');
    expect(steps).toEqual([0, 1, 2]);
    const stopped = () =>
      finish(counting('stopped'), (step) => {
        if (step === 1) throw new Error('enough');
      });
    expect(stopped).toThrow('enough');
    expect(ended).toEqual(['whole']);
  });
});

const data = dataOf('1 10 11, 0 20 21; 2 30 31; ; 3 40 41');

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

const questions = Array.from({ length: 103 }, (_, i) => queryId(`${i + 1}`));

describe('folds', () => {
  it('are the same for a seed, and others for another', () => {
    expect(foldsOf(questions, 5, 7)).toEqual(foldsOf(questions, 5, 7));
    expect(foldsOf(questions, 5, 8)).not.toEqual(foldsOf(questions, 5, 7));
    // Frozen: another hash would give every collection other folds.
    expect(seededOrder(['a', 'b', 'c', '文', '🙂'].map(queryId), 1)).toEqual([3, 2, 1, 0, 4]);
  });

  it('need at least two, a question each, and no question twice', () => {
    expect(() => foldsOf(questions, 1, 0)).toThrow('at least two');
    expect(() => foldsOf(questions.slice(0, 3), 4, 0)).toThrow('4 folds need as many questions, not 3');
    expect(() => foldsOf([queryId('a'), queryId('a')], 2, 0)).toThrow('twice');
  });
});
