import { describe, expect, it } from 'vitest';
import { alike, cranfieldPath, different, judgeOn, type Oracle, wholeDifference } from './cranfield';

const SEEDS = ['first', 'second', 'third'];

/** Whoever judges knows the truth of Cranfield, and judges with the keys of the screen, on the board of the screen. */
describe.skipIf(cranfieldPath === null)('judging Cranfield, on three seeds each', () => {
  it.each([
    ['questions', 'nDCG@10'],
    ['passages', 'P@10'],
    ['passages', 'nDCG@10'],
  ] as const)('%s decides by %s for the system that is better', async (queue, measure) => {
    for (const seed of SEEDS) {
      const { decided, questions } = await judgeOn(different(), { queue, seed, measure });
      expect(decided, seed).toBe('bm25');
      expect(questions, seed).toBeLessThan(225);
    }
  });

  it.each([
    ['questions', 'nDCG@10'],
    ['passages', 'P@10'],
    ['passages', 'nDCG@10'],
  ] as const)('%s decides nothing by %s where chance alone tells systems apart', async (queue, measure) => {
    for (const seed of SEEDS) {
      const { decided, questions } = await judgeOn(alike(seed), { queue, seed, measure, stops: false });
      expect(decided, seed).toBeNull();
      expect(questions, seed).toBe(225);
    }
  });

  const holdsAlways = async (oracle: Oracle, seed: string, most: number): Promise<string | null> => {
    const truth = await wholeDifference(oracle, 'nDCG@10');
    const { decided, seen } = await judgeOn(oracle, { queue: 'informative', seed, measure: 'nDCG@10', most });
    for (const evidence of seen) {
      const [low, high] = evidence.kind === 'bounds' ? evidence.bounds : [NaN, NaN];
      expect(low).toBeLessThanOrEqual(truth + 1e-9);
      expect(high).toBeGreaterThanOrEqual(truth - 1e-9);
    }
    return decided;
  };

  it('most informative first has bounds that always hold, and decides where these exclude 0', async () => {
    for (const seed of SEEDS) {
      expect(await holdsAlways(different(seed), seed, Infinity), seed).toBe('bm25');
      expect(await holdsAlways(alike(seed), seed, 400), seed).toBeNull();
    }
  });
});
