import { describe, expect, it } from 'vitest';
import { crossValidate, train } from '../../../../src/domain/ltr/cross-validate';
import { foldsOf } from '../../../../src/domain/ltr/folds';
import { selectQuestions } from '../../../../src/domain/ltr/matrix';
import { applyModel } from '../../../../src/domain/ltr/model';
import { finish } from '../../../../src/domain/ltr/training';
import { eager, noisyQuestions } from './made';

describe('cross-validation', () => {
  const data = noisyQuestions(25, 6, 2, 7);
  const folds = foldsOf(data.questions, 5, 1);

  it('scores every question by the model of its fold, in place', () => {
    const options = eager({ rounds: 5 });
    const { scores, folds: results } = finish(crossValidate(data, folds, options));
    expect(
      results
        .map(({ questions }) => questions)
        .flat()
        .sort((a, b) => a - b),
    ).toEqual([...data.questions.keys()]);
    for (const { fold, questions, training } of results) {
      const others = [...data.questions.keys()].filter((q) => folds[q] !== fold);
      expect(training.model).toEqual(finish(train(selectQuestions(data, others), options)).model);
      for (const q of questions) {
        expect(folds[q]).toBe(fold);
        const expected = applyModel(training.model, selectQuestions(data, [q]));
        expect(scores.slice(data.offsets[q], data.offsets[q + 1])).toEqual(expected);
      }
    }
  });

  it('tells each step of each fold', () => {
    const steps = [...crossValidate(data, folds, eager({ rounds: 2 }))];
    expect(steps).toEqual([0, 1, 2, 3, 4].flatMap((fold) => [1, 2].map((step) => ({ fold, folds: 5, step, most: 2 }))));
  });

  it('refuses folds that leave nothing out, have gaps, or are not one a question', () => {
    const run = (of: ArrayLike<number>) => finish(crossValidate(data, of, eager()));
    expect(() => run(new Int32Array(25))).toThrow('at least two folds');
    expect(() => run(folds.map((fold) => (fold === 1 ? 5 : fold)))).toThrow('fold 1 has no question');
    expect(() => run(folds.slice(1))).toThrow('24 folds for 25 questions');
    expect(() => run(Array.from(folds, (fold) => fold + 0.5))).toThrow('the fold of question 0 is');
  });
});
