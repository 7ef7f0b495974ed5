import { describe, expect, it } from 'vitest';
import { interleave } from '../../../../src/domain/learning/interleaving/interleave';
import { PreferenceSequence } from '../../../../src/domain/learning/preference';

/** Rankings without a common passage, so that a mark gives all credit to one system. */
const listOf = (seed: number, first = 'abcd', second = 'wxyz') =>
  interleave({
    method: 'team-draft',
    systems: [first, second].map((ranking, i) => ({
      id: String(i),
      ranking: [...ranking].map((passage) => [passage]),
    })),
    depth: 4,
    seed,
  });
const OPTIONS = { alpha: 0.05, margin: 0.1 };

describe('a preference', () => {
  it('is undecided before the first list, and becomes that for the first or second system as lists prefer it', () => {
    for (const [helpful, state, sign] of [
      ['abcd', 'first', 1],
      ['wxyz', 'second', -1],
    ] as const) {
      const preference = new PreferenceSequence(OPTIONS);
      expect(preference.state).toBe('undecided');
      for (let seed = 0; preference.state === 'undecided'; seed++) {
        const list = listOf(seed);
        preference.add({ list, marks: list.shown.filter((passage) => helpful.includes(passage)) });
      }
      expect(preference.state).toBe(state);
      expect(preference.mean).toBe(sign);
      expect(preference.lists).toBeLessThan(20);
      expect(Math.min(...preference.interval!.map((end) => sign * end))).toBeGreaterThan(0);
    }
  });

  it('is a tie where neither can be better by the margin, for marks on shared ranks and lists without a mark', () => {
    const preference = new PreferenceSequence(OPTIONS);
    for (let seed = 0; seed < 90; seed++) {
      const list = listOf(seed, 'abcd', 'abcd');
      preference.add({ list, marks: seed % 3 === 0 ? [] : [list.shown[1]!] });
    }
    expect(preference.state).toBe('tie');
    expect(preference.abandoned).toBe(30);
    expect(preference.lists).toBe(90);
  });

  it('is no tie for a margin that the interval reaches', () => {
    const preference = new PreferenceSequence({ ...OPTIONS, margin: 0.01 });
    for (let seed = 0; seed < 90; seed++) preference.add({ list: listOf(seed, 'abcd', 'abcd'), marks: ['a'] });
    expect(preference.state).toBe('undecided');
  });

  it('passes over lists without a passage, which compare nothing', () => {
    const preference = new PreferenceSequence(OPTIONS);
    preference.add({ list: listOf(1, 'abcd', ''), marks: [] });
    expect(preference.lists).toBe(0);
    expect(preference.abandoned).toBe(0);
  });

  it('refuses lists of three systems', () => {
    const list = listOf(1);
    const third = { id: 'third', ranking: [['a']] };
    expect(() =>
      new PreferenceSequence(OPTIONS).add({ list: { ...list, systems: [...list.systems, third] }, marks: [] }),
    ).toThrow(RangeError);
  });
});
