import { describe, expect, it } from 'vitest';
import { hiddenJudgments } from '../../../simulations/bounds';
import { sampledPair } from '../../../simulations/passages';
import { samplePools } from '../../../simulations/pools';
import { simulations } from '../../../simulations/table';
import type { Simulation } from '../../../simulations/types';

const pair = samplePools().find(({ name }) => name === 'bm25, embedding')!;

describe('evidence of the bundled sample', () => {
  const { precision, gain, greedy } = sampledPair(pair, { n: 6, count: 40, seed: 2 });

  it('has no bias from sampled passages, and intervals that contain the truth', () => {
    for (const { bias, error, once, always } of [precision, gain]) {
      expect(Math.abs(bias)).toBeLessThan(0.003 + 2 * error);
      expect(once).toBeGreaterThan(0.8);
      expect(always).toBeGreaterThanOrEqual(0.93);
    }
  });

  it('has one where unjudged passages count as not relevant', () => {
    expect(Math.abs(greedy.precision)).toBeGreaterThan(0.006);
  });

  it.each(['nDCG@10', 'MAP@10', 'MRR@10'])('has bounds by %s that contain the difference at all times', (text) => {
    const { looked, missed, right } = hiddenJudgments(pair, text);
    expect(looked).toBeGreaterThan(1500);
    expect(missed).toBe(0);
    expect(right).toBe(true);
  });
});

/**
 * The bounds of all pairs by one measure take too long here; those of one pair are looked at above. Those of learning are
 * in its folder.
 */
const quick = simulations.filter(({ title }) => !title.startsWith('Bounds') && !title.startsWith('Learning'));

it.each(quick)('“$title” has a row', async ({ title, rows }: Simulation) => {
  const [first] = rows();
  // The judgments of Cranfield are not in the repository.
  if (title.includes('Sampled passages of Cranfield') && first === undefined) return;
  const { figures, holds } = await first!.simulate({ count: 8, seed: 1 });
  expect(Object.keys(figures).length).toBeGreaterThan(1);
  expect(holds).not.toBe(false);
});
