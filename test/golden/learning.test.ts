import { describe, expect, it } from 'vitest';
import { assignmentChances, credits } from '../../src/domain/learning/credits';
import type { InterleavedList, InterleavingName, TiedRanking } from '../../src/domain/learning/interleaving';
import { pdgdGradient, plackettLuceSample, swapLogOdds } from '../../src/domain/learning/pdgd';
import { uniform } from '../../src/domain/statistics/random';
import { goldenPath, readJson } from './read';
import { sequentialEvidence, simultaneousPairs } from '../../src/domain/evidence/sequential';
import type { Interval } from '../../src/domain/statistics/types';
import { deviationInterval, plannedAlways, plannedOnce, questionsToDetect } from '../../src/domain/planning/planning';
import { chiSquareCdf, chiSquareQuantile } from '../../src/domain/statistics/distributions/chi-square';
import { momentsOf } from '../../src/domain/statistics/paired';

describe('learning', () => {
  interface Golden {
    readonly lists: readonly {
      readonly method: InterleavingName;
      readonly rankings: readonly TiedRanking[];
      readonly shown: readonly string[];
      readonly drawnFor: readonly number[];
      readonly marks: readonly string[];
      readonly chances: readonly (readonly number[])[];
      readonly credits: readonly number[];
    }[];
    readonly sampled: readonly {
      readonly scores: readonly number[];
      readonly depth: number;
      readonly lists: readonly (readonly [list: readonly number[], probability: number])[];
    }[];
    readonly gradients: readonly {
      readonly features: readonly (readonly number[])[];
      readonly weights: readonly number[];
      readonly list: readonly number[];
      readonly marks: readonly boolean[];
      readonly logOdds: readonly (readonly [a: number, b: number, odds: number])[];
      readonly gradient: readonly number[];
    }[];
  }

  const golden = readJson<Golden>(goldenPath('learning.json'));

  const farthest = (a: ArrayLike<number>, b: readonly number[]): number =>
    b.reduce((most, value, i) => Math.max(most, Math.abs(value - a[i]!)), 0);

  describe('credits of interleaved lists', () => {
    type Case = Golden['lists'][number];
    const listOf = ({ method, rankings, shown, drawnFor }: Case): InterleavedList => {
      const systems = rankings.map((ranking, i) => ({ id: String(i), ranking }));
      return { method, systems, shown, drawnFor: drawnFor.map(String), depth: shown.length, seed: 0 };
    };
    it.each(golden.lists.map((each, i) => ({ name: `${each.method}, ${i}`, each })))(
      'are those of all assignments gone through: $name',
      ({ each }) => {
        for (const [place, chances] of assignmentChances(listOf(each)).entries())
          expect(farthest(chances, each.chances[place]!)).toBeLessThan(1e-12);
        expect(farthest(credits({ list: listOf(each), marks: each.marks }), each.credits)).toBeLessThan(1e-12);
      },
    );
  });

  it.each(golden.sampled)(
    'Plackett–Luce lists of $depth documents are drawn with their probabilities',
    ({ scores, depth, lists }) => {
      const draws = 40_000;
      const random = uniform(4);
      const counts = new Map<string, number>();
      for (let i = 0; i < draws; i++) {
        const key = plackettLuceSample(Float64Array.from(scores), depth, random).join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      for (const [list, probability] of lists) {
        const error = Math.sqrt((probability * (1 - probability)) / draws);
        expect(Math.abs((counts.get(list.join()) ?? 0) / draws - probability)).toBeLessThan(4 * error);
      }
    },
  );

  describe('pairwise differentiable gradient descent', () => {
    it.each(golden.gradients)('has the odds of swapped lists, of probabilities of whole lists: $list', (each) => {
      const scores = Float64Array.from(each.features, (row) =>
        row.reduce((sum, value, i) => sum + value * each.weights[i]!, 0),
      );
      for (const [a, b, odds] of each.logOdds) expect(swapLogOdds(scores, each.list, a, b)).toBeCloseTo(odds, 11);
    });

    it.each(golden.gradients)('has the gradient of the reference: $list', ({ weights, list, marks, ...each }) => {
      const features = each.features.map((row) => Float64Array.from(row));
      const found = pdgdGradient(Float64Array.from(weights), { features }, list, marks);
      expect(farthest(found, each.gradient)).toBeLessThan(1e-12);
    });
  });
});

type State = readonly [kind: 'decided' | 'equivalent' | 'open', systems: readonly number[]];

interface Golden {
  readonly sequences: readonly {
    readonly name: string;
    readonly margin: number;
    readonly values: readonly (readonly number[])[];
    readonly corrected: readonly Interval[];
    readonly table: readonly Interval[];
    readonly state: State;
  }[];
}

const golden = readJson<Golden>(goldenPath('evidence.json'));
/** Neighbours of the grid of means, of differences from −1 to 1. */
const STEP = 0.001;

describe.each(golden.sequences)('evidence of several systems: $name', ({ margin, values, state, ...expected }) => {
  const systems = values.map((row, i) => ({ id: String(i), values: Float64Array.from(row) }));
  const input = { systems, range: [-1, 1], alpha: 0.05, margin, better: 'higher' } as const;
  const found = sequentialEvidence(input);

  const within = (intervals: readonly (Interval | null)[], reference: readonly Interval[]): boolean =>
    reference.every(([low, high], i) => {
      const [ownLow, ownHigh] = intervals[i]!;
      return (
        low - ownLow >= -1e-6 && low - ownLow <= STEP + 1e-6 && ownHigh - high >= -1e-6 && ownHigh - high <= STEP + 1e-6
      );
    });
  const intervals = found.pairs.map(({ interval }) => interval);

  it('has the intervals of the reference, at most a step wider', () => {
    expect(within(intervals, expected.corrected)).toBe(true);
    const table = simultaneousPairs(input).map(({ interval }) => interval);
    expect(within(table, expected.table)).toBe(true);
  });

  it('claims what the reference claims', () => {
    const [kind, best] = state;
    const names = best.map(String);
    expect(found.state).toEqual(
      kind === 'open'
        ? { kind, candidates: names }
        : kind === 'decided'
          ? { kind, best: names[0] }
          : { kind, best: names },
    );
  });
});

describe('planning', () => {
  interface Case {
    readonly name: string;
    readonly margin: number;
    readonly alpha: number;
    readonly differences: readonly number[];
    readonly deviation: number;
    readonly deviations: readonly [number, number];
    /** By the lower end of the deviation, the deviation and its upper end. */
    readonly once: readonly [number, number, number];
    /** A tenth, half and nine tenths of 4,000 sequences; null above 20,000. */
    readonly always: readonly (number | null)[];
  }

  const golden = readJson<{ cases: readonly Case[]; chi_square: readonly (readonly [number, number, number])[] }>(
    goldenPath('planning.json'),
  );
  const cases = golden.cases.map(
    (each) => [`${each.name}, a margin of ${each.margin} at ${each.alpha}`, each] as const,
  );

  describe('planning is that of the reference', () => {
    it.each(cases)('read once: %s', (_name, { differences, margin, deviation, deviations, once }) => {
      const values = Float64Array.from(differences);
      expect(momentsOf(values).deviation).toBeCloseTo(deviation, 10);
      const ends = deviationInterval(values);
      for (const i of [0, 1] as const) expect(ends[i] / deviations[i]).toBeCloseTo(1, 9);
      const found = plannedOnce({ differences: values, margin })!;
      const all = [found.range[0], found.questions, found.range[1]];
      // Guenther’s formula is at most one below the noncentral t distribution.
      for (const i of [0, 1, 2]) expect([once[i]! - 1, once[i]!]).toContain(all[i]);
    });

    // One margin and α of each input, of which one is beyond what is followed, and another α: each takes a while.
    const followed = cases.filter((_, i) => i % 3 === 1 || i === 2);
    it.each(followed)('read always: %s', (_name, { differences, margin, alpha, always }) => {
      const found = plannedAlways({
        differences: Float64Array.from(differences),
        margin,
        range: [-1, 1],
        alpha,
        seed: 1,
      })!;
      const all = [found.range[0], found.questions, found.range[1]];
      for (const [i, expected] of always.entries())
        if (expected === null) expect(all[i]).toBe(Infinity);
        // About three standard errors of 400 sequences.
        else expect(Math.abs(Math.log(all[i]! / expected)), `${all[i]} for ${expected}`).toBeLessThan(0.3);
    });

    it.each(golden.chi_square)('χ² at %s with %s degrees of freedom', (p, degrees, x) => {
      expect(chiSquareQuantile(p, degrees) / x).toBeCloseTo(1, 10);
      expect(chiSquareCdf(x, degrees)).toBeCloseTo(p, 11);
    });
  });

  it('planning rejects a margin that is none, and too few questions', () => {
    const differences = Float64Array.from(golden.cases[0]!.differences);
    expect(() => questionsToDetect(0.2, 0)).toThrow(RangeError);
    expect(plannedOnce({ differences: differences.slice(0, 7), margin: 0.02 })).toBeNull();
    expect(plannedOnce({ differences: new Float64Array(20).fill(0.1), margin: 0.02 })).toBeNull();
  });
});
