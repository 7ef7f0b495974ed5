import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashText } from '../../../../src/base/hash';
import { linesHash, pacedMap, pacedSort, type Pace, pacer, together } from '../../../../src/workbench/kernel/pace';

/** More than one stretch of work has. */
const many = { minLength: 0, maxLength: 1800, size: 'max' } as const;
const numbered = fc.array(fc.nat(50), many).map((keys) => keys.map((key, at) => ({ key, at })));
const at = pacer();

/** How often a piece of work asks whether it should pause. */
async function turnsOf(work: (pace: Pace) => Promise<unknown>): Promise<number> {
  let turns = 0;
  await work(() => Promise.resolve(void turns++));
  return turns;
}

describe('work in stretches', () => {
  it('sorts as a sort at once does, equal items in their order', async () => {
    const byKey = (a: { key: number }, b: { key: number }): number => a.key - b.key;
    await fc.assert(
      fc.asyncProperty(numbered, async (items) => {
        expect(await pacedSort(items, byKey, at)).toEqual(items.toSorted(byKey));
      }),
      { numRuns: 50 },
    );
  });

  it('gives the hash of lines that are joined', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), many), async (lines) => {
        expect(await linesHash(lines, at)).toBe(hashText(lines.join('\n')));
      }),
      { numRuns: 20 },
    );
  });

  it('asks whether to pause at every item that may be long, and every few hundred that are short', async () => {
    const items = Array.from({ length: 2000 }, (_, i) => i);
    expect(await turnsOf((pace) => pacedMap(items, String, pace))).toBe(2000);
    // Four parts are sorted, then 2 × 1,000 and 1 × 2,000 are merged.
    expect(await turnsOf((pace) => pacedSort(items, (a, b) => b - a, pace))).toBeGreaterThanOrEqual(8);
    expect(await turnsOf((pace) => linesHash(items.map(String), pace))).toBe(4);
  });
});

describe('tasks that run together', () => {
  it('give what each gives, in their order', async () => {
    const slow = new Promise<string>((resolve) => setTimeout(() => resolve('slow')));
    expect(await together([slow, Promise.resolve(2)])).toEqual(['slow', 2]);
  });

  it('have all ended when one has failed', async () => {
    const seen: string[] = [];
    const slow = new Promise<void>((resolve) => setTimeout(resolve)).then(() => void seen.push('ended'));
    await expect(together([Promise.reject(new Error('no')), slow])).rejects.toThrow('no');
    expect(seen).toEqual(['ended']);
  });
});
