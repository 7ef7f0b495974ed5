import type { AbsentPolicy, FusionMethod, FusionSpec } from './fusion-spec';
import { type NormName, normSpec } from './norms';

/**
 * What the lab can set of each method, in one table: controls, grids and specs all follow from it.
 */

/** Numbers that a method may take besides weights. */
export type NumberName = 'constant' | 'gamma' | 'sigma' | 'persistence' | 'segments' | 'window';

/** Everything that can be set, for whichever method: a method takes what is its own, and the rest waits for another. */
export interface LabSetting {
  readonly method: FusionMethod;
  readonly norm: NormName;
  /** The lowest score that each list could give, for the norm that asks for it. */
  readonly lowest: readonly number[];
  readonly absent: AbsentPolicy;
  /** One a list. */
  readonly weights: readonly number[];
  /** `half-length`: half the length of each list. */
  readonly constant: number | 'half-length';
  readonly gamma: number;
  readonly sigma: number;
  readonly persistence: number;
  /** How many segments ProbFuse cuts a list into. */
  readonly segments: number;
  /** How many ranks SlideFuse looks at on each side. */
  readonly window: number;
}

export interface MethodCard {
  readonly label: string;
  /** What it reads: scores, ranks, or ranks as votes; `trained` learns from judged questions. */
  readonly reads: 'scores' | 'ranks' | 'votes' | 'trained';
  readonly norm: boolean;
  /** Policies for what a list does not have, in which the method has a meaning; none where it has its own. */
  readonly absent: readonly AbsentPolicy[];
  readonly weights: boolean;
  readonly numbers: readonly NumberName[];
}

const ANY = ['zero', 'min', 'skip'] as const;
const SUMS = ['zero', 'min'] as const;
const PRODUCTS = ['min', 'skip'] as const;

const scores = (label: string, absent: readonly AbsentPolicy[], more: Partial<MethodCard> = {}): MethodCard => ({
  label,
  reads: 'scores',
  norm: true,
  absent,
  weights: false,
  numbers: [],
  ...more,
});
const other = (label: string, reads: MethodCard['reads'], more: Partial<MethodCard> = {}): MethodCard => ({
  label,
  reads,
  norm: false,
  absent: [],
  weights: false,
  numbers: [],
  ...more,
});
const weights = { weights: true };

/** One line a method, in the order in which they are offered. */
export const METHODS: Readonly<Record<FusionMethod, MethodCard>> = {
  wsum: scores('Weighted CombSUM', ANY, weights),
  'arithmetic-mean': scores('Arithmetic mean', ANY, weights),
  'geometric-mean': scores('Geometric mean', PRODUCTS, weights),
  'harmonic-mean': scores('Harmonic mean', PRODUCTS, weights),
  wmnz: scores('Weighted CombMNZ', SUMS, weights),
  mixed: scores('Mixed', ANY, weights),
  sum: scores('CombSUM', SUMS),
  mnz: scores('CombMNZ', SUMS),
  gmnz: scores('CombGMNZ', SUMS, { numbers: ['gamma'] }),
  anz: scores('CombANZ', ANY),
  max: scores('CombMAX', ANY),
  med: scores('CombMED', ANY),
  min: scores('CombMIN', ANY),
  rrf: other('Reciprocal rank fusion', 'ranks', { weights: true, numbers: ['constant'] }),
  isr: other('ISR', 'ranks'),
  'log-isr': other('Log ISR', 'ranks'),
  'logn-isr': other('LogN ISR', 'ranks', { numbers: ['sigma'] }),
  rbc: other('Rank-biased centroids', 'ranks', { numbers: ['persistence'] }),
  'w-bordafuse': other('Weighted Borda', 'votes', weights),
  bordafuse: other('Borda', 'votes'),
  'w-condorcet': other('Weighted Condorcet', 'votes', weights),
  condorcet: other('Condorcet', 'votes'),
  bayesfuse: other('BayesFuse', 'trained'),
  mapfuse: other('MAPFuse', 'trained'),
  posfuse: other('PosFuse', 'trained'),
  probfuse: other('ProbFuse', 'trained', { numbers: ['segments'] }),
  segfuse: other('SegFuse', 'trained', { norm: true }),
  slidefuse: other('SlideFuse', 'trained', { numbers: ['window'] }),
};

export const METHOD_NAMES = Object.keys(METHODS) as FusionMethod[];

export const isTrained = (method: FusionMethod): boolean => METHODS[method].reads === 'trained';

/**
 * The fusion that a setting of a method that is not trained stands for. A policy that the method does not know becomes
 * the first that it does.
 *
 * @throws {RangeError} for a method that is trained: its spec holds what was learned, see `trainedFusion`
 */
export function fusionOf(setting: LabSetting): FusionSpec {
  const { method, norm, lowest } = setting;
  const card = METHODS[method];
  if (card.reads === 'trained') throw new RangeError(`“${method}” is trained: a setting alone does not tell it`);
  const numbers = Object.fromEntries(card.numbers.map((name) => [name, setting[name]]));
  return {
    method,
    ...(card.norm ? { norm: normSpec(norm, lowest) } : {}),
    ...(card.absent.length > 0 ? { absent: absentOf(setting) } : {}),
    ...(card.weights ? { weights: [...setting.weights] } : {}),
    ...numbers,
    // The compiler cannot see that the table has the fields of the method's schema; a test holds it to that.
  } as FusionSpec;
}

/** The policy that holds: the one that is set where the method knows it, else the method's first. */
export function absentOf({ method, absent }: Pick<LabSetting, 'method' | 'absent'>): AbsentPolicy {
  const known = METHODS[method].absent;
  return known.includes(absent) ? absent : (known[0] ?? absent);
}

/** Where the lab begins: a convex combination of min-max normalised scores, each list alike. */
export function firstSetting(lists: number): LabSetting {
  return {
    method: 'wsum',
    norm: 'min-max',
    lowest: Array.from({ length: lists }, () => 0),
    absent: 'zero',
    weights: evenWeights(lists),
    constant: 60,
    gamma: 1,
    sigma: 0.01,
    persistence: 0.8,
    segments: 10,
    window: 5,
  };
}

/** Weights that add to 1 but for rounding to hundredths. */
export const evenWeights = (lists: number): number[] =>
  Array.from({ length: lists }, () => Math.round(100 / lists) / 100);
