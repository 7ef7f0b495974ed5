import type { Comparison, PairComparison } from '../../src/domain/statistics/types';
import { compare } from '../../src/domain/statistics/compare';
import { DEFAULT_SEED } from '../../src/domain/statistics/significant';
import { goldenPath, readJson } from './read';

export type MeasureName = 'ndcg@10' | 'ap';
export type RunName = 'bm25' | 'tfidf' | 'lsi' | 'ql-dirichlet' | 'tied';
type Two = [number, number];

export interface GoldenPair {
  a: RunName;
  b: RunName;
  mean_a: number;
  mean_b: number;
  mean_diff: number;
  sd_diff_ddof1: number;
  t: number;
  p_t: number;
  df: number;
  ci95_t: Two;
  wilcoxon_W: number;
  wilcoxon_p: number;
  wilcoxon_z_approx: number;
  wilcoxon_p_approx: number;
  n_nonzero: number;
  n_tied_abs: number;
  perm_B: number;
  perm_count_ge: number;
  perm_p_plus1: number;
  perm_p: number;
  /** Standard error of `perm_p`. */
  perm_mcse: number;
  boot_percentile95: Two;
  boot_percentile95_seed2: Two;
  bca95: Two;
  bca95_seed2: Two;
  bca_z0: number;
  bca_a: number;
  bca_q: Two;
  boot_tol: number;
  cohen_dz: number;
  wins: number;
  ties: number;
  losses: number;
  holm_p_t: number;
  bh_p_t: number;
  holm_wilcoxon_p: number;
  bh_wilcoxon_p: number;
  holm_perm_p_plus1: number;
  bh_perm_p_plus1: number;
  tukey_q: number;
  tukey_p: number;
}

interface GoldenAnova {
  SS_system: number;
  SS_topic: number;
  SS_error: number;
  df_system: number;
  df_topic: number;
  df_error: number;
  MSE: number;
  F_system: number;
  p_system: number;
  'tukey_crit_q_0.95': number;
  'tukey_hsd_0.95': number;
}

interface SmallCase {
  name: string;
  diff: number[];
  signflip_exact_p: number;
  wilcoxon_auto: [number, number | null];
  wilcoxon_exact: [number, number | null];
  wilcoxon_approx: [number, number | null];
  t: [number | null, number | null];
}

export interface Golden {
  queries: string[];
  runs: RunName[];
  inputs: Record<MeasureName, Record<RunName, number[]>>;
  results: Record<MeasureName, { pairs: GoldenPair[]; anova: GoldenAnova }>;
  scipy_check: { pair: RunName[]; metric: MeasureName; BCa: Two; percentile: Two };
  small_cases: SmallCase[];
  distributions: {
    studentized_range_sf: [number, number, number, number][];
    t_sf_two_sided: [number, number, number][];
    norm_cdf: Two[];
    norm_ppf: Two[];
    f_sf: [number, number, number, number][];
  };
}

export const golden = readJson<Golden>(goldenPath('stats.json'));
export const MEASURES = Object.keys(golden.results) as MeasureName[];

export const valuesOf = (measure: MeasureName, run: RunName): Float64Array =>
  Float64Array.from(golden.inputs[measure][run]);

const differencesOf = (measure: MeasureName, { a, b }: { a: RunName; b: RunName }): Float64Array => {
  const other = valuesOf(measure, b);
  return valuesOf(measure, a).map((value, q) => value - other[q]!);
};

/** Resamples of the reference, and fewer here. */
export const REFERENCE = 100_000;
export const RESAMPLES = 20_000;

const compared = new Map<MeasureName, Comparison>();

/** All pairs of the reference's runs, compared here; once for all tests. */
export function comparisonOf(measure: MeasureName): Comparison {
  const known = compared.get(measure);
  if (known) return known;
  const values = golden.runs.map((run) => valuesOf(measure, run));
  const found = compare({ measure, systems: golden.runs, values, seed: DEFAULT_SEED, resamples: RESAMPLES });
  compared.set(measure, found);
  return found;
}

/** Each pair of the reference and what is found for it here. */
export function pairsOf(
  measure: MeasureName,
): { expected: GoldenPair; found: PairComparison; differences: Float64Array }[] {
  const { pairs } = comparisonOf(measure);
  return golden.results[measure].pairs.map((expected, i) => {
    const found = pairs[i]!;
    if (found.a !== expected.a || found.b !== expected.b) throw new Error('the pairs are in another order');
    return { expected, found, differences: differencesOf(measure, expected) };
  });
}

/** Counts what is compared, by name, and keeps what differs. */
export class Tally {
  readonly counts: Record<string, number> = {};
  readonly wrong: string[] = [];

  /** Equal to 1e-9, and a value below 1 to 1e-9 of itself: a small p must have its digits. */
  close(name: string, found: number | null | undefined, expected: number, tolerance = 1e-9): void {
    this.within(name, found, expected, tolerance * Math.min(1, Math.abs(expected)) + 1e-15);
  }

  within(name: string, found: number | null | undefined, expected: number, tolerance: number): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    if (typeof found !== 'number' || !(Math.abs(found - expected) <= tolerance))
      this.wrong.push(`${name}: ${found} for ${expected}`);
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0);
  }
}

/** How many numbers (and nulls) a value holds. */
export function leaves(value: unknown): number {
  if (typeof value === 'number' || value === null) return 1;
  if (typeof value !== 'object') return 0;
  return Object.values(value as object).reduce<number>((sum, each) => sum + leaves(each), 0);
}
