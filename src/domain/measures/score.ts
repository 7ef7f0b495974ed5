import { definitionOf } from './registry';
import type { Qrels, QueryId, Requirements, Run } from '../../base/types';
import { judge, type JudgedRanking } from './judge';
import type { MeasureArguments } from './measure';
import type { Measure } from './parse';

/** trec_eval's floor of geometric means: one question with 0 would otherwise make all of it 0. */
const GEOMETRIC_FLOOR = 1e-5;

/** One number for the values of all questions, by the rule of the measure. NaN (left out) does not count. */
export function aggregate(measure: { readonly name: string }, values: ArrayLike<number>): number {
  switch (definitionOf(measure).aggregate) {
    case 'mean':
      return mean(values);
    case 'sum':
      return answered(values) === 0 ? NaN : sum(values);
    case 'geometric mean':
      return Math.exp(mean(Float64Array.from(values, (value) => Math.log(Math.max(value, GEOMETRIC_FLOOR)))));
  }
}

export const mean = (values: ArrayLike<number>): number => sum(values) / answered(values);

function answered(values: ArrayLike<number>): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) count++;
  return count;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) total += values[i]!;
  return total;
}

interface PerQuery {
  readonly queries: readonly QueryId[];
  readonly values: ReadonlyMap<string, Float64Array>;
}

export interface ScoreOptions {
  /** Lowest grade that counts as relevant (trec_eval's `-l`) where a measure does not say `rel`; 1 if absent. */
  readonly relevance?: number;
  /** Highest grade of the scale where a measure does not say `max`; that of the judgments if absent. */
  readonly maxGrade?: number;
  /** Without results: `zero` counts a question as an empty list (trec_eval's `-c`), `skip` leaves it out with NaN. */
  readonly missing?: 'zero' | 'skip';
  readonly requirements?: Requirements;
}

/**
 * Scores the questions of the judgments; without a relevant document they count as 0 by measures of relevance. @throws
 * {RangeError} for a ranking that lists a document twice or has a score that is not a number
 */
export function score(run: Run, qrels: Qrels, measures: readonly Measure[], options: ScoreOptions = {}): PerQuery {
  const queries = [...qrels.keys()];
  const scorer = rankingScorer(measures, { ...options, maxGrade: options.maxGrade ?? highestGrade(qrels) });
  const columns = measures.map(() => new Float64Array(queries.length));
  queries.forEach((query, i) => {
    const ranking = judge(run.get(query) ?? [], qrels.get(query)!, options.requirements?.get(query));
    scorer(ranking).forEach((value, column) => (columns[column]![i] = value));
  });
  return { queries, values: new Map(measures.map(({ text }, column) => [text, columns[column]!])) };
}

export function rankingScorer(
  measures: readonly Measure[],
  options: ScoreOptions & { readonly maxGrade: number },
): (ranking: JudgedRanking) => number[] {
  const prepared = measures.map((measure) => ({
    compute: definitionOf(measure).compute,
    at: argumentsOf(measure, options),
  }));
  return (ranking) =>
    options.missing === 'skip' && ranking.grades.length === 0
      ? prepared.map(() => NaN)
      : prepared.map(({ compute, at }) => compute(ranking, at));
}

export function argumentsOf(
  { cutoff, parameters }: Measure,
  { relevance = 1, maxGrade }: { readonly relevance?: number; readonly maxGrade: number },
): MeasureArguments {
  return {
    cutoff: cutoff ?? Infinity,
    relevance: parameters.rel ?? relevance,
    p: parameters.p ?? NaN,
    maxGrade: parameters.max ?? maxGrade,
    recall: parameters.recall ?? NaN,
    chars: parameters.chars ?? Infinity,
    tokens: parameters.tokens ?? Infinity,
  };
}

export function highestGrade(qrels: Qrels): number {
  let highest = 0;
  for (const judged of qrels.values()) for (const grade of judged.values()) highest = Math.max(highest, grade);
  return highest;
}

export function means({ values }: PerQuery, measures: readonly Measure[]): Record<string, number> {
  return Object.fromEntries(measures.map((measure) => [measure.text, aggregate(measure, values.get(measure.text)!)]));
}
