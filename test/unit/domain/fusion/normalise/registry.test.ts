import { describe, expect, it } from 'vitest';
import { normalise } from '../../../../../src/domain/fusion/normalise/registry';
import { poolOf } from '../../../../../src/domain/fusion/pool';
import type { NormSpec } from '../../../../../src/domain/fusion/method';
import { shared } from '../make';

// In the order z, y, x.
const pool = poolOf(shared);
const columns = (norm: NormSpec) => normalise(pool, norm).map((column) => [...column]);

describe('normalise', () => {
  it('normalises every list for itself and leaves absent documents absent', () => {
    expect(columns('none')).toEqual([
      [NaN, 2, 4],
      [1, 3, NaN],
    ]);
    expect(columns('max')).toEqual([
      [NaN, 0.5, 1],
      [1 / 3, 1, NaN],
    ]);
    expect(columns('rank')).toEqual([
      [NaN, 0.5, 1],
      [0.5, 1, NaN],
    ]);
  });

  it('gives each list its own parameter', () => {
    expect(columns({ kind: 'theoretical-min-max', lowest: [0, -1] })).toEqual([
      [NaN, 0.5, 1],
      [0.5, 1, NaN],
    ]);
  });

  it('takes a list without hits', () => {
    const empty = poolOf([[], ...shared]);
    for (const norm of ['none', 'min-max', 'max', 'sum', 'zmuv', 'rank', 'l2'] as const)
      expect([...normalise(empty, norm)[0]!], norm).toEqual([NaN, NaN, NaN]);
  });
});
