import { describe, expect, it } from 'vitest';
import { docId, type Ranking } from '../../../../src/base/types';
import { fuse } from '../../../../src/domain/fusion/fuse';
import { candidatesOf, drawnList } from '../../../../src/domain/learning/pdgd';
import {
  firstWeights,
  learnedSystem,
  learningBaselines,
  movedShare,
  weightLearning,
  weightShares,
  WeightStanding,
} from '../../../../src/domain/learning/weight-learning';
import { mixed } from '../../../../src/domain/statistics/random';
import { experiment } from '../../workbench/workshop';

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

  it('is compared with even weights and with each list alone', () => {
    const [even, ...alone] = learningBaselines(learning);
    expect(even).toMatchObject({ id: 'bm25 + embedding, even', fusion: { weights: [0.5, 0.5] } });
    const { depth: _, ...bm25 } = { depth: 0, ...spec.systems.find(({ id }) => id === 'bm25')! };
    expect(alone).toEqual([bm25, spec.systems.find(({ id }) => id === 'embedding')]);
  });

  it('needs two lists of different names', () => {
    const { names: _n, method: _m, start: _s, rate: _r, revealed: _v, ...rest } = learning;
    const feature = { name: 'bm25', retriever: retrieverOf('bm25') };
    for (const features of [[feature], [feature, feature]])
      expect(() => weightLearning({ ...rest, features })).toThrow(RangeError);
  });
});
