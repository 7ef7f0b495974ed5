import { truncated } from '../../src/domain/fusion/fuse';
import { poolOf, type Pool } from '../../src/domain/fusion/pool';
import type { FusionSpec } from '../../src/domain/fusion/fusion-spec';
import type { NormSpec } from '../../src/domain/fusion/method';
import { docId, queryId, type Ranking, type Run } from '../../src/base/types';
import { goldenPath, readJson, readRun } from './read';

export type RunName = 'bm25' | 'tfidf' | 'lsi';

/** The first of a fused list, by score descending, then id ascending. */
export interface Fused {
  readonly docs: readonly string[];
  readonly scores: readonly number[];
  /** Length of the whole fused list, of which the first 20 are given. */
  readonly n: number;
}

interface Ranx {
  readonly runs: readonly RunName[];
  readonly queries: readonly string[];
  readonly train_queries: readonly string[];
  /** By `method|norm`, then question. */
  readonly results: Readonly<Record<string, Readonly<Record<string, Fused>>>>;
  readonly params: {
    readonly wsum: { readonly weights: number[] };
    readonly gmnz: { readonly gamma: number };
    readonly logn_isr: { readonly sigma: number };
    readonly rbc: { readonly phi: number };
    readonly slidefuse: { readonly w: number };
    readonly probfuse: { readonly n_segments: number };
  };
  readonly trained: {
    readonly mapfuse: { readonly map_scores: number[] };
    readonly posfuse: number[][];
    readonly segfuse: number[][];
    readonly probfuse: number[][];
    /** By list and rank − 1. */
    readonly bayesfuse_log_odds_first50: number[][];
  };
  readonly condorcet_stability: Readonly<
    Record<'condorcet' | 'w_condorcet', Readonly<Record<string, { readonly stable_prefix_of_top20: number }>>>
  >;
}

interface Extra {
  readonly queries: readonly string[];
  readonly spec: Readonly<Record<string, { runs: RunName[]; weights: number[]; topk_per_list: number | null }>>;
  readonly results: Readonly<Record<string, Readonly<Record<string, Fused>>>>;
  readonly synthetic_norm: Readonly<Record<string, Readonly<Record<string, number[]>>>>;
}

export const ranx = readJson<Ranx>(goldenPath('fusion', 'ranx.json'));
export const extra = readJson<Extra>(goldenPath('fusion', 'extra.json'));

/** By norm, then question, then run: the normalised score of each document. */
export const norms = readJson<Record<string, Record<string, Record<string, number>[]>>>(
  goldenPath('fusion', 'norms.json'),
);

const runs: Record<RunName, Run> = {
  bm25: readRun(goldenPath('runs', 'bm25.run')),
  tfidf: readRun(goldenPath('runs', 'tfidf.run')),
  lsi: readRun(goldenPath('runs', 'lsi.run')),
};

export function poolFor(query: string, names: readonly RunName[] = ranx.runs, depth = Infinity): Pool {
  // The runs are written in order: cut where the reference cuts them.
  return poolOf(names.map((name) => truncated(runs[name].get(queryId(query))!, depth)));
}

/** A rank in each interval of Bayes-fuse that lists of 50 reach. */
const ranksOfIntervals = [1, 6, 11, 16, 21, 31];

/** By list and interval, as far as lists of 50 reach. */
export const logOdds = ranx.trained.bayesfuse_log_odds_first50.map((byRank) =>
  ranksOfIntervals.map((rank) => byRank[rank - 1]!),
);

const { weights } = ranx.params.wsum;
const ones = [1, 1, 1];
const { trained } = ranx;

/** How each method of ranx is written here, with the policy for absent documents that ranx has. */
const ofRanx: Readonly<Record<string, (norm: NormSpec) => FusionSpec>> = {
  sum: (norm) => ({ method: 'sum', norm, absent: 'zero' }),
  anz: (norm) => ({ method: 'anz', norm, absent: 'skip' }),
  mnz: (norm) => ({ method: 'mnz', norm, absent: 'zero' }),
  gmnz: (norm) => ({ method: 'gmnz', norm, absent: 'zero', gamma: ranx.params.gmnz.gamma }),
  max: (norm) => ({ method: 'max', norm, absent: 'skip' }),
  med: (norm) => ({ method: 'med', norm, absent: 'skip' }),
  min: (norm) => ({ method: 'min', norm, absent: 'skip' }),
  wsum: (norm) => ({ method: 'wsum', norm, absent: 'zero', weights }),
  wmnz: (norm) => ({ method: 'wmnz', norm, absent: 'zero', weights }),
  mixed: (norm) => ({ method: 'mixed', norm, absent: 'zero', weights }),
  rrf: () => ({ method: 'rrf', constant: 60, weights: ones }),
  rrf_k10: () => ({ method: 'rrf', constant: 10, weights: ones }),
  isr: () => ({ method: 'isr' }),
  log_isr: () => ({ method: 'log-isr' }),
  logn_isr: () => ({ method: 'logn-isr', sigma: ranx.params.logn_isr.sigma }),
  rbc: () => ({ method: 'rbc', persistence: ranx.params.rbc.phi }),
  bordafuse: () => ({ method: 'bordafuse' }),
  w_bordafuse: () => ({ method: 'w-bordafuse', weights }),
  condorcet: () => ({ method: 'condorcet' }),
  w_condorcet: () => ({ method: 'w-condorcet', weights }),
  bayesfuse: () => ({ method: 'bayesfuse', logOdds }),
  mapfuse: () => ({ method: 'mapfuse', precision: trained.mapfuse.map_scores }),
  posfuse: () => ({ method: 'posfuse', probabilities: trained.posfuse }),
  probfuse: () => ({ method: 'probfuse', probabilities: trained.probfuse }),
  segfuse: (norm) => ({ method: 'segfuse', norm, probabilities: trained.segfuse }),
  slidefuse: () => ({ method: 'slidefuse', probabilities: trained.posfuse, window: ranx.params.slidefuse.w }),
};

export function specOfRanx(name: string): FusionSpec {
  const [method, norm] = name.split('|');
  return ofRanx[method!]!(norm as NormSpec);
}

/** How what numpy computed is written here. */
export function specOfExtra(name: string): FusionSpec {
  const { weights } = extra.spec[name]!;
  if (name.startsWith('wrrf'))
    return { method: 'rrf', constant: name.includes('halflen') ? 'half-length' : 60, weights };
  return { method: 'wsum', norm: normOfExtra(name), absent: 'zero', weights };
}

function normOfExtra(name: string): NormSpec {
  if (name.startsWith('rawsum')) return 'none';
  if (name.startsWith('zscore')) return 'zmuv';
  if (name.startsWith('mm_cc')) return 'min-max';
  if (name.startsWith('tm2c2')) return { kind: 'theoretical-min-max', lowest: [0, -1] };
  const deviation = name.includes('ddof0') ? 'population' : 'sample';
  return { kind: 'dbsf', deviation, clamp: name.includes('_clamp') };
}

/** The largest difference that counts as none: 1e-12 of the value, and of what cancels out nearly to 0 some rounding. */
const allowed = (value: number): number => 1e-12 * Math.abs(value) + 1e-14;

export interface Comparison {
  /** What is not as expected, in words. */
  readonly wrong: readonly string[];
  readonly compared: number;
  /** Largest difference of a score. */
  readonly largest: number;
}

/**
 * Compares the length of a fused list, the score of each document that is given, and the n-th best score for each n:
 * order inside ties is not trec_eval's there.
 */
export function compare(fused: Ranking, expected: Fused): Comparison {
  const scores = new Map(fused.map((hit) => [hit.id, hit.score]));
  const pairs = [
    ...expected.docs.map((doc, i) => [doc, scores.get(docId(doc)) ?? NaN, expected.scores[i]!] as const),
    ...expected.scores.map((score, i) => [`place ${i + 1}`, fused[i]?.score ?? NaN, score] as const),
  ];
  const wrong = pairs.filter(([, ours, theirs]) => !(Math.abs(ours - theirs) <= allowed(theirs))).map(([what]) => what);
  if (fused.length !== expected.n) wrong.push(`${fused.length} documents, not ${expected.n}`);
  const largest = Math.max(0, ...pairs.map(([, ours, theirs]) => Math.abs(ours - theirs)));
  return { wrong, compared: pairs.length + 1, largest };
}

/** Numbers that are not as expected, in words. */
export function differing(ours: ArrayLike<number>, theirs: readonly number[]): string[] {
  if (ours.length !== theirs.length) return [`${ours.length} values, not ${theirs.length}`];
  return theirs.flatMap((value, i) =>
    Math.abs(ours[i]! - value) <= allowed(value) ? [] : [`at ${i}: ${ours[i]}, not ${value}`],
  );
}
