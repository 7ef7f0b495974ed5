import { describe, expect, it } from 'vitest';
import { fuse } from '../../../../src/domain/fusion/fuse';
import type { FusionSpec } from '../../../../src/domain/fusion/fusion-spec';
import { firstSetting, fusionOf, isTrained, METHOD_NAMES } from '../../../../src/domain/fusion/method-settings';
import { ordered } from '../measures/make';

const LISTS = [ordered('a b c d e f'), ordered('f g b h i j')];
const rrf: FusionSpec = { method: 'rrf', constant: 60, weights: [1, 1] };
const ids = (fusion: FusionSpec, lists = LISTS): string =>
  fuse(lists, fusion)
    .map(({ id }) => id)
    .join(' ');

describe('the window of a fusion', () => {
  it('lets in the first of each list alone: f is sixth of the first list and counts once', () => {
    expect(ids(rrf)).toMatch(/^b f /);
    expect(ids({ ...rrf, rankWindow: { lists: 3 } })).toBe('b f a g c');
  });

  it('cuts the fused list where it says so', () => {
    expect(ids({ ...rrf, rankWindow: { lists: 3, fused: 2 } })).toBe('b f');
    expect(ids({ ...rrf, rankWindow: { lists: 10, fused: 10 } })).toBe(ids(rrf));
  });

  it.each(METHOD_NAMES.filter((method) => !isTrained(method)))('is as if the lists had ended there: %s', (method) => {
    const setting = { ...firstSetting(2), method, norm: 'borda' as const };
    const cut = LISTS.map((list) => list.slice(0, 3));
    const windowed = fuse(LISTS, fusionOf({ ...setting, rankWindow: { lists: 3 } }));
    expect(windowed).toEqual(fuse(cut, fusionOf(setting)));
    expect(windowed).not.toEqual(fuse(LISTS, fusionOf(setting)));
  });

  it('comes before the normalisation: the last that enters has the lowest score', () => {
    const fusion: FusionSpec = {
      method: 'wsum',
      norm: 'min-max',
      absent: 'zero',
      weights: [1, 0],
      rankWindow: { lists: 3 },
    };
    expect(fuse(LISTS, fusion).find(({ id }) => id === 'c')!.score).toBe(0);
  });
});
