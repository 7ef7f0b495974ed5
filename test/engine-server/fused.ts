import type { DocId } from '../../src/base/types';
import { fuse } from '../../src/domain/fusion/fuse';
import type { FusionSpec } from '../../src/domain/fusion/fusion-spec';
import { rank } from '../../src/domain/run/order';

/** Scores by id, of a list as an engine has it. */
type Scores = ReadonlyMap<string, number>;

const ranksOf = (scores: Scores): string[] => [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);

/** @param worth of a rank, which counts from 0 */
export function byRanks(lists: readonly Scores[], worth: (rank: number, list: number) => number): Map<string, number> {
  const fused = new Map<string, number>();
  lists.forEach((scores, list) =>
    ranksOf(scores).forEach((id, rank) => fused.set(id, (fused.get(id) ?? 0) + worth(rank, list))),
  );
  return new Map([...fused].map(([id, score]) => [id, Math.fround(score)]));
}

/** Hitrate's equals, which hold their values in `fuse.test.ts`, by the names in Elasticsearch (`linear`) and OpenSearch. */
const NORMS = {
  minmax: 'elasticsearch-min-max',
  l2_norm: 'l2',
  none: 'none',
  min_max: 'opensearch-min-max',
  l2: 'l2',
  z_score: 'opensearch-z-score',
} as const;
const JOINS = {
  sum: { method: 'wsum', absent: 'zero' },
  arithmetic_mean: { method: 'arithmetic-mean', absent: 'zero' },
  geometric_mean: { method: 'geometric-mean', absent: 'skip' },
  harmonic_mean: { method: 'harmonic-mean', absent: 'skip' },
} as const;

/** Weighted scores. @throws {Error} for a norm or a way of joining that is not evaluated here */
export function byScores(
  lists: readonly Scores[],
  weights: readonly number[],
  { norm, join }: { readonly norm: string; readonly join: string },
): Map<string, number> {
  if (!(norm in NORMS) || !(join in JOINS)) throw new Error(`lists are joined by ${join} of ${norm}`);
  const own = { norm: NORMS[norm as keyof typeof NORMS], ...JOINS[join as keyof typeof JOINS] };
  return fused(lists, { ...own, weights: [...weights] });
}

/** Sums of scores between three deviations of a sample below and above the mean of each list. */
export const byDeviations = (lists: readonly Scores[]): Map<string, number> =>
  fused(lists, { method: 'sum', norm: { kind: 'dbsf', deviation: 'sample', clamp: false }, absent: 'zero' });

function fused(lists: readonly Scores[], fusion: FusionSpec): Map<string, number> {
  const rankings = lists.map((scores) => rank([...scores].map(([id, score]) => ({ id: id as DocId, score }))));
  return new Map(fuse(rankings, fusion).map(({ id, score }) => [id, Math.fround(score)]));
}
