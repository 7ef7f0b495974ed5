import type { QueryId } from '../../base/types';
import { predictRidge, type RidgeData, trainRidge } from '../lab/ridge';
import { Resamples } from '../lab/resamples';
import { heldOutInterval } from '../lab/figure';
import { foldsOf } from '../ltr/folds';
import { type Area, areaWithInterval } from '../statistics/auc';
import { momentsOf } from '../statistics/paired';
import { SimultaneousIntervals } from '../statistics/simultaneous';
import type { Interval } from '../statistics/types';
import { heldOutGate, thresholdAt } from './gate';
import { GATE_SIGNALS, type GateSignal, type WeaknessSignal } from './signals';

export interface WeakRetrievalInput {
  readonly questions: readonly QueryId[];
  /** By signal, the strength of each question's retrieval; a signal that lists do not give is absent. */
  readonly signals: Readonly<Partial<Record<WeaknessSignal, readonly number[]>>>;
  /** Whether the first k of the list that comes to the reranker have no relevant passage. */
  readonly weak: readonly boolean[];
  /** A measure of which more is better, without and with reranking. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly seed: number;
  readonly resamples: number;
}

export interface SignalArea extends Area {
  /** `all`: a ridge regression on all signals, each question by the questions of the other folds. */
  readonly signal: WeaknessSignal | 'all';
}

/** Reranking a share of the questions against reranking all. */
export interface GatePoint {
  readonly signal: GateSignal;
  /** Share of the questions that was asked for, and the share that the held-out thresholds gave. */
  readonly share: number;
  readonly reranked: number;
  readonly mean: number;
  /** Mean difference to reranking all; below 0 is a loss. */
  readonly difference: number;
  /** 95 %, simultaneous over all points. */
  readonly ci95: Interval | null;
}

/** By fold the signal and the share that reranks least without a loss on the other folds. */
export interface ChosenGate {
  readonly reranked: number;
  readonly mean: number;
  readonly difference: number;
  readonly ci95: Interval | null;
  /** Null where only reranking all lost nothing. */
  readonly byFold: readonly (Pick<GatePoint, 'signal' | 'share'> | null)[];
}

export interface WeakRetrieval {
  readonly questions: number;
  readonly weak: number;
  readonly areas: readonly SignalArea[];
  /** Means when no question, and when every question, is reranked. */
  readonly never: number;
  readonly always: number;
  readonly curve: readonly GatePoint[];
  /** What comes of choosing signal and share; every question is measured by what the others chose. */
  readonly chosen: ChosenGate;
}

export const GATE_FOLDS = 5;
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** λ: little, since signals are few. */
const PENALTY = 0.01;

/** A mean that is lower by less is equal: it is a sum in another order. */
const SAME = 1e-12;

/**
 * How well signals of the lists predict weak retrieval, and what reranking the weakest questions alone costs. All
 * thresholds are held out: those of a question are chosen on the other folds.
 *
 * @throws {RangeError} for fewer questions than {@link GATE_FOLDS}
 */
export function readWeakRetrieval(input: WeakRetrievalInput): WeakRetrieval {
  const { questions, signals, weak, before, after, seed, resamples } = input;
  const folds = foldsOf(questions, GATE_FOLDS, seed);
  const strong = weak.map((is) => !is);
  const named = Object.entries(signals) as [WeaknessSignal, readonly number[]][];
  const predicted = named.length > 1 ? [['all', heldOutStrength(named, strong, folds)] as const] : [];
  return {
    questions: questions.length,
    weak: weak.filter(Boolean).length,
    areas: [...named, ...predicted].map(([signal, values]) => ({
      signal,
      ...areaWithInterval(values, strong, resamples, seed),
    })),
    never: momentsOf(before).mean,
    always: momentsOf(after).mean,
    curve: gateCurve(input, folds),
    chosen: chosenGate(input, folds),
  };
}

const gateSignals = ({ signals }: WeakRetrievalInput): [GateSignal, readonly number[]][] =>
  GATE_SIGNALS.flatMap((signal): [GateSignal, readonly number[]][] =>
    signals[signal] ? [[signal, signals[signal]]] : [],
  );

/** The value of each question under a gate. */
const gatedValues = ({ before, after }: WeakRetrievalInput, reranked: readonly boolean[]): Float64Array =>
  Float64Array.from(reranked, (is, q) => (is ? after[q]! : before[q]!));

const shareOf = (marked: readonly boolean[]): number => marked.filter(Boolean).length / marked.length;

function gateCurve(input: WeakRetrievalInput, folds: Int32Array): GatePoint[] {
  const { questions, after, seed, resamples } = input;
  const drawn = new Resamples(seed, resamples);
  const bands = new SimultaneousIntervals(questions.length, resamples);
  const points = gateSignals(input).flatMap(([signal, values]) =>
    SHARES.map((share) => {
      const reranked = heldOutGate(values, folds, share);
      const own = gatedValues(input, reranked);
      const differences = own.map((value, q) => value - after[q]!);
      bands.add(differences, drawn.moments(differences));
      const [mean, difference] = [momentsOf(own).mean, momentsOf(differences).mean];
      return { signal, share, reranked: shareOf(reranked), mean, difference };
    }),
  );
  const intervals = bands.intervals();
  return points.map((point, i) => ({ ...point, ci95: intervals[i]! }));
}

function chosenGate(input: WeakRetrievalInput, folds: Int32Array): ChosenGate {
  const { after, questions } = input;
  const reranked = questions.map(() => true);
  const byFold = Array.from({ length: GATE_FOLDS }, (_, fold) => {
    const others = questions.flatMap((__, q) => (folds[q] === fold ? [] : [q]));
    const chosen = leastWithoutLoss(input, others);
    if (!chosen) return null;
    const { signal, share, threshold } = chosen;
    folds.forEach((of, q) => {
      if (of === fold) reranked[q] = input.signals[signal]![q]! <= threshold;
    });
    return { signal, share };
  });
  const own = gatedValues(input, reranked);
  const differences = own.map((value, q) => value - after[q]!);
  const { mean: difference, deviation } = momentsOf(differences);
  const heldOut = { mean: difference, independent: deviation ** 2 / questions.length };
  return {
    reranked: shareOf(reranked),
    mean: momentsOf(own).mean,
    difference,
    ci95: heldOutInterval(heldOut, questions.length, GATE_FOLDS, null),
    byFold,
  };
}

/** Of all signals and shares, the gate that reranks least of some questions and has no lower mean than reranking all. */
function leastWithoutLoss(input: WeakRetrievalInput, some: readonly number[]) {
  const { before, after } = input;
  let [best, least] = [null as { signal: GateSignal; share: number; threshold: number } | null, 1];
  for (const [signal, values] of gateSignals(input))
    for (const share of SHARES) {
      const threshold = thresholdAt(
        some.map((q) => values[q]!),
        share,
      );
      const kept = some.filter((q) => values[q]! > threshold);
      const gain = kept.reduce((sum, q) => sum + before[q]! - after[q]!, 0);
      const reranked = 1 - kept.length / some.length;
      if (gain >= -SAME * some.length && reranked < least) [best, least] = [{ signal, share, threshold }, reranked];
    }
  return best;
}

/** Predictions of a ridge regression of `strong` on all signals, each question by the other folds. */
function heldOutStrength(
  named: readonly (readonly [string, readonly number[]])[],
  strong: readonly boolean[],
  folds: Int32Array,
): number[] {
  const columns = named.map(([, values]) => finite(values));
  const data: RidgeData = {
    features: Float64Array.from(strong.flatMap((_, q) => columns.map((values) => values[q]!))),
    width: columns.length,
    targets: Float64Array.from(strong, Number),
    outputs: 1,
  };
  const models = Array.from({ length: GATE_FOLDS }, (_, fold) => {
    const rows = strong.flatMap((__, q) => (folds[q] === fold ? [] : [q]));
    return trainRidge(data, rows, PENALTY);
  });
  return strong.map((_, q) => {
    const features = data.features.subarray(q * columns.length, (q + 1) * columns.length);
    return predictRidge(models[folds[q]!]!, features)[0]!;
  });
}

/** An empty list is as weak as the weakest that has a number. */
function finite(values: readonly number[]): number[] {
  const lowest = values.reduce((low, value) => (Number.isFinite(value) ? Math.min(low, value) : low), Infinity);
  return values.map((value) => (Number.isFinite(value) ? value : Number.isFinite(lowest) ? lowest : 0));
}
