import type { FusionMethod, FusionSpec, SpecOf } from '../../fusion/fusion-spec';
import type { AbsentPolicy, NormName, NormSpec } from '../../fusion/method';
import { evenly } from '../fusions';
import { double, tieOrder } from './sql-text';

/**
 * What a row of a list becomes, and what a passage's rows add up to. A row has `list`, from 1, `score`, `rank`, and of
 * its list `length`, `low`, `high`, `total`, `mean`, `squares` (sum) and `spread` (squares about the mean); `pooled`
 * counts the passages of all lists. The fused score reads `s`, `weight`, `rank` and `present`.
 */
export type FusionSql = NonNullable<ReturnType<typeof fusionSql>>;

/** Smallest number that is divided by, as `normalise` has it. */
const LEAST = double(1e-9);

type NormOf<Name extends NormName> = Extract<NormSpec, Name | { kind: Name }>;

/** Only the norms that SQL has here; the others are left out. */
const NORMS: { readonly [Name in NormName]?: (norm: NormOf<Name>) => string } = {
  none: () => 'score',
  'min-max': () => `(score - low) / greatest(high - low, ${LEAST})`,
  'min-max-inverted': () => `(score - high) / -greatest(high - low, ${LEAST})`,
  max: () => `score / greatest(high, ${LEAST})`,
  sum: () => `(score - low) / greatest(total - length * low, ${LEAST})`,
  zmuv: () => `(score - mean) / greatest(sqrt(spread / length), ${LEAST})`,
  rank: () => '1 - (rank - 1) / length',
  l2: () => 'CASE WHEN squares = 0 THEN score ELSE score / sqrt(squares) END',
  'theoretical-min-max': ({ lowest }) => {
    const least = perList(lowest);
    return `(score - ${least}) / greatest(high - ${least}, ${LEAST})`;
  },
  dbsf: ({ deviation, clamp }) => {
    const sd = `sqrt(spread / ${deviation === 'sample' ? 'nullif(length - 1, 0)' : 'length'})`;
    const scaled = `(score - (mean - 3 * ${sd})) / (6 * ${sd})`;
    const kept = clamp ? `least(1, greatest(0, ${scaled}))` : scaled;
    return `CASE WHEN low = high OR spread = 0 THEN 0.5::float8 ELSE ${kept} END`;
  },
};

const perList = (numbers: readonly number[]): string =>
  `CASE list ${numbers.map((number, i) => `WHEN ${i + 1} THEN ${double(number)}`).join(' ')} END`;

/** Sums in the order of the lists, as they are added up here. */
const sum = (of: string): string => `coalesce(sum(${of} ORDER BY list), 0)`;
const COUNT = 'count(*) FILTER (WHERE present)';
const PRESENT_WEIGHT = 'coalesce(sum(weight ORDER BY list) FILTER (WHERE present), 0)';

const totalOf = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0);

function weightedSum({ weights, absent }: SpecOf<'wsum' | 'arithmetic-mean' | 'mixed'>): string {
  const plain = sum('weight * s');
  if (absent !== 'skip') return plain;
  const total = double(totalOf(weights));
  return `CASE WHEN ${PRESENT_WEIGHT} = ${total} THEN ${plain} WHEN ${PRESENT_WEIGHT} > 0
    THEN ${plain} / ${PRESENT_WEIGHT} * ${total} ELSE 0 END`;
}

const positive = (of: string): string => `coalesce(sum(${of} ORDER BY list) FILTER (WHERE s > 0), 0)`;

/** Only the methods that SQL has here; those that are trained, and votes on pairs, are left out. */
const FUSED: { readonly [Method in FusionMethod]?: (spec: SpecOf<Method>) => string } = {
  wsum: weightedSum,
  'arithmetic-mean': (spec) => {
    const total = totalOf(spec.weights);
    return total > 0 ? `(${weightedSum(spec)}) / ${double(total)}` : '0::float8';
  },
  'geometric-mean': () =>
    `CASE WHEN ${positive('weight')} > 0 THEN exp(${positive('weight * ln(s)')} / ${positive('weight')}) ELSE 0 END`,
  'harmonic-mean': () =>
    `CASE WHEN ${positive('weight / s')} > 0 THEN ${positive('weight')} / ${positive('weight / s')} ELSE 0 END`,
  wmnz: () => `${sum('s')} * ${PRESENT_WEIGHT}`,
  mixed: (spec) => `(${weightedSum(spec)}) * sqrt(${COUNT})`,
  sum: () => sum('s'),
  mnz: () => `${sum('s')} * ${COUNT}`,
  gmnz: ({ gamma }) => `${sum('s')} * power(${COUNT}, ${double(gamma)})`,
  anz: () => `${sum('s')} / count(*)`,
  max: () => 'max(s)',
  min: () => 'min(s)',
  med: () => 'percentile_cont(0.5) WITHIN GROUP (ORDER BY s)',
  rrf: ({ constant }) => sum(`weight / (${constant === 'half-length' ? 'length / 2' : double(constant)} + rank)`),
  isr: () => `${sum('1 / (rank * rank)')} * ${COUNT}`,
  'log-isr': () => `${sum('1 / (rank * rank)')} * ln(${COUNT}::float8)`,
  'logn-isr': ({ sigma }) => `${sum('1 / (rank * rank)')} * ln(${COUNT} + ${double(sigma)})`,
  rbc: ({ persistence }) => sum(`${double(1 - persistence)} * power(${double(persistence)}, rank - 1)`),
};

/** A fusion of so many lists; null where it is not had in SQL. */
export function fusionSql(spec: FusionSpec, lists: number) {
  // The compiler cannot see that function and spec share a name.
  const fused = FUSED[spec.method] as ((spec: FusionSpec) => string) | undefined;
  const norm = 'norm' in spec ? spec.norm : 'none';
  const normalised = NORMS[typeof norm === 'string' ? norm : norm.kind] as ((norm: NormSpec) => string) | undefined;
  if (!fused || !normalised) return null;
  return {
    normalised: normalised(norm),
    absent: 'absent' in spec ? spec.absent : 'skip',
    weights: 'weights' in spec ? spec.weights : evenly(lists),
    fused: fused(spec),
  };
}

/** Common table expressions of `fused` (`id`, `score`). @param lists a query of each, which gives `id` and `score` */
export function fusedLists({ normalised, absent, weights, fused }: FusionSql, lists: readonly string[]): string {
  const all = lists.map((list, i) => `SELECT ${i + 1} AS list, id, score FROM ${list}`);
  return `lists AS (
  ${all.join('\n  UNION ALL ')}
), ranked AS (
  SELECT list, id, score, row_number() OVER (PARTITION BY list ORDER BY score DESC, ${tieOrder('id')})::float8 AS rank
  FROM lists
), means AS (
  SELECT list, count(*)::float8 AS length, min(score) AS low, max(score) AS high, sum(score) AS total,
    sum(score) / count(*) AS mean, sum(score * score) AS squares
  FROM ranked GROUP BY list
), spreads AS (
  SELECT list, sum((score - mean) * (score - mean)) AS spread
  FROM ranked JOIN means USING (list) GROUP BY list
), normalised AS (
  SELECT list, id, rank, length, ${normalised} AS s
  FROM ranked JOIN means USING (list) JOIN spreads USING (list)
), weights (list, weight) AS (
  VALUES ${weights.map((weight, i) => `(${i + 1}, ${double(weight)})`).join(', ')}
), ${settled(absent)}, fused AS (
  SELECT id, ${fused} AS score FROM settled JOIN weights USING (list) GROUP BY id
)`;
}

/** What a list says of a passage that it does not have. */
function settled(absent: AbsentPolicy): string {
  if (absent === 'skip') return 'settled AS (SELECT *, true AS present FROM normalised)';
  const instead = absent === 'zero' ? '0::float8' : 'lowest';
  return `lowest AS (
  SELECT list, min(s) AS lowest FROM weights LEFT JOIN normalised USING (list) GROUP BY list
), settled AS (
  SELECT list, id, rank, length, coalesce(s, ${instead}) AS s, s IS NOT NULL AS present
  FROM (SELECT DISTINCT id FROM normalised) AS pool CROSS JOIN lowest LEFT JOIN normalised USING (list, id)
  WHERE coalesce(s, ${instead}) IS NOT NULL
)`;
}
