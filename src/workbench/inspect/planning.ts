import type { ResultRecord } from '../../contract/result';
import { FIRST_ROUND, type JudgingAct } from '../../domain/judging/act';
import { placeKey } from '../../domain/judging/places';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { plannedOnce } from '../../domain/planning/read-once';
import type { Prediction } from '../../domain/planning/types';
import { DEFAULT_SEED } from '../../domain/statistics/defaults';
import { ALPHA } from '../../domain/statistics/paired';
import { median } from '../../domain/statistics/quantile';
import type { Ports } from '../kernel/ports';

export interface PlanningOptions {
  /** Canonical text of a measure of the result, whose aggregate is a mean. */
  readonly measure: string;
  /** Smallest difference that matters, above 0. */
  readonly margin: number;
  readonly pair: readonly [string, string];
  /** That a decision takes: one fewer than the systems that may be the best. */
  readonly comparisons: number;
}

export interface Planning {
  /** Questions that both systems have a value for. */
  readonly completed: number;
  /** With a test that is read once; null for too few questions, and where the systems do not differ. */
  readonly once: Prediction | null;
  /** With a confidence sequence that is read after every question; null, too, for a measure of no known range. */
  readonly always: Prediction | null;
  readonly pace: JudgingPace | null;
}

export interface JudgingPace {
  /** Half of the judgments took less. */
  readonly milliseconds: number;
  readonly judgmentsPerQuestion: number;
}

/** Questions that the smallest difference that matters takes, by the differences of two systems of a result so far. */
export async function planningOfResult(
  ports: Ports,
  result: ResultRecord,
  { measure, margin, pair, comparisons }: PlanningOptions,
): Promise<Planning> {
  const [first, second] = pair.map((id) => result.systems.find((system) => system.id === id)!.perQuery[measure]!);
  const differences = Float64Array.from(first!, (value, q) => value - second![q]!).filter(
    (value) => !Number.isNaN(value),
  );
  const { range } = definitionOf(measureOf(measure));
  const widest = range && range[1] - range[0];
  const once = margin > 0 ? plannedOnce({ differences, margin }) : null;
  const acts = await ports.storage.questions.acts(result.collection);
  const completed = differences.length;
  const alpha = ALPHA / Math.max(1, comparisons);
  const always =
    once && widest !== null && margin < widest
      ? await ports.statistics
          .with()
          .planned({ differences, margin, range: [-widest, widest], alpha, seed: DEFAULT_SEED })
      : null;
  return { completed, once, always, pace: paceOf(acts) };
}

/** Null before a judgment was timed. */
function paceOf(acts: readonly JudgingAct[]): JudgingPace | null {
  const timed = acts.filter(({ milliseconds }) => milliseconds > 0);
  if (timed.length === 0) return null;
  const places = new Map<string, Set<string>>();
  for (const { query, round, doc, span } of acts) {
    if (round !== FIRST_ROUND) continue;
    if (!places.has(query)) places.set(query, new Set());
    places.get(query)!.add(placeKey({ doc, span }));
  }
  const perQuestion = [...places.values()].map(({ size }) => size);
  return {
    milliseconds: median(timed.map(({ milliseconds }) => milliseconds)),
    judgmentsPerQuestion: perQuestion.length > 0 ? median(perQuestion) : 1,
  };
}
