import { valueOf } from '../../base/containers';
import { bootstrapSums, columnsOf, intervalsOf, type SystemColumns } from './bootstrap';
import { exactRandomisationP, randomisationP, signedSums } from './randomisation';
import { studentizedRangeUpper } from './distributions/studentized-range';
import { normalCdf } from './distributions/normal';
import { cohensDz, minus, momentsOf, pairedT, winsTiesLosses } from './paired';
import { benjaminiHochberg, holm } from './multiplicity';
import { significant, sumSlack } from './significant';
import type { Comparison, ComparisonInput, Intervals, PValues, PairComparison, SystemMean } from './types';

/** XORed with the seed, so that signs are independent of resamples. */
const SIGNS = 0x5197;

export interface Shared {
  readonly questions: number;
  readonly rows: readonly Float64Array[];
  readonly sums: readonly number[];
  readonly unit: number;
  /** Sums over resamples of the questions, a row a system, in units. */
  readonly bootstrapped: () => readonly Float64Array[];
  readonly signed: () => readonly Float64Array[];
}

interface Group {
  readonly systems: readonly number[];
  readonly rows: readonly Float64Array[];
  readonly columns: SystemColumns;
  bootstrapped: readonly Float64Array[] | null;
  signed: readonly Float64Array[] | null;
}

/** Resamples and signs, drawn once for all systems with the same questions: seed and number of questions decide. */
export class Sampling {
  private readonly groups = new Map<string, Group>();
  private readonly complete: boolean;

  constructor(
    private readonly values: readonly Float64Array[],
    private readonly seed: number,
    private readonly resamples: number,
  ) {
    this.complete = !values.some((row) => row.some(Number.isNaN));
  }

  sharedBy(systems: readonly number[]): Shared {
    const group = this.groupOf(this.keptBy(systems));
    const at = systems.map((s) => group.systems.indexOf(s));
    const { rows, columns } = group;
    const own = <T>(all: readonly T[]): T[] => at.map((i) => all[i]!);
    return {
      questions: columns.questions,
      rows: own(rows),
      sums: at.map((i) => columns.sums[i]!),
      unit: columns.unit,
      bootstrapped: () => own((group.bootstrapped ??= bootstrapSums(columns, this.resamples, this.seed))),
      signed: () => own((group.signed ??= signedSums(columns, this.resamples, this.seed ^ SIGNS))),
    };
  }

  /** Which questions all of the systems have, 1 or 0 each; null for all questions. */
  private keptBy(systems: readonly number[]): Uint8Array | null {
    if (this.complete) return null;
    const length = this.values[0]!.length;
    return Uint8Array.from({ length }, (_, q) => (systems.some((s) => Number.isNaN(this.values[s]![q])) ? 0 : 1));
  }

  private groupOf(kept: Uint8Array | null): Group {
    return valueOf(this.groups, kept?.join('') ?? 'all', () => {
      const has = (row: Float64Array): boolean => !kept || kept.every((keep, q) => keep === 0 || !Number.isNaN(row[q]));
      const systems = [...this.values.keys()].filter((s) => has(this.values[s]!));
      const rows = systems.map((s) => (kept ? this.values[s]!.filter((_, q) => kept[q] === 1) : this.values[s]!));
      return { systems, rows, columns: columnsOf(rows), bootstrapped: null, signed: null };
    });
  }
}

/** What differs by less than this share of the largest mean differs by rounding: measures count with twelve digits. */
const ROUNDING = 1e-12;
/** An error below this share of the largest mean is that of rounding. */
const NO_ERROR = 1e-9;

/** The analysis of variance by systems and topics (questions), without interaction. */
interface TwoWayVariance {
  readonly means: readonly number[];
  readonly questions: number;
  readonly meanSquareError: number;
  readonly errorDegrees: number;
}

/** Questions are blocks. @param rows one a system, without NaN @returns null for fewer than two systems or questions */
export function twoWayVariance(rows: readonly Float64Array[]): TwoWayVariance | null {
  const systems = rows.length;
  const questions = rows[0]?.length ?? 0;
  if (systems < 2 || questions < 2) return null;
  const means = rows.map((row) => row.reduce((sum, value) => sum + value, 0) / questions);
  const grand = means.reduce((sum, mean) => sum + mean, 0) / systems;
  let squares = 0;
  for (let q = 0; q < questions; q++) {
    const blockMean = rows.reduce((sum, row) => sum + row[q]!, 0) / systems;
    rows.forEach((row, s) => (squares += (row[q]! - means[s]! - blockMean + grand) ** 2));
  }
  const errorDegrees = (systems - 1) * (questions - 1);
  return { means, questions, meanSquareError: squares / errorDegrees, errorDegrees };
}

/**
 * p of Tukey's HSD (1953): of q = |difference of means| / √(MSE / n) under the studentized range of all systems; null
 * where questions explain all variance. Carterette, “Multiple testing in … information retrieval experiments”, 2012.
 */
export function tukeyP(variance: TwoWayVariance, a: number, b: number): number | null {
  const { means, questions, meanSquareError, errorDegrees } = variance;
  const difference = Math.abs(means[a]! - means[b]!);
  const largest = means.reduce((most, mean) => Math.max(most, Math.abs(mean)), 0);
  if (difference <= ROUNDING * largest) return 1;
  if (Math.sqrt(meanSquareError) <= NO_ERROR * largest) return null;
  return studentizedRangeUpper(difference / Math.sqrt(meanSquareError / questions), means.length, errorDegrees);
}

const MAX_ENUMERATED = 13;
/** Up to this many differences without ties the exact distribution is computed, as in scipy. */
const MAX_EXACT = 50;

type WilcoxonMethod = 'exact' | 'enumerated' | 'normal';

/**
 * Wilcoxon's signed-rank test (1945), two-sided: zeros are dropped, equal differences share their mean rank. Exact for
 * up to 50 differences without ties, all signs enumerated for up to 13 with ties, else normal, corrected for ties but
 * not continuity. As `scipy.stats.wilcoxon`, which takes the normal for over 13 questions with a single zero.
 * @param method `exact` takes tied ranks as if they were not, and W rounded up, as scipy
 * @returns null without questions; p is 1 where all differences are 0
 */
export function wilcoxon(differences: Float64Array, method?: WilcoxonMethod): { w: number; p: number } | null {
  if (differences.length === 0) return null;
  const signed = differences.filter((difference) => difference !== 0);
  if (signed.length === 0) return { w: 0, p: 1 };
  const { ranks, tieSum } = ranksOf(signed.map(Math.abs));
  const positive = ranks.reduce((sum, rank, i) => sum + (signed[i]! > 0 ? rank : 0), 0);
  const total = (signed.length * (signed.length + 1)) / 2;
  const w = Math.min(positive, total - positive);
  switch (method ?? fitting(signed.length, tieSum > 0)) {
    case 'exact':
      return { w, p: twoSided(lowerShare(distribution(untied(signed.length), 1), Math.ceil(w))) };
    case 'enumerated':
      return { w, p: twoSided(lowerShare(distribution(ranks, 2), w * 2)) };
    case 'normal':
      return { w, p: normalP(w, signed.length, tieSum) };
  }
}

function fitting(n: number, tied: boolean): WilcoxonMethod {
  if (!tied && n <= MAX_EXACT) return 'exact';
  return tied && n <= MAX_ENUMERATED ? 'enumerated' : 'normal';
}

function normalP(w: number, n: number, tieSum: number): number {
  const variance = (n * (n + 1) * (2 * n + 1) - tieSum / 2) / 24;
  const z = (w - (n * (n + 1)) / 4) / Math.sqrt(variance);
  return Math.min(1, 2 * normalCdf(-Math.abs(z)));
}

function ranksOf(values: Float64Array): { ranks: Float64Array; tieSum: number } {
  const order = Array.from(values.keys()).sort((a, b) => values[a]! - values[b]!);
  const ranks = new Float64Array(values.length);
  let tieSum = 0;
  for (let start = 0, end = 1; start < order.length; start = end++) {
    while (end < order.length && values[order[end]!] === values[order[start]!]) end++;
    for (let i = start; i < end; i++) ranks[order[i]!] = (start + 1 + end) / 2;
    tieSum += (end - start) ** 3 - (end - start);
  }
  return { ranks, tieSum };
}

const untied = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => i + 1);

/** How many of the 2ⁿ choices of signs give each sum of positive ranks, in units of 1 / `scale`. */
function distribution(ranks: Float64Array, scale: number): Float64Array {
  const steps = ranks.map((rank) => rank * scale);
  const counts = new Float64Array(steps.reduce((sum, step) => sum + step, 0) + 1);
  counts[0] = 1;
  let highest = 0;
  for (const step of steps) {
    highest += step;
    for (let sum = highest; sum >= step; sum--) counts[sum]! += counts[sum - step]!;
  }
  return counts;
}

function lowerShare(counts: Float64Array, w: number): number {
  let [below, all] = [0, 0];
  counts.forEach((count, sum) => {
    all += count;
    if (sum <= w) below += count;
  });
  return below / all;
}

const twoSided = (tail: number): number => Math.min(1, 2 * tail);

/**
 * Compares every pair of systems on the questions for which both have a value. Seed and number of questions alone
 * decide resamples and signs, so other systems change no figure. Values count with twelve significant digits.
 */
export function compare({ measure, systems, values, seed, resamples }: ComparisonInput): Comparison {
  const sampling = new Sampling(values.map(significant), seed, resamples);
  const means = systems.map((system, s) => systemMean(system, sampling.sharedBy([s])));
  const variance = sharedVariance(means, sampling);
  const pairs = systems.flatMap((a, i) =>
    systems.slice(i + 1).map((b, offset) => {
      const j = i + 1 + offset;
      const tukey = variance && tukeyP(variance, i, j);
      return { a, b, ...comparePair(sampling.sharedBy([i, j])), tukey };
    }),
  );
  return { measure, seed, resamples, means, pairs: corrected(pairs) };
}

type Uncorrected = Omit<PairComparison, 'holm' | 'bh'>;

function comparePair(shared: Shared): Omit<Uncorrected, 'a' | 'b' | 'tukey'> {
  const { questions } = shared;
  const [first, second] = shared.rows as [Float64Array, Float64Array];
  const differences = minus(first, second);
  const { p, exact } = testDifference(shared);
  const { mean, deviation } = momentsOf(differences);
  return {
    questions,
    meanDifference: mean,
    ci95: differenceIntervals(shared),
    p: { t: pairedT(differences)?.p ?? null, randomisation: p, wilcoxon: wilcoxon(differences)?.p ?? null },
    exact,
    dz: cohensDz(differences),
    ...winsTiesLosses(differences),
    deviation: questions < 2 ? null : deviation,
  };
}

export function differenceIntervals({ questions, rows, unit, bootstrapped }: Shared): Intervals {
  const [first, second] = rows as [Float64Array, Float64Array];
  const [a, b] = bootstrapped() as [Float64Array, Float64Array];
  const resampled = a.map((sum, r) => ((sum - b[r]!) * unit) / questions);
  return intervalsOf(minus(first, second), resampled, 2 * unit);
}

export function testDifference(shared: Shared): { readonly p: number | null; readonly exact: boolean } {
  if (shared.questions === 0) return { p: null, exact: false };
  const exact = exactRandomisationP(shared.rows[0]!, shared.rows[1]!);
  return { p: exact ?? sampledP(shared), exact: exact !== null };
}

function sampledP({ questions, rows, sums, unit, signed }: Shared): number {
  const [first, second] = rows as [Float64Array, Float64Array];
  const [a, b] = signed() as [Float64Array, Float64Array];
  // Besides the rounding of values, each is within half a unit of its multiple: a difference is one off, and equal sums
  // are apart by up to twice the sum of that.
  return randomisationP(sums[0]! - sums[1]!, a, b, sumSlack(first, second) / unit + 2 * questions);
}

function systemMean(system: string, { questions, rows, bootstrapped, unit }: Shared): SystemMean {
  const [own] = rows as [Float64Array];
  const resampled = bootstrapped()[0]!.map((sum) => (sum * unit) / questions);
  return { system, mean: momentsOf(own).mean, questions, ci95: intervalsOf(own, resampled, 2 * unit) };
}

function sharedVariance(means: readonly SystemMean[], sampling: Sampling): TwoWayVariance | null {
  const { questions, rows } = sampling.sharedBy([...means.keys()]);
  return means.every((each) => each.questions === questions) ? twoWayVariance(rows) : null;
}

function corrected(pairs: readonly Uncorrected[]): PairComparison[] {
  const by = (correct: typeof holm): readonly PValues[] => {
    const [t, randomisation, wilcoxonP] = (['t', 'randomisation', 'wilcoxon'] as const).map((test) =>
      correct(pairs.map(({ p }) => p[test])),
    );
    return pairs.map((_, i) => ({ t: t![i]!, randomisation: randomisation![i]!, wilcoxon: wilcoxonP![i]! }));
  };
  const [holmP, bhP] = [by(holm), by(benjaminiHochberg)];
  return pairs.map((pair, i) => ({ ...pair, holm: holmP[i]!, bh: bhP[i]! }));
}
