import { describe, expect, it } from 'vitest';
import { credits } from '../../../../src/domain/learning/credits';
import {
  interleave,
  type InterleavingName,
  INTERLEAVINGS,
  type TiedRanking,
} from '../../../../src/domain/learning/interleaving';

const methods = Object.keys(INTERLEAVINGS) as InterleavingName[];
const strict = (text: string): TiedRanking => [...text].map((passage) => [passage]);
const listOf = (method: InterleavingName, rankings: readonly TiedRanking[], seed = 1, depth = 5) =>
  interleave({ method, systems: rankings.map((ranking, i) => ({ id: `s${i}`, ranking })), depth, seed });

describe('credits', () => {
  it.each(methods)('by %s are the same for both of two equal rankings, whoever drew the passage', (method) => {
    const list = listOf(method, [strict('abcde'), strict('abcde')]);
    for (const passage of list.shown) {
      const [first, second] = credits({ list, marks: [passage] }) as [number, number];
      expect(first).toBeCloseTo(second, 12);
    }
  });

  it('do not read for whom a passage was drawn', () => {
    const list = listOf('probabilistic', [strict('abcde'), strict('edcba')]);
    const other = { ...list, drawnFor: list.drawnFor.map((id) => (id === 's0' ? 's1' : 's0')) };
    expect(credits({ list: other, marks: ['a'] })).toEqual(credits({ list, marks: ['a'] }));
  });

  it('count a mark that is there twice once, and give nothing for an abandoned list', () => {
    const list = listOf('team-draft', [strict('abcd'), strict('wxyz')]);
    const [mark, other] = list.shown as [string, string];
    expect(credits({ list, marks: [mark, mark, other] })).toEqual(credits({ list, marks: [mark, other] }));
    expect(credits({ list, marks: [] })).toEqual([0, 0]);
  });

  it('refuse a mark that is not on the list, and a list that its rankings cannot have made', () => {
    const list = listOf('team-draft', [strict('abcd'), strict('wxyz')], 1, 2);
    expect(() => credits({ list, marks: ['nowhere'] })).toThrow(RangeError);
    expect(() => credits({ list: { ...list, shown: ['d', 'z'] }, marks: ['d'] })).toThrow(RangeError);
  });
});
