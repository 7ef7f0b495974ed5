import { describe, expect, it } from 'vitest';
import { sequentialEvidence, simultaneousPairs } from '../../src/domain/evidence/sequential';
import type { Interval } from '../../src/domain/statistics/types';
import { goldenPath, readJson } from './read';

type State = readonly [kind: 'decided' | 'equivalent' | 'open', systems: readonly number[]];

interface Golden {
  readonly sequences: readonly {
    readonly name: string;
    readonly margin: number;
    readonly values: readonly (readonly number[])[];
    readonly corrected: readonly Interval[];
    readonly table: readonly Interval[];
    readonly uncorrected: readonly Interval[];
    readonly state: State;
    readonly uncorrectedState: State;
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
    expect(
      within(
        simultaneousPairs(input).map(({ interval }) => interval),
        expected.table,
      ),
    ).toBe(true);
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
