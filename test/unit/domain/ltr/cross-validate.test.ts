import { describe, expect, it } from 'vitest';
import { crossValidate, train } from '../../../../src/domain/ltr/cross-validate';
import { foldsOf } from '../../../../src/domain/ltr/folds';
import { selectQuestions, standardisationOf, type TrainingData } from '../../../../src/domain/ltr/matrix';
import { applyModel, type LinearModel } from '../../../../src/domain/ltr/model';
import { DEFAULT_OPTIONS } from '../../../../src/domain/ltr/learned-spec';
import { finish } from '../../../../src/domain/ltr/training';
import { candidateNdcg } from '../../../../src/domain/ltr/gain';
import { dataOf, eager, noisyQuestions, type Row, uniform } from './made';

const ndcg = (data: TrainingData, scores: Float64Array) => candidateNdcg(data, 10, 'linear')(scores);

/** One relevant of eight candidates, and only features that say nothing of it. */
function noise(seed: number): TrainingData {
  const next = uniform(seed);
  return dataOf(
    Array.from({ length: 40 }, () => Array.from({ length: 8 }, (_, i): Row => [i === 3 ? 1 : 0, next(), next()])),
  );
}

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

describe('cross-validation rejects', () => {
  it('scoring questions that were trained on: noise that is learned by heart does not help', () => {
    const data = noise(3);
    const { model } = finish(train(data, eager({ rounds: 100 })));
    expect(ndcg(data, applyModel(model, data))).toBeGreaterThan(0.95);
    const { scores } = finish(crossValidate(data, foldsOf(data.questions, 4, 1), eager({ rounds: 100 })));
    expect(ndcg(data, scores)).toBeLessThan(0.6);
  });

  it('a feature that is the label of training questions only', () => {
    const data = noise(4);
    const folds = foldsOf(data.questions, 2, 1);
    // The label where fold 1 is, which model 0 learns from; a lure for another candidate where it is tested.
    const values = data.values.slice();
    data.questions.forEach((_, q) => {
      for (let row = data.offsets[q]!; row < data.offsets[q + 1]!; row++)
        values[row * 2] = folds[q] === 1 ? data.labels[row]! : row % 8 === 5 ? 1 : 0;
    });
    for (const options of [eager(), DEFAULT_OPTIONS['rank-net'], DEFAULT_OPTIONS['list-net']]) {
      const { scores, folds: results } = finish(crossValidate({ ...data, values }, folds, options));
      const tested = selectQuestions({ ...data, values }, results[0]!.questions);
      const found = applyModel(results[0]!.training.model, tested);
      expect(ndcg(tested, found)).toBeLessThan(0.6);
      expect(results[0]!.questions.every((q) => scores[data.offsets[q]! + 5]! > scores[data.offsets[q]! + 3]!)).toBe(
        true,
      );
    }
  });

  it('folds by row instead of by question: a twin in the same question gives the label away', () => {
    // Candidates come in twins with a number of their own, which tells a twin's label and nothing else.
    const next = uniform(6);
    const data = dataOf(
      Array.from({ length: 40 }, () =>
        Array.from({ length: 6 }, (_, i) => ({ label: i === 2 ? 1 : 0, mark: next() })).flatMap(
          ({ label, mark }): Row[] => [
            [label, mark],
            [label, mark],
          ],
        ),
      ),
    );
    const half = (first: number): TrainingData => ({
      ...data,
      values: data.values.filter((_, row) => row % 2 === first),
      labels: data.labels.filter((_, row) => row % 2 === first),
      offsets: data.offsets.map((offset) => offset / 2),
    });
    const options = eager({ rounds: 150, learningRate: 0.2 });
    const byRow = applyModel(finish(train(half(0), options)).model, half(1));
    expect(ndcg(half(1), byRow)).toBeGreaterThan(0.9);
    const byQuestion = finish(crossValidate(data, foldsOf(data.questions, 2, 1), options)).scores;
    expect(ndcg(data, byQuestion)).toBeLessThan(0.65);
  });

  it('features standardised with the rows of the test', () => {
    const data = noisyQuestions(20, 6, 2, 8);
    const folds = foldsOf(data.questions, 2, 1);
    const values = data.values.slice();
    data.questions.forEach((_, q) => {
      if (folds[q] === 0) for (let row = data.offsets[q]!; row < data.offsets[q + 1]!; row++) values[row * 3]! += 1000;
    });
    const shifted = { ...data, values };
    const { scores, folds: results } = finish(crossValidate(shifted, folds, DEFAULT_OPTIONS['list-net']));
    const { model } = results[0]!.training as { model: LinearModel };
    const others = [...data.questions.keys()].filter((q) => folds[q] !== 0);
    expect({ mean: model.mean, deviation: model.deviation }).toEqual(standardisationOf(selectQuestions(data, others)));
    expect(model.mean[0]).not.toBeCloseTo(standardisationOf(shifted).mean[0]!, 0);
    expect(model.mean[0]).not.toBeCloseTo(
      standardisationOf(selectQuestions(shifted, results[0]!.questions)).mean[0]!,
      0,
    );
    const row = data.offsets[results[0]!.questions[0]!]!;
    const expected = model.weights.reduce(
      (sum, weight, f) => sum + (weight * (values[row * 3 + f]! - model.mean[f]!)) / model.deviation[f]!,
      0,
    );
    expect(scores[row]).toBeCloseTo(expected, 9);
  });
});
