import { describe, expect, it } from 'vitest';
import { chosenArms, type ArmStanding } from '../../../../src/domain/learning/chosen-arms';
import { Elimination } from '../../../../src/domain/learning/elimination';
import { interleave } from '../../../../src/domain/learning/interleaving/interleave';
import { uniform } from '../../../../src/domain/statistics/random';

const ARMS = [...'abcdefg'];

/** Arms with places on a line, a standard error being 1. */
const standing = (places: Readonly<Record<string, number>>, nearest: string | null = null): ArmStanding => ({
  remaining: Object.keys(places),
  ahead: (arm, other) => places[arm]! - places[other]!,
  nearest,
});

function listsOf(of: ArmStanding, lists = 2000): { readonly counts: Record<string, number>; readonly sizes: number[] } {
  const random = uniform(5);
  const counts: Record<string, number> = Object.fromEntries(of.remaining.map((arm) => [arm, 0]));
  const sizes: number[] = [];
  for (let i = 0; i < lists; i++) {
    const chosen = chosenArms(of, random);
    expect(chosen).toEqual(of.remaining.filter((arm) => chosen.includes(arm)));
    sizes.push(chosen.length);
    for (const arm of chosen) counts[arm]!++;
  }
  const shares = Object.entries(counts).map(([arm, count]) => [arm, count / lists] as const);
  return { counts: Object.fromEntries(shares), sizes };
}

describe('arms of the next list', () => {
  it('are the one that leads, and others the less often the further they are behind', () => {
    const { counts, sizes } = listsOf(standing({ a: 0, b: 0.5, c: 1, d: 1.2, e: -3, f: 0.9 }));
    expect(counts['d']).toBe(1);
    expect(counts['c']).toBeGreaterThan(counts['f']!);
    expect(counts['f']).toBeGreaterThan(counts['b']!);
    expect(counts['b']).toBeGreaterThan(counts['a']!);
    expect(counts['e']).toBe(0);
    expect(Math.min(...sizes)).toBe(2);
    expect(Math.max(...sizes)).toBe(3);
  });

  it('are any of them with the same chance where nothing is known, beside the first', () => {
    const { counts } = listsOf(standing(Object.fromEntries(ARMS.map((arm) => [arm, 0]))));
    for (const arm of ARMS.slice(1)) expect(Math.abs(counts[arm]! - 2 / 6)).toBeLessThan(0.04);
  });

  it('have the one that is nearest to leaving on a fourth of the lists, however far it is behind', () => {
    const { counts } = listsOf(standing({ a: 1, b: 1, c: 1, d: 1, e: -9 }, 'e'));
    expect(Math.abs(counts['e']! - 0.25)).toBeLessThan(0.04);
  });

  it('are two at least where one leads by far, and all where three remain', () => {
    const { sizes } = listsOf(standing({ a: 90, b: 0, c: 0, d: 0 }));
    expect(new Set(sizes)).toEqual(new Set([2]));
    expect(chosenArms(standing({ a: 90, b: 0, c: 0 }), () => 0.5)).toEqual(['a', 'b', 'c']);
  });
});

/** Passages that only one arm has, first, and what all have. */
const listOf = (arms: readonly string[], seed: number) =>
  interleave({
    method: 'probabilistic',
    systems: arms.map((id) => ({ id, ranking: [[id], ...ARMS.map((arm) => [`${arm}-2`])] })),
    depth: 3,
    seed,
  });

describe('elimination with chosen lists', () => {
  it('leaves the arm whose passages are marked, and lists have it more often than uniform ones', () => {
    const elimination = new Elimination({ arms: ARMS, alpha: 0.05 });
    const random = uniform(1);
    let [lists, withBest] = [0, 0];
    while (elimination.remaining.length > 1 && lists < 3000) {
      const arms = chosenArms(elimination, random);
      const list = listOf(arms, lists++);
      if (arms.includes('c')) withBest++;
      elimination.add({ list, marks: list.shown.filter((passage) => passage === 'c') });
    }
    expect(elimination.remaining).toEqual(['c']);
    expect(withBest / lists).toBeGreaterThan(0.8);
  });

  it('compares two arms on the lists that have both, and no other', () => {
    const elimination = new Elimination({ arms: ARMS, alpha: 0.05 });
    for (let seed = 0; seed < 8; seed++) {
      const arms = seed % 4 === 0 ? ['a', 'b', 'c'] : ['a', 'd'];
      const list = listOf(arms, seed);
      elimination.add({ list, marks: list.shown.filter((passage) => passage === 'a') });
    }
    expect(elimination.comparison('a', 'b').lists).toBe(2);
    expect(elimination.comparison('a', 'd').lists).toBe(6);
    expect(elimination.comparison('b', 'd').lists).toBe(0);
    expect(elimination.ahead('b', 'd')).toBe(0);
    expect(elimination.ahead('a', 'd')).toBeGreaterThan(elimination.ahead('a', 'b'));
    expect(elimination.ahead('d', 'a')).toBe(-elimination.ahead('a', 'd'));
    // More lists were marked against it.
    expect(elimination.nearest).toBe('d');
  });

  it('refuses lists in another order, and keeps the arms that were on none', () => {
    const elimination = new Elimination({ arms: ARMS, alpha: 0.05 });
    expect(() => elimination.add({ list: listOf(['b', 'a'], 1), marks: [] })).toThrow(RangeError);
    for (let seed = 0; seed < 300; seed++)
      if (elimination.remaining.includes('b'))
        elimination.add({
          list: listOf(['a', 'b'], seed),
          marks: ['a'].filter((each) => listOf(['a', 'b'], seed).shown.includes(each)),
        });
    expect(elimination.left.map(({ arm, against }) => [arm, against])).toEqual([['b', 'a']]);
    expect(elimination.remaining).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
  });

  // What must not be done: to choose whom to compare by the marks of the list itself.
  it('errs no more than it says on arms that are equal, which a choice by the marks themselves does', () => {
    const sequences = 60;
    const leftIn = (honest: boolean): number => {
      let left = 0;
      const random = uniform(9);
      for (let sequence = 0; sequence < sequences; sequence++) {
        const elimination = new Elimination({ arms: ARMS, alpha: 0.05 });
        for (let n = 0; n < 150 && elimination.remaining.includes('a'); n++) {
          const arms = honest ? chosenArms(elimination, random) : ['a', 'b'];
          if (arms.length < 2) break;
          const list = listOf(arms, Math.floor(random() * 2 ** 32));
          const marks = list.shown.filter(() => random() < 0.5);
          // The lists on which what is only of `a` was marked are thrown away.
          if (!honest && marks.includes('a')) continue;
          elimination.add({ list, marks });
        }
        if (!elimination.remaining.includes('a')) left++;
      }
      return left / sequences;
    };
    expect(leftIn(true)).toBeLessThanOrEqual(0.05);
    expect(leftIn(false)).toBeGreaterThan(0.5);
  });
});
