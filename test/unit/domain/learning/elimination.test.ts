import { describe, expect, it } from 'vitest';
import { Elimination, regretOf } from '../../../../src/domain/learning/elimination';
import { interleave } from '../../../../src/domain/learning/interleaving/interleave';

/** Arms whose rankings begin with their own passage. */
const listOf = (arms: readonly string[], seed: number) =>
  interleave({
    method: 'probabilistic',
    systems: arms.map((id) => ({ id, ranking: [[id], ...arms.filter((arm) => arm !== id).map((arm) => [arm])] })),
    depth: 3,
    seed,
  });

/** Marks what an arm has first, until so many lists are marked or one arm remains. */
function marked(helpful: (list: number) => string | null, lists = 400, arms = ['a', 'b', 'c']): Elimination {
  const elimination = new Elimination({ arms, alpha: 0.05 });
  for (let seed = 0; seed < lists && elimination.remaining.length > 1; seed++) {
    const list = listOf(elimination.remaining, seed);
    const wanted = helpful(seed);
    elimination.add({ list, marks: list.shown.filter((passage) => passage === wanted) });
  }
  return elimination;
}

describe('successive elimination', () => {
  it('leaves the arm whose passages are marked, and says against which one the others left, and when', () => {
    const elimination = marked(() => 'b');
    expect(elimination.remaining).toEqual(['b']);
    expect(elimination.left.map(({ arm }) => arm).sort()).toEqual(['a', 'c']);
    for (const { arm, against, lists } of elimination.left) {
      expect(against).toBe('b');
      const { mean, interval, lists: compared } = elimination.comparison('b', arm);
      expect(lists).toBeGreaterThan(3);
      expect(compared).toBe(lists);
      expect(mean).toBeGreaterThan(0);
      // Neighbours of its grid are .001 apart.
      expect(interval![0]).toBeGreaterThanOrEqual(0);
    }
    expect(elimination.open).toEqual([]);
  });

  it('keeps all arms that are marked equally often, and those of abandoned lists', () => {
    expect(marked((list) => ['a', 'b', 'c'][list % 3]!).remaining).toEqual(['a', 'b', 'c']);
    const abandoned = marked(() => null, 50);
    expect(abandoned.remaining).toEqual(['a', 'b', 'c']);
    expect(abandoned.open).toEqual([]);
  });

  it('says which pairs the next lists may decide, the soonest first, and they leave about then', () => {
    const early = marked(() => 'b', 5);
    const [soonest, ...others] = early.open;
    expect(soonest!.better).toBe('b');
    expect(soonest!.progress).toBeGreaterThan(0);
    expect(soonest!.progress).toBeLessThan(1);
    for (const { lists } of others) expect(lists).toBeGreaterThanOrEqual(soonest!.lists);
    const whole = marked(() => 'b');
    expect(whole.left[0]!.lists).toBeLessThanOrEqual(5 + 2 * soonest!.lists);
  });

  it('asks for more evidence where there are more arms', () => {
    const two = marked(() => 'b', 400, ['a', 'b']);
    const progress = (arms: string[]): number => marked(() => 'b', 3, arms).open[0]!.progress;
    expect(two.left[0]!.lists).toBeLessThan(marked(() => 'b', 400, [...'abcdefgh']).left[0]!.lists);
    expect(progress(['a', 'b'])).toBeGreaterThan(progress([...'abcdefgh']));
  });

  it('passes over an empty list, and refuses one of arms that left', () => {
    const elimination = new Elimination({ arms: ['a', 'b'], alpha: 0.05 });
    elimination.add({ list: { ...listOf(['a', 'b'], 1), shown: [], drawnFor: [] }, marks: [] });
    expect(elimination.comparison('a', 'b').lists).toBe(0);
    expect(() => elimination.add({ list: listOf(['a', 'c'], 1), marks: [] })).toThrow(RangeError);
    expect(() => new Elimination({ arms: ['a'], alpha: 0.05 })).toThrow(RangeError);
    expect(() => new Elimination({ arms: ['a', 'a'], alpha: 0.05 })).toThrow(RangeError);
  });
});

describe('regret', () => {
  const values = new Map([
    ['a', 0.5],
    ['b', 0.3],
    ['c', 0.1],
  ]);

  it('is what the arms of each list are below the best one in the mean', () => {
    expect(regretOf([['a', 'b', 'c'], ['a', 'b'], ['a']], values)).toBeCloseTo(0.2 + 0.1, 12);
    expect(regretOf([], values)).toBe(0);
  });
});
