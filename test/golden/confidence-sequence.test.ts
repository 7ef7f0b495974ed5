import { describe, expect, it } from 'vitest';
import { ConfidenceSequence } from '../../src/domain/statistics/confidence-sequence';
import { goldenPath, readJson } from './read';

interface Case {
  readonly name: string;
  readonly alpha: number;
  readonly values: readonly number[];
  readonly at: readonly number[];
  readonly low: readonly number[];
  readonly high: readonly number[];
}

const { cases } = readJson<{ cases: readonly Case[] }>(goldenPath('confidence-sequence.json'));
/** Neighbours of the grid, of differences from −1 to 1. */
const STEP = 0.001;

describe('a confidence sequence', () => {
  it.each(cases)('of $name at $alpha is that of the reference, at most a step wider', ({ alpha, ...golden }) => {
    const sequence = new ConfidenceSequence({ range: [-1, 1], alpha });
    golden.values.forEach((value, i) => {
      sequence.add(value);
      const at = golden.at.indexOf(i + 1);
      if (at < 0) return;
      const [low, high] = sequence.interval!;
      expect(golden.low[at]! - low, `low after ${i + 1}`).toBeGreaterThanOrEqual(-1e-9);
      expect(golden.low[at]! - low, `low after ${i + 1}`).toBeLessThanOrEqual(STEP + 1e-9);
      expect(high - golden.high[at]!, `high after ${i + 1}`).toBeGreaterThanOrEqual(-1e-9);
      expect(high - golden.high[at]!, `high after ${i + 1}`).toBeLessThanOrEqual(STEP + 1e-9);
    });
  });
});
