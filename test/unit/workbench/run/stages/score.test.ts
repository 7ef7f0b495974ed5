import { describe, expect, it } from 'vitest';
import { UnjudgedShare } from '../../../../../src/workbench/run/stages/score';
import { judged } from '../../../domain/measures/make';

/** The share at k of rankings with these judgments. */
function shareAt(k: number, rankings: readonly (readonly [ids: string, grades: Record<string, number>])[]): number {
  const share = new UnjudgedShare(k);
  for (const [ids, grades] of rankings) share.add(judged(ids, grades));
  return share.value;
}

describe('the share of unjudged passages', () => {
  it('is of those retrieved within k, of all questions together', () => {
    const rankings = [
      ['a x y', { a: 1 }],
      ['b', { b: 0 }],
    ] as const;
    expect(shareAt(10, rankings)).toBe(2 / 4);
    expect(shareAt(2, rankings)).toBe(1 / 3);
    expect(shareAt(1, rankings)).toBe(0);
  });

  it('counts a negative grade as unjudged', () => {
    expect(shareAt(5, [['a b', { a: -1, b: 0 }]])).toBe(1 / 2);
  });

  it('is not lowered by questions without results, and 0 where there are no others', () => {
    expect(
      shareAt(5, [
        ['x', { a: 1 }],
        ['', { a: 1 }],
      ]),
    ).toBe(1);
    expect(shareAt(5, [['', { a: 1 }]])).toBe(0);
  });
});
