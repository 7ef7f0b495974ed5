import { describe, expect, it } from 'vitest';
import { assignmentChances, credits } from '../../src/domain/learning/credits';
import type { InterleavedList, InterleavingName, TiedRanking } from '../../src/domain/learning/interleaving';
import { pdgdGradient, plackettLuceSample, swapLogOdds } from '../../src/domain/learning/pdgd';
import { uniform } from '../../src/domain/statistics/random';
import { goldenPath, readJson } from './read';

interface Golden {
  readonly lists: readonly {
    readonly method: InterleavingName;
    readonly rankings: readonly TiedRanking[];
    readonly shown: readonly string[];
    readonly drawnFor: readonly number[];
    readonly marks: readonly string[];
    readonly chances: readonly (readonly number[])[];
    readonly credits: readonly number[];
    readonly rejected: Readonly<Record<string, readonly number[]>>;
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
    readonly rejected: Readonly<Record<string, readonly number[]>>;
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
  const creditsOf = (each: Case): number[] => credits({ list: listOf(each), marks: each.marks });

  it.each(golden.lists.map((each, i) => ({ name: `${each.method}, ${i}`, each })))(
    'are those of all assignments gone through: $name',
    ({ each }) => {
      for (const [place, chances] of assignmentChances(listOf(each)).entries())
        expect(farthest(chances, each.chances[place]!)).toBeLessThan(1e-12);
      expect(farthest(creditsOf(each), each.credits)).toBeLessThan(1e-12);
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
  const gradientOf = ({ features, weights, list, marks }: Golden['gradients'][number]): Float64Array =>
    pdgdGradient(Float64Array.from(weights), { features: features.map((row) => Float64Array.from(row)) }, list, marks);

  it.each(golden.gradients)('has the odds of swapped lists, of probabilities of whole lists: $list', (each) => {
    const scores = Float64Array.from(each.features, (row) =>
      row.reduce((sum, value, i) => sum + value * each.weights[i]!, 0),
    );
    for (const [a, b, odds] of each.logOdds) expect(swapLogOdds(scores, each.list, a, b)).toBeCloseTo(odds, 11);
  });

  it.each(golden.gradients)('has the gradient of the reference: $list', (each) =>
    expect(farthest(gradientOf(each), each.gradient)).toBeLessThan(1e-12),
  );
});
