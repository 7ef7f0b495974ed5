import type { Qrels, QueryId, Run } from '../types';
import { judge } from './judge';
import type { Measure } from './parse';
import { findMeasure } from './registry';

/** Values of every measure for every question. They come first: means are derived from them. */
export interface PerQuery {
  /** The judged questions, in the order of the judgments. */
  readonly queries: readonly QueryId[];
  /** By canonical text of the measure; `values[i]` belongs to `queries[i]`. */
  readonly values: ReadonlyMap<string, Float64Array>;
}

export interface ScoreOptions {
  /** Lowest grade that counts as relevant (trec_eval's `-l`), 1 if absent. */
  readonly relevance?: number;
}

/**
 * Scores a run as trec_eval does with `-c`: every question of the judgments counts, with 0 where nothing was found or
 * nothing is relevant, and questions that only the run has are ignored. Rankings are put into trec order first.
 *
 * @throws {RangeError} for a ranking that lists a document twice or has a score that is not a number
 */
export function score(run: Run, qrels: Qrels, measures: readonly Measure[], options: ScoreOptions = {}): PerQuery {
  const { relevance = 1 } = options;
  const queries = [...qrels.keys()];
  const columns = measures.map((measure) => ({
    measure,
    definition: definitionOf(measure),
    values: new Float64Array(queries.length),
  }));
  queries.forEach((query, i) => {
    const ranking = judge(run.get(query) ?? [], qrels.get(query)!, relevance);
    for (const { measure, definition, values } of columns) values[i] = definition.compute(ranking, measure.cutoff);
  });
  return { queries, values: new Map(columns.map(({ measure, values }) => [measure.text, values])) };
}

/** Arithmetic mean over questions; NaN where there are none, since no number would be true. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/** Mean of each measure, by its canonical text. */
export function means(perQuery: PerQuery): Record<string, number> {
  return Object.fromEntries([...perQuery.values].map(([text, values]) => [text, mean(values)]));
}

function definitionOf(measure: Measure) {
  const definition = findMeasure(measure.name);
  if (!definition) throw new RangeError(`no measure is called “${measure.name}”`);
  return definition;
}
