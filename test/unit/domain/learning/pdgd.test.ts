import { describe, expect, it } from 'vitest';
import {
  linearScores,
  pdgdGradient,
  type PdgdQuestion,
  plackettLuceSample,
  sampledList,
} from '../../../../src/domain/learning/pdgd';
import { uniform } from '../../../../src/domain/statistics/random';

const question: PdgdQuestion = {
  features: [
    [0.9, 0.1],
    [0.4, 0.8],
    [0, 0.3],
    [1, 1],
  ].map((row) => Float64Array.from(row)),
};
const weights = Float64Array.from([1.5, -0.5]);
const scores = linearScores(weights, question);

/** All lists of some of the documents, in any order. */
const lists = (docs: readonly number[], depth: number): number[][] =>
  depth === 0
    ? [[]]
    : docs.flatMap((doc) =>
        lists(
          docs.filter((other) => other !== doc),
          depth - 1,
        ).map((rest) => [doc, ...rest]),
      );

function probabilityOf(list: readonly number[]): number {
  const left = new Set(scores.keys());
  return list.reduce((product, doc) => {
    const total = [...left].reduce((sum, other) => sum + Math.exp(scores[other]!), 0);
    left.delete(doc);
    return (product * Math.exp(scores[doc]!)) / total;
  }, 1);
}

describe('pairwise differentiable gradient descent', () => {
  it.each([4, 3])('learns nothing from marks by place, in the mean over all lists of %i documents', (depth) => {
    for (let bits = 1; bits < 2 ** depth; bits++) {
      const marked = Array.from({ length: depth }, (_, place) => (bits & (1 << place)) !== 0);
      const mean = [0, 0];
      for (const list of lists([0, 1, 2, 3], depth))
        pdgdGradient(weights, question, list, marked).forEach((value, i) => (mean[i]! += value * probabilityOf(list)));
      for (const each of mean) expect(Math.abs(each)).toBeLessThan(1e-12);
    }
  });

  it('prefers a marked document to those before it and to the one after it, and to none that comes later', () => {
    const moved = (list: readonly number[], marks: string): readonly number[] => [
      ...pdgdGradient(
        Float64Array.of(0),
        { features: [1, 10, 100, 1000].map((value) => Float64Array.of(value)) },
        list,
        [...marks].map((mark) => mark === 'x'),
      ),
    ];
    // Equal scores: every pair counts half of a quarter.
    expect(moved([0, 1, 2, 3], '.x..')).toEqual([(10 - 1 + 10 - 100) / 8]);
    expect(moved([0, 1, 2, 3], '...x')).toEqual([(3 * 1000 - 111) / 8]);
    expect(moved([0, 1, 2, 3], '....')).toEqual([0]);
    expect(moved([0, 1, 2, 3], 'xxxx')).toEqual([0]);
  });

  it('draws lists of its scores, the same for the same seed', () => {
    const drawn = (seed: number): number[] => sampledList(weights, question, { depth: 3, random: uniform(seed) });
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).toHaveLength(3);
    expect(drawn(7)).toEqual(plackettLuceSample(scores, 3, uniform(7)));
  });
});
