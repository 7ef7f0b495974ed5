import { describe, expect, it } from 'vitest';
import { alike, cranfieldPath, different, judgeOn } from './cranfield';

/** Of the order of questions. Other seeds are a study's matter. */
const seed = 'first';

/** Whoever judges knows the truth of Cranfield, and judges with the keys of the screen, on the board of the screen. */
describe.skipIf(cranfieldPath === null)('judging Cranfield', () => {
  it('decides for the system that is better', async () => {
    const { decided, questions } = await judgeOn(different(), { seed, measure: 'nDCG@10' });
    expect(decided).toBe('bm25');
    expect(questions).toBeLessThan(225);
  });

  it('decides nothing where chance alone tells systems apart', async () => {
    const { decided, questions } = await judgeOn(alike(seed), { seed, measure: 'nDCG@10', stops: false });
    expect(decided).toBeNull();
    expect(questions).toBe(225);
  });
});
