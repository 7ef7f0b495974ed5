import type { SystemResult } from '../../contract/result';
import { firstRelevantRank } from '../../domain/measures/first-relevant';
import { judgedShare } from '../../domain/measures/judged';
import { type Measure, measureAt } from '../../domain/measures/parse';
import { mean, score } from '../../domain/measures/score';
import { questionsDecidedByTies } from '../../domain/measures/ties';
import { median, p95 } from '../../domain/report/quantile';
import { packRankings } from '../../domain/run/packed';
import type { ExperimentSpec } from '../../domain/spec/experiment';
import type { DocId, Qrels, Run } from '../../domain/types';
import { pacer } from '../pause';
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
export async function scoreSystem(
  environment: Environment,
  spec: ExperimentSpec,
  id: string,
  runs: ReadonlyMap<number, SystemRun>,
  qrels: Qrels,
  position: (id: DocId) => number,
): Promise<Scored> {
  const queries = environment.queries.map((query) => query.id);
  const pace = pacer(environment.signal);
  const perQuery = emptyColumns(spec.ks, queries.length);
  const groups = byRun(runs);
  const shown = runs.get(Math.max(...spec.ks))!;
  const depth = Math.max(...spec.ks);
  const firstRelevant = new Uint32Array(queries.length);
  let tied = 0;
  let judged = 0;
  for (const [i, query] of queries.entries()) {
    await pace();
    const grades: Qrels = new Map([[query, qrels.get(query)!]]);
    let decided = false;
    for (const [run, ks] of groups) {
      const one: Run = new Map([[query, run.rankings[i]!]]);
      for (const [text, values] of score(one, grades, measuresAt(ks), spec).values) perQuery[text]![i] = values[0]!;
      decided ||= questionsDecidedByTies(one, grades, ks, spec.relevance).length > 0;
    }
    if (decided) tied++;
    const ranking = shown.rankings[i]!;
    judged += judgedShare(new Map([[query, ranking]]), grades, depth).mean;
    firstRelevant[i] = firstRelevantRank(ranking, qrels.get(query)!, spec.relevance) ?? 0;
  }
  const result: SystemResult = {
    id,
    measures: Object.fromEntries(Object.entries(perQuery).map(([text, values]) => [text, mean(values)])),
    perQuery,
    timings: timingsOf(shown),
    firstRelevant,
    top: packRankings(
      shown.rankings.map((ranking) =>
        ranking.slice(0, Math.max(KEPT, depth)).map((hit) => ({ doc: position(hit.id), score: hit.score })),
      ),
    ),
  };
  return { result, tied, judged: judged / queries.length };
}

const measuresAt = (ks: readonly number[]): Measure[] => ks.flatMap((k) => MEASURES.map((name) => measureAt(name, k)));

function emptyColumns(ks: readonly number[], length: number): Record<string, Float64Array> {
  return Object.fromEntries(measuresAt(ks).map(({ text }) => [text, new Float64Array(length)]));
}

/** The ks that each run is for: a ranking is then judged once for all of them. */
function byRun(runs: ReadonlyMap<number, SystemRun>): Map<SystemRun, number[]> {
  const groups = new Map<SystemRun, number[]>();
  for (const [k, run] of runs) groups.set(run, [...(groups.get(run) ?? []), k]);
  return groups;
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
