import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId } from '../../../../src/base/types';
import {
  interleave,
  type InterleavingName,
  INTERLEAVINGS,
  tiedRanking,
  type TiedRanking,
} from '../../../../src/domain/learning/interleaving';

const methods = Object.keys(INTERLEAVINGS) as InterleavingName[];
const strict = (text: string): TiedRanking => [...text].map((passage) => [passage]);
const systemsOf = (...rankings: readonly TiedRanking[]) => rankings.map((ranking, i) => ({ id: `s${i}`, ranking }));

const ranking = fc
  .uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 9 })
  .chain((ids) =>
    fc
      .array(fc.boolean(), { minLength: ids.length, maxLength: ids.length })
      .map((ties) =>
        ids.reduce<string[][]>(
          (groups, id, i) => (ties[i] && i > 0 ? [...groups.slice(0, -1), [...groups.at(-1)!, id]] : [...groups, [id]]),
          [],
        ),
      ),
  );

/** How often each passage is at the first place, of lists of many seeds. */
function firstPlaces(method: InterleavingName, rankings: readonly TiedRanking[], lists = 4000): Map<string, number> {
  const counts = new Map<string, number>();
  for (let seed = 0; seed < lists; seed++) {
    const [first] = interleave({ method, systems: systemsOf(...rankings), depth: 4, seed }).shown as [string];
    counts.set(first, (counts.get(first) ?? 0) + 1 / lists);
  }
  return counts;
}

describe('an interleaved list', () => {
  it.each(methods)(
    'by %s is the same for the same seed, as long as the shortest ranking, without repeats',
    (method) => {
      fc.assert(
        fc.property(
          fc.array(ranking, { minLength: 2, maxLength: 4 }),
          fc.nat(12),
          fc.nat(),
          (rankings, depth, seed) => {
            const request = { method, systems: systemsOf(...rankings), depth, seed };
            const list = interleave(request);
            expect(interleave(request)).toEqual(list);
            expect(JSON.parse(JSON.stringify(list))).toEqual(list);
            expect(list.shown.length).toBe(Math.min(depth, ...rankings.map((each) => each.flat().length)));
            expect(new Set(list.shown).size).toBe(list.shown.length);
            list.shown.forEach((passage, place) => {
              const of = rankings[Number(list.drawnFor[place]!.slice(1))]!;
              expect(of.flat()).toContain(passage);
            });
          },
        ),
        { numRuns: 100 },
      );
    },
  );

  it('gives each system each second place by team draft, and its best passage that is left', () => {
    for (let seed = 0; seed < 20; seed++) {
      const list = interleave({
        method: 'team-draft',
        systems: systemsOf(strict('abcd'), strict('wxyz')),
        depth: 4,
        seed,
      });
      expect(list.shown.filter((passage) => 'abcd'.includes(passage))).toEqual(['a', 'b']);
      expect(new Set(list.drawnFor.slice(0, 2)).size).toBe(2);
    }
  });

  it('begins with tied passages of team draft equally often', () => {
    const counts = firstPlaces('team-draft', [[['a', 'b']], strict('ab')]);
    expect(counts.get('a')).toBeCloseTo(0.75, 1);
    expect(counts.get('b')).toBeCloseTo(0.25, 1);
  });

  it('draws probabilistic passages by the cube of their rank, of which tied ones share', () => {
    const total = 1 + 1 / 8 + 1 / 27;
    const counts = firstPlaces('probabilistic', [strict('abc'), strict('abc')]);
    expect(Math.abs(counts.get('a')! - 1 / total)).toBeLessThan(0.02);
    expect(Math.abs(counts.get('b')! - 1 / 8 / total)).toBeLessThan(0.02);
    const tied = firstPlaces('probabilistic', [
      [['a', 'b'], ['c']],
      [['a', 'b'], ['c']],
    ]);
    expect(Math.abs(tied.get('a')! - 9 / 16 / total)).toBeLessThan(0.02);
  });

  it('can give two places running to one system where places are independent, and not in rounds', () => {
    const both = (method: InterleavingName): boolean =>
      Array.from({ length: 40 }, (_, seed) =>
        interleave({ method, systems: systemsOf(strict('abcd'), strict('wxyz')), depth: 2, seed }),
      ).some(({ drawnFor: [first, second] }) => first === second);
    expect(both('probabilistic')).toBe(true);
    expect(both('probabilistic-rounds')).toBe(false);
  });

  it('refuses one system, and one that is there twice', () => {
    const request = { method: 'probabilistic', depth: 3, seed: 1 } as const;
    const [system] = systemsOf(strict('ab')) as [{ id: string; ranking: TiedRanking }];
    expect(() => interleave({ ...request, systems: [system] })).toThrow(RangeError);
    expect(() => interleave({ ...request, systems: [system, system] })).toThrow(RangeError);
  });
});

describe('a ranking with its ties', () => {
  const hits = (...pairs: (readonly [string, number])[]) => pairs.map(([id, score]) => ({ id: docId(id), score }));

  it('groups equal scores, keeps the first place of a passage, and ends at the depth', () => {
    expect(tiedRanking(hits(['a', 3], ['b', 2], ['c', 2], ['a', 2], ['d', 1]), 10)).toEqual([['a'], ['b', 'c'], ['d']]);
    expect(tiedRanking(hits(['a', 3], ['b', 2], ['c', 2]), 2)).toEqual([['a'], ['b']]);
    expect(tiedRanking([], 3)).toEqual([]);
  });
});
