import { normalise } from '../fusion/normalise';
import type { Pool } from '../fusion/pool';
import { canonicalJson } from '../../base/hash';
import type { NormSpec } from '../fusion/method';

/** Normalisations whose pools are kept: each is as large as all scores, and a slider stays within one. */
const KEPT = 4;

/**
 * Pools whose scores are normalised already, made once a normalisation. To fuse them with the norm `none` is to fuse the
 * pools with that normalisation: methods see scores through it alone.
 */
export class NormalisedPools {
  /** The one that was used last stands last. */
  private readonly known = new Map<string, readonly Pool[]>();

  constructor(private readonly pools: readonly Pool[]) {}

  by(norm: NormSpec): readonly Pool[] {
    if (norm === 'none') return this.pools;
    const key = canonicalJson(norm);
    const pools = this.known.get(key) ?? this.pools.map((pool) => normalisedPool(pool, norm));
    this.known.delete(key);
    this.known.set(key, pools);
    if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value!);
    return pools;
  }
}

function normalisedPool(pool: Pool, norm: NormSpec): Pool {
  const columns = normalise(pool, norm);
  return { ids: pool.ids, lists: pool.lists.map((list, i) => ({ ...list, scores: columns[i]! })) };
}
