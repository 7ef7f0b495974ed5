import { groupBy } from '../../base/containers';
import type { ResultRecord, SystemResult } from '../../contract/result';
import { FIRST_ROUND, type JudgingAct } from '../../domain/judging/acts';
import { placeKey } from '../../domain/judging/places';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { plannedOnce } from '../../domain/planning/planning';
import { DEFAULT_SEED, SAMPLING } from '../../domain/statistics/significant';
import { ALPHA } from '../../domain/statistics/paired';
import { questionTimes } from '../../domain/report/question-times';
import { median } from '../../domain/statistics/quantile';
import type { Ports } from '../kernel/ports';
import { questionOrder } from '../../domain/evidence/counted';
import { keptDepth, liveMeasures } from '../../domain/judging/live-measures';
import type { Verdict, VerdictInput } from '../../domain/verdict/types';
import { type Inspected, truthsOfSystems } from './truth';

export interface PlanningOptions {
  readonly measure: string;
  readonly margin: number;
  readonly pair: readonly [string, string];
  /** That a decision takes: one fewer than the systems that may be the best. */
  readonly comparisons: number;
}

export type Planning = Awaited<ReturnType<typeof planningOfResult>>;

export async function planningOfResult(
  ports: Ports,
  result: ResultRecord,
  { measure, margin, pair, comparisons }: PlanningOptions,
) {
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
  const found = { completed, once, pace: paceOf(acts) };
  if (!once || widest === null || margin >= widest) return { ...found, always: null };
  const input = { differences, margin, range: [-widest, widest], alpha, seed: DEFAULT_SEED } as const;
  return { ...found, always: await ports.statistics.with().planned(input) };
}

function paceOf(acts: readonly JudgingAct[]) {
  const timed = acts.filter(({ milliseconds }) => milliseconds > 0);
  if (timed.length === 0) return null;
  const first = acts.filter(({ round }) => round === FIRST_ROUND);
  const perQuestion = [...groupBy(first, ({ query }) => query).values()].map((own) => new Set(own.map(placeKey)).size);
  return {
    milliseconds: median(timed.map(({ milliseconds }) => milliseconds)),
    judgmentsPerQuestion: perQuestion.length > 0 ? median(perQuestion) : 1,
  };
}

export type VerdictOptions = Pick<VerdictInput, 'measure' | 'margin' | 'baseline'>;

/** @throws {RangeError} as `verdictOf` */
export async function verdictOfResult(of: Inspected, options: VerdictOptions, signal?: AbortSignal): Promise<Verdict> {
  const input = await verdictInput(of, options);
  signal?.throwIfAborted();
  return of.ports.statistics.with(signal).verdict(input);
}

async function verdictInput(of: Inspected, { measure, margin, baseline }: VerdictOptions): Promise<VerdictInput> {
  const { result, questions } = of;
  const { spec, systems, judging } = result;
  const origins = new Map(questions.queries.map(({ id, origin }) => [id, origin ?? null]));
  const latencyOf = latencies(systems);
  const k = unjudgedAt(spec.ks, measureOf(measure).cutoff);
  return {
    measure,
    margin,
    baseline,
    k,
    systems: systems.map((system) => ({
      id: system.id,
      // A copy: what is sent to a worker is moved there.
      values: Float64Array.from(system.perQuery[measure]!),
      latency: latencyOf(system),
      ties: system.ties[measure] ?? null,
      unjudged: system.unjudged[k] ?? null,
    })),
    origins: result.queries.map((query) => origins.get(query) ?? null),
    judged: await judgedLists(of, measure),
    ...(judging ? { judging: { ...judging, order: questionOrder(judging.seed, result.queries) } } : {}),
    ...SAMPLING,
  };
}

const unjudgedAt = (ks: readonly number[], cutoff: number | null): number =>
  cutoff !== null && ks.includes(cutoff) ? cutoff : Math.max(...ks);

/** What an engine says of itself counts only among its like. */
export function latencies(systems: readonly SystemResult[]): (system: SystemResult) => number | null {
  const isOfOne = new Set(systems.map(({ latency }) => latency?.source)).size === 1;
  const times = questionTimes(systems);
  return (system) => (system.latency?.source === undefined || isOfOne ? times.of(system) : null);
}

async function judgedLists(of: Inspected, measure: string) {
  const { spec, systems, queries, docs } = of.result;
  if (!liveMeasures(spec, keptDepth(of.result)).includes(measure)) return null;
  const bySystem = await truthsOfSystems(of);
  const truths = [...new Set(bySystem)];
  return {
    queries,
    docs,
    lists: systems.map(({ top }) => ({ offsets: top.offsets.slice(), docs: top.docs.slice() })),
    truthOf: bySystem.map((truth) => truths.indexOf(truth)),
    truths: truths.map(({ qrels, requirements }) => ({ qrels, requirements })),
    relevance: spec.relevance,
    maxGrade: Math.max(spec.relevance, ...truths.map(({ maxGrade }) => maxGrade)),
  };
}
