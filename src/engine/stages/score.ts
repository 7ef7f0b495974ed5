import type { SystemResult } from '../../contract/result';
import { firstRelevantRank } from '../../domain/measures/first-relevant';
import { judgedShare } from '../../domain/measures/judged';
import { measureAt } from '../../domain/measures/parse';
import { mean, score } from '../../domain/measures/score';
import { questionsDecidedByTies } from '../../domain/measures/ties';
import { median, p95 } from '../../domain/report/quantile';
import { packRankings } from '../../domain/run/packed';
import type { ExperimentSpec } from '../../domain/spec/experiment';
import type { DocId, Qrels, QueryId, Run } from '../../domain/types';
import type { Environment } from './environment';
import type { SystemRun } from './system';

/** Measures of the table, each at every k. */
export const MEASURES = ['HitRate', 'MRR', 'P', 'Recall', 'F1'] as const;

/** Passages kept of each ranking for reading, or as many as the deepest k where that is more. */
const KEPT = 20;

export interface Scored {
  readonly result: SystemResult;
  /** Questions in which the order of equal scores decides a measure. */
  readonly tied: number;
  /** Share of judged documents among the first `max k`, mean over questions. */
  readonly judged: number;
}

/**
 * Scores one system.
 *
 * @param runs rankings by the k they are for: one for all where lists are not cut at k
 * @param position where a document stands in the result's list of documents
 */
export function scoreSystem(
  environment: Environment,
  spec: ExperimentSpec,
  id: string,
  runs: ReadonlyMap<number, SystemRun>,
  qrels: Qrels,
  position: (id: DocId) => number,
): Scored {
  const queries = environment.queries.map((query) => query.id);
  const perQuery: Record<string, Float64Array> = {};
  const tied = new Set<QueryId>();
  for (const k of spec.ks) {
    const run = toRun(queries, runs.get(k)!);
    const measures = MEASURES.map((name) => measureAt(name, k));
    for (const [text, values] of score(run, qrels, measures, spec).values) perQuery[text] = values;
    for (const query of questionsDecidedByTies(run, qrels, [k], spec.relevance)) tied.add(query);
  }
  const deepest = Math.max(...spec.ks);
  const shown = runs.get(deepest)!;
  const result: SystemResult = {
    id,
    measures: Object.fromEntries(Object.entries(perQuery).map(([text, values]) => [text, mean(values)])),
    perQuery,
    timings: timingsOf(shown),
    firstRelevant: Uint32Array.from(
      queries,
      (query, i) => firstRelevantRank(shown.rankings[i]!, qrels.get(query)!, spec.relevance) ?? 0,
    ),
    top: packRankings(
      shown.rankings.map((ranking) =>
        ranking.slice(0, Math.max(KEPT, deepest)).map((hit) => ({ doc: position(hit.id), score: hit.score })),
      ),
    ),
  };
  return { result, tied: tied.size, judged: judgedShare(toRun(queries, shown), qrels, deepest).mean };
}

function toRun(queries: readonly QueryId[], run: SystemRun): Run {
  return new Map(queries.map((query, i) => [query, run.rankings[i]!]));
}

function timingsOf(run: SystemRun): SystemResult['timings'] {
  const questions = run.milliseconds.reduce((sum, ms) => sum + ms, 0);
  return {
    indexMilliseconds: run.indexMilliseconds,
    queryMedianMilliseconds: median(run.milliseconds),
    queryP95Milliseconds: p95(run.milliseconds),
    totalMilliseconds: run.indexMilliseconds + questions,
  };
}
