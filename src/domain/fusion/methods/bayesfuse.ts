import * as v from 'valibot';
import type { Pool } from '../pool';
import { hitsWithin, judgedLists, RELEVANT, type TrainingQuestion } from '../training';
import { finite, foldsAndSeed, trainedMethod } from '../method';

const schema = v.strictObject({ method: v.literal('bayesfuse'), logOdds: v.array(v.array(finite)) });
const crossFitted = v.strictObject({ method: v.literal('bayesfuse'), ...foldsAndSeed });
type Spec = v.InferOutput<typeof schema>;

/** Last ranks of the intervals within which a list's odds are taken to be the same. */
const INTERVAL_ENDS = [5, 10, 15, 20, 30, 100, 200, 500, 1000];

/** What stands for a probability of 0 or of none left, whose odds have no logarithm. */
const SMALLEST = 0.001;

/** The log odds of a document that a list does not have. */
const ABSENT = Math.log(SMALLEST / (1 - SMALLEST));

/**
 * Bayes-fuse: Σ ln(pᵢ / (1 − pᵢ)), the log odds that a document in the interval of ranks that holds this one is relevant,
 * as training questions had it. A document that a list does not have, or has below rank 1000, gets the log odds of .001.
 *
 * Aslam and Montague, “Models for Metasearch”, SIGIR 2001, as `bayesfuse` of ranx computes it: from the precision in each
 * interval.
 */
function bayesfuse(pool: Pool, { logOdds }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  pool.lists.forEach(({ ranks, length }, i) => {
    const byRank = oddsByRank(logOdds[i]!, length);
    for (let doc = 0; doc < fused.length; doc++) fused[doc]! += byRank[ranks[doc]!]!;
  });
  return fused;
}

/** At rank 0 is what an absent document gets. */
function oddsByRank(trained: readonly number[], length: number): Float64Array {
  const odds = new Float64Array(length + 1).fill(ABSENT);
  INTERVAL_ENDS.forEach((end, interval) =>
    odds.fill(trained[interval] ?? ABSENT, (INTERVAL_ENDS[interval - 1] ?? 0) + 1, end + 1),
  );
  return odds;
}

/**
 * By list and interval of ranks (which end at 5, 10, 15, 20, 30, 100, 200, 500 and 1000): the log odds of the precision
 * in it, averaged over the training questions. An interval counts with its full length where a list ends in it, and a
 * precision of 0 as .001.
 *
 * @param relevance lowest grade that counts as relevant
 * @throws {RangeError} without questions
 */
export function trainBayesfuse(questions: readonly TrainingQuestion[], relevance = RELEVANT): number[][] {
  return judgedLists(questions).map((rankings) =>
    INTERVAL_ENDS.map((end, interval) => {
      const start = INTERVAL_ENDS[interval - 1] ?? 0;
      const hits = rankings.reduce((sum, ranking) => sum + hitsWithin(ranking, relevance, start, end), 0);
      const precision = hits / (end - start) / rankings.length || SMALLEST;
      return Math.log(precision / (1 - precision || SMALLEST));
    }),
  );
}

export const BAYESFUSE = trainedMethod('BayesFuse', schema, bayesfuse, crossFitted, (questions, _, relevance) => ({
  logOdds: trainBayesfuse(questions, relevance),
}));
