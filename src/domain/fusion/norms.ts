import type { NormSpec } from './method';

/** Normalisations as the lab offers them, by name. */
export type NormName = Extract<NormSpec, string> | Exclude<NormSpec, string>['kind'];

/** In the order in which they are offered. */
export const NORMS: Readonly<Record<NormName, string>> = {
  'min-max': 'Min-max',
  'theoretical-min-max': 'Min-max from the lowest possible',
  max: 'Highest score',
  sum: 'Sum',
  zmuv: 'Zero mean, unit variance',
  dbsf: 'Distribution-based (DBSF)',
  l2: 'Length (L2)',
  rank: 'Rank',
  borda: 'Borda',
  none: 'None',
  'min-max-inverted': 'Min-max, inverted (distances)',
};

export const NORM_NAMES = Object.keys(NORMS) as NormName[];

/** @param lowest the lowest score that each list could give, for `theoretical-min-max` */
export function normSpec(name: NormName, lowest: readonly number[]): NormSpec {
  if (name === 'theoretical-min-max') return { kind: name, lowest: [...lowest] };
  if (name === 'dbsf') return { kind: name, deviation: 'sample', clamp: false };
  return name;
}
