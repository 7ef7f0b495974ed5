import type { NormSpec } from '../method';
import type { Columns } from '../columns';
import type { Pool, PooledList } from '../pool';
import { borda } from './borda';
import { dbsf } from './dbsf';
import { l2 } from './l2';
import { maxNorm } from './max';
import { minMax } from './min-max';
import { minMaxInverted } from './min-max-inverted';
import { rankNorm } from './rank';
import { sumNorm } from './sum';
import { theoreticalMinMax } from './theoretical-min-max';
import { zmuv } from './zmuv';

type NormKind = Extract<NormSpec, string> | Exclude<NormSpec, string>['kind'];
type NormOf<Kind extends NormKind> = Extract<NormSpec, Kind | { kind: Kind }>;

type Normalisers = {
  /** The scores of a list by pooled document, NaN where it does not have it, before and after. */
  readonly [Kind in NormKind]: (list: PooledList, norm: NormOf<Kind>, index: number) => Float64Array;
};

/** One line a normalisation. */
const normalisers: Normalisers = {
  none: ({ scores }) => scores,
  'min-max': ({ scores }) => minMax(scores),
  'min-max-inverted': ({ scores }) => minMaxInverted(scores),
  max: ({ scores }) => maxNorm(scores),
  sum: ({ scores }) => sumNorm(scores),
  zmuv: ({ scores }) => zmuv(scores),
  rank: ({ ranks, length }) => rankNorm(ranks, length),
  borda: ({ ranks, length }) => borda(ranks, length),
  l2: ({ scores }) => l2(scores),
  'theoretical-min-max': ({ scores }, { lowest }, index) => theoreticalMinMax(scores, lowest[index]!),
  dbsf: ({ scores }, { deviation, clamp }) => dbsf(scores, deviation, clamp),
};

/** The scores of every list, normalised, by pooled document; NaN where a list still says nothing. */
export function normalise(pool: Pool, norm: NormSpec): Columns {
  // The compiler cannot see that the function and the norm come from the same kind.
  const normaliser = normalisers[typeof norm === 'string' ? norm : norm.kind] as (
    list: PooledList,
    norm: NormSpec,
    index: number,
  ) => Float64Array;
  return pool.lists.map((list, index) => normaliser(list, norm, index));
}
