import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { fuse } from '../../../../src/domain/fusion/fuse';
import {
  candidatesOf,
  drawnList,
  linearScores,
  pdgdGradient,
  type PdgdQuestion,
  steppedWeights,
} from '../../../../src/domain/learning/pdgd';
import { mixed } from '../../../../src/domain/statistics/random';
import {
  firstWeights,
  learnedSystem,
  movedShare,
  weightLearning,
  weightShares,
  WeightStanding,
} from '../../../../src/domain/learning/weight-learning';
import { experiment } from '../../workbench/workshop';

describe('drawn list', () => {
  const itself = (passage: string): string => passage;

  const ranking = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 14 }), fc.double({ min: -5, max: 20, noNaN: true })), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 12,
    })
    .map((all): Ranking => all.map(([id, score]) => ({ id: docId(`d${id}`), score })));

  const lists: readonly Ranking[] = [
    [
      { id: docId('a'), score: 9 },
      { id: docId('b'), score: 5 },
      { id: docId('c'), score: 1 },
    ],
    [
      { id: docId('d'), score: 0.9 },
      { id: docId('b'), score: 0.6 },
      { id: docId('e'), score: 0.1 },
    ],
  ];

  describe('candidates', () => {
    it('have the scores that a weighted sum adds up: its order is that of the linear scores', () => {
      fc.assert(
        fc.property(
          fc.array(ranking, { minLength: 2, maxLength: 4 }),
          fc.constantFrom('min-max' as const, 'rank' as const, 'zmuv' as const),
          fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 4, maxLength: 4 }),
          (rankings, norm, all) => {
            const weights = all.slice(0, rankings.length);
            const { passages, features } = candidatesOf(rankings, norm, itself);
            const rows = features.map((row) => Float64Array.from(row));
            const scores = linearScores(Float64Array.from(weights), { features: rows });
            const fused = fuse(rankings, { method: 'wsum', norm, absent: 'zero', weights });
            expect(new Map(passages.map((passage, doc) => [passage, scores[doc]! + 0]))).toEqual(
              new Map(fused.map(({ id, score }) => [id, score + 0])),
            );
          },
        ),
      );
    });

    it('show a text once, by the copy with the highest scores, normalised as if all copies were there', () => {
      const text = (passage: string): string | null => (passage === 'a' || passage === 'c' ? 'same' : null);
      const { passages, features } = candidatesOf(lists, 'min-max', text);
      expect(passages.toSorted()).toEqual(['a', 'b', 'd', 'e']);
      // Without c the lowest score of the first list would be that of b.
      expect(features[passages.indexOf('b')]![0]).toBe(0.5);
    });
  });

  describe('a drawn list', () => {
    const candidates = candidatesOf(lists, 'min-max', itself);
    const weights = [5, 5];

    it('is the same for the same seed, has each passage once, and ends at its depth', () => {
      for (let seed = 0; seed < 50; seed++) {
        const list = drawnList(candidates, { weights, depth: 4, seed });
        expect(list).toEqual(drawnList(candidates, { weights, depth: 4, seed }));
        expect(new Set(list.shown).size).toBe(4);
        expect(list.shown.every((passage) => candidates.passages.includes(passage))).toBe(true);
      }
      expect(drawnList({ passages: [], features: [] }, { weights, depth: 4, seed: 1 }).shown).toEqual([]);
      expect(drawnList(candidates, { weights, depth: 9, seed: 1 }).shown).toHaveLength(5);
    });

    it('moves the weights by the gradient at the weights that it was drawn by', () => {
      const list = drawnList(candidates, { weights, depth: 4, seed: 3 });
      const docs = list.shown.map((passage) => candidates.passages.indexOf(passage));
      const question = { features: candidates.features.map((row) => Float64Array.from(row)) };
      const marked = docs.map((_, place) => place === 1);
      const gradient = pdgdGradient(Float64Array.from(weights), question, docs, marked);
      expect(Math.max(...gradient.map(Math.abs))).toBeGreaterThan(0);
      expect(steppedWeights(list, [list.shown[1]!], 2)).toEqual(weights.map((weight, i) => weight + 2 * gradient[i]!));
      expect(steppedWeights(list, [], 2)).toEqual(weights);
      expect(() => steppedWeights(list, ['x'], 2)).toThrow(RangeError);
    });

    it('never makes a weight negative, which a weighted sum cannot have', () => {
      let list = drawnList(candidates, { weights: [0.05, 5], depth: 5, seed: 1 });
      for (let seed = 2; seed < 40; seed++) {
        const moved = steppedWeights(list, ['d'], 5);
        expect(Math.min(...moved)).toBeGreaterThanOrEqual(0);
        list = drawnList(candidates, { weights: moved, depth: 5, seed });
      }
      expect(list.weights[0]).toBe(0);
    });
  });
});

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
});

const spec = experiment();
const retrieverOf = (id: string) => spec.systems.find((system) => system.id === id)!.retrievers[0]!;
const learning = weightLearning({
  id: 'w',
  createdAt: 1,
  depth: 5,
  seed: 7,
  questions: 'own',
  spec,
  norm: 'min-max',
  features: ['bm25', 'embedding'].map((name) => ({ name, retriever: retrieverOf(name) })),
});

const ranked = (passages: string): Ranking =>
  [...passages].map((passage, i) => ({ id: docId(passage), score: passages.length - i }));
const rankings = [ranked('abcdefgh'), ranked('stuvwxyz')];
const candidates = candidatesOf(rankings, 'min-max', (passage) => passage);

/** Lists that are marked by someone, one after the other. */
function learned(count: number, seed: number, marks: (shown: readonly string[]) => readonly string[]): WeightStanding {
  const standing = new WeightStanding(learning);
  for (let number = 0; number < count; number++) {
    const list = drawnList(candidates, { weights: standing.weights, depth: 5, seed: mixed(seed + number) });
    standing.add({ list, marks: marks(list.shown), doneAt: 1 });
  }
  return standing;
}

describe('weights that are learned', () => {
  it('go to the list whose passages are marked, from even ones', () => {
    expect(new WeightStanding(learning).figures).toMatchObject({
      weights: firstWeights(2),
      moved: 0,
      marks: 0,
      lists: 0,
    });
    for (const [helpful, at] of [
      ['abcdefgh', 0],
      ['stuvwxyz', 1],
    ] as const) {
      const { figures } = learned(60, 100, (shown) => shown.filter((passage) => helpful.includes(passage)));
      expect(weightShares(figures.weights)![at]).toBeGreaterThan(0.7);
      expect(figures.moved).toBeCloseTo(weightShares(figures.weights)![at]! - 0.5, 12);
      expect(figures.movedByHalf).toBeLessThan(figures.moved);
    }
  });

  it('count marks, and lists without one, and pass over a question for which nothing was found', () => {
    const standing = learned(4, 1, (shown) => (shown[0] === 'a' ? [] : shown.slice(0, 2)));
    const { figures } = standing;
    expect(figures.lists).toBe(4);
    expect(figures.marks).toBe(2 * (4 - figures.abandoned));
    const empty = drawnList({ passages: [], features: [] }, { weights: standing.weights, depth: 5, seed: 1 });
    standing.add({ list: empty, marks: [], doneAt: 1 });
    expect(standing.figures).toEqual({ ...figures, passedOver: 1 });
  });

  it('refuse a list that is not done, or was drawn by other weights than those before it made', () => {
    const list = drawnList(candidates, { weights: [1, 2], depth: 5, seed: 1 });
    expect(() => new WeightStanding(learning).add({ list, marks: [], doneAt: null })).toThrow('not done');
    expect(() => new WeightStanding(learning).add({ list, marks: [], doneAt: 1 })).toThrow('other weights');
    // Another browser's exponentials made them.
    const weights = learning.start.map((weight) => weight * (1 + Number.EPSILON));
    const elsewhere = drawnList(candidates, { weights, depth: 5, seed: 1 });
    expect(() => new WeightStanding(learning).add({ list: elsewhere, marks: [], doneAt: 1 })).not.toThrow();
  });

  it('moved by half the change of shares: neither their size nor both sides of a change count', () => {
    expect(movedShare([5, 5], [1, 1])).toBe(0);
    expect(movedShare([5, 5], [10, 0])).toBe(0.5);
    expect(movedShare([1, 0, 0], [0, 2, 2])).toBe(1);
    expect(movedShare([1, 1, 1], [0, 0, 0])).toBeNaN();
  });
});

describe('the resulting system', () => {
  it('is the weighted sum with the weights as shares, which orders passages as they do', () => {
    const system = learnedSystem(learning, [7.03, 2.11])!;
    expect(system.id).toBe('bm25 + embedding, learned blind');
    expect(system.retrievers).toEqual([retrieverOf('bm25'), retrieverOf('embedding')]);
    const { fusion } = system;
    if (fusion?.method !== 'wsum') throw new Error('a weighted sum');
    expect(fusion).toMatchObject({ norm: 'min-max', absent: 'zero', weights: [0.7691, 0.2309] });
    const ids = (weights: number[]) => fuse(rankings, { ...fusion, weights }).map(({ id }) => id);
    expect(ids(fusion.weights)).toEqual(ids([7.03, 2.11]));
    expect(learnedSystem(learning, [0, 0])).toBeNull();
  });

  it('needs two lists of different names', () => {
    const { names: _n, method: _m, start: _s, rate: _r, revealed: _v, ...rest } = learning;
    const feature = { name: 'bm25', retriever: retrieverOf('bm25') };
    for (const features of [[feature], [feature, feature]])
      expect(() => weightLearning({ ...rest, features })).toThrow(RangeError);
  });
});
