import { describe, expect, it } from 'vitest';
import { normalise } from '../../../../src/domain/fusion/normalise';
import { poolOf } from '../../../../src/domain/fusion/pool';
import { NormalisedPools } from '../../../../src/domain/lab/scorer';
import { listOf } from './make';

const pool = poolOf([listOf({ a: 3, b: 1 }), listOf({ b: 5, c: 2 })]);

describe('NormalisedPools', () => {
  it('has the columns that the normalisation gives, and leaves ranks and the pools it was given alone', () => {
    const pools = new NormalisedPools([pool]);
    const [scaled] = pools.by('min-max');
    expect(scaled!.lists.map(({ scores }) => scores)).toEqual(normalise(pool, 'min-max'));
    expect(scaled!.lists.map(({ ranks }) => ranks)).toEqual(pool.lists.map(({ ranks }) => ranks));
    expect(pools.by('none')).toEqual([pool]);
  });

  it('makes each once, and forgets the one that was not used for longest', () => {
    const pools = new NormalisedPools([pool]);
    const first = pools.by('max');
    expect(pools.by('max')).toBe(first);
    for (const norm of ['sum', 'l2', 'rank'] as const) pools.by(norm);
    expect(pools.by('max')).toBe(first);
    for (const norm of ['sum', 'l2', 'rank', 'zmuv'] as const) pools.by(norm);
    expect(pools.by('max')).not.toBe(first);
  });

  it('tells norms apart by all that is in them', () => {
    const pools = new NormalisedPools([pool]);
    const low = pools.by({ kind: 'theoretical-min-max', lowest: [0, 0] });
    expect(pools.by({ kind: 'theoretical-min-max', lowest: [-1, 0] })).not.toEqual(low);
  });
});
