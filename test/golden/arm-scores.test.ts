import { describe, expect, it } from 'vitest';
import { ArmScores } from '../../src/domain/learning/arm-scores';
import type { InterleavedList } from '../../src/domain/learning/interleaving/interleave';
import type { TiedRanking } from '../../src/domain/learning/interleaving/tied-ranking';
import { goldenPath, readJson } from './read';

interface Golden {
  readonly arms: readonly string[];
  readonly lists: readonly {
    readonly rankings: Readonly<Record<string, TiedRanking>>;
    readonly on: readonly string[];
    readonly shown: readonly string[];
    readonly marks: readonly string[];
  }[];
  /** By first and second arm. */
  readonly ahead: readonly (readonly number[])[];
  readonly rejected: Readonly<Record<string, readonly (readonly number[])[]>>;
}

const { arms, lists, ahead, rejected } = readJson<Golden>(goldenPath('arm-scores.json'));

const found = (): readonly (readonly number[])[] => {
  const scores = new ArmScores(arms);
  for (const { rankings, on, shown, marks } of lists) {
    const ranked = Object.entries(rankings).map(([id, ranking]) => ({ id, ranking }));
    const list: InterleavedList = {
      method: 'probabilistic',
      systems: ranked.filter(({ id }) => on.includes(id)),
      others: ranked.filter(({ id }) => !on.includes(id)),
      depth: shown.length,
      seed: 0,
      shown,
      drawnFor: shown.map(() => on[0]!),
    };
    scores.add({ list, marks });
  }
  return arms.map((first) => arms.map((second) => scores.ahead(first, second)));
};

const farthest = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number =>
  Math.max(...a.flatMap((row, i) => row.map((value, j) => Math.abs(value - b[i]![j]!))));

describe('scores of arms', () => {
  it('are those of exact fractions', () => {
    expect(farthest(found(), ahead)).toBeLessThan(1e-9);
  });

  it.each(Object.keys(rejected))('are not those of %s', (name) => {
    expect(farthest(found(), rejected[name]!)).toBeGreaterThan(0.01);
  });
});
