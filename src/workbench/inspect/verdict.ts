import type { ResultRecord, SystemResult } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import { canonicalJson } from '../../base/hash';
import { questionOrder } from '../../domain/evidence/question-order';
import { liveMeasures } from '../../domain/judging/live-measures';
import { keptDepth } from '../../domain/judging/pool';
import { measureOf } from '../../domain/measures/parse';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import type { JudgedLists, Verdict, VerdictInput } from '../../domain/verdict/types';
import type { Ports } from '../kernel/ports';
import { rankedBy, truthOfPassages } from './truth';

export interface VerdictOptions {
  /** Canonical text of a measure of the result, whose aggregate is a mean. */
  readonly measure: string;
  readonly margin: number;
  /** Id of a system; null for none. */
  readonly baseline: string | null;
}

/**
 * Which system of a result to use, by the values of the result and the judgments of now. The same result and judgments
 * give the same digits.
 *
 * @throws {RangeError} as `verdictOf`
 */
export async function verdictOfResult(
  ports: Ports,
  questions: Questions,
  result: ResultRecord,
  options: VerdictOptions,
  signal?: AbortSignal,
): Promise<Verdict> {
  const input = await verdictInput(ports, questions, result, options);
  signal?.throwIfAborted();
  return ports.statistics.with(signal).verdict(input);
}

async function verdictInput(
  ports: Ports,
  questions: Questions,
  result: ResultRecord,
  { measure, margin, baseline }: VerdictOptions,
): Promise<VerdictInput> {
  const { spec, systems } = result;
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
      ...(system.sums?.[measure] ? { sums: Float64Array.from(system.sums[measure]) } : {}),
      latency: latencyOf(system),
      ties: system.ties[measure] ?? null,
      unjudged: system.unjudged[k] ?? null,
    })),
    origins: result.queries.map((query) => origins.get(query) ?? null),
    judged: await judgedLists(ports, questions, result, measure),
    ...(result.judging
      ? { judging: { ...result.judging, order: questionOrder(result.judging.seed, result.queries) } }
      : {}),
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  };
}

/** The k of a measure where unjudged passages were counted there, else the deepest. */
const unjudgedAt = (ks: readonly number[], cutoff: number | null): number =>
  cutoff !== null && ks.includes(cutoff) ? cutoff : Math.max(...ks);

/**
 * Medians of questions that were asked alone, where those are known of every system that was run here, else of the run. What an
 * engine says of itself counts only among systems that all say the same: it was measured on another machine, and is no reason to prefer a
 * system that was measured here, or the other way round.
 */
export function latencies(systems: readonly SystemResult[]): (system: SystemResult) => number | null {
  const sources = new Set(systems.map(({ latency }) => latency?.source));
  const alone = systems.every(({ timings, latency }) => timings === null || latency !== undefined);
  const ofOne = sources.size === 1;
  return ({ timings, latency }) => {
    const asked = latency?.source === undefined || ofOne ? latency?.medianMilliseconds : undefined;
    return (alone ? asked : timings?.queryMedianMilliseconds) ?? null;
  };
}

/** Null where the lists that the result keeps are too short for the measure. */
async function judgedLists(
  ports: Ports,
  questions: Questions,
  result: ResultRecord,
  measure: string,
): Promise<JudgedLists | null> {
  const { spec, systems, queries, docs, collection } = result;
  if (!liveMeasures(spec, keptDepth(result)).includes(measure)) return null;
  const chunkers = systems.map(({ id }) => rankedBy(result, id));
  const keys = chunkers.map((chunker) => canonicalJson(chunker));
  const distinct = [...new Set(keys)];
  const truths = await Promise.all(
    distinct.map((key) => truthOfPassages(ports, collection, questions, chunkers[keys.indexOf(key)]!, spec)),
  );
  return {
    queries,
    docs,
    lists: systems.map(({ top: { offsets, docs: ranked } }) => ({
      offsets: offsets.slice(),
      docs: ranked.slice(),
    })),
    truthOf: keys.map((key) => distinct.indexOf(key)),
    truths: truths.map(({ qrels, requirements }) => ({ qrels, requirements })),
    relevance: spec.relevance,
    maxGrade: Math.max(spec.relevance, ...truths.map(({ maxGrade }) => maxGrade)),
  };
}
