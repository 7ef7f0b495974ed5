import * as v from 'valibot';
import type { Pool } from '../pool';
import { judgedLists, RELEVANT, type TrainingQuestion } from '../training';
import { foldsAndSeed, probabilities, trainedMethod } from '../method';

const schema = v.strictObject({ method: v.literal('posfuse'), probabilities });
const crossFitted = v.strictObject({ method: v.literal('posfuse'), ...foldsAndSeed });
type Spec = v.InferOutput<typeof schema>;

/**
 * PosFuse: Σ pᵢ(rᵢ), the probability that the document at rank r of list i is relevant, as training questions had it. A
 * list without the document adds 0, and so does a rank beyond those that were trained.
 *
 * Lillis, Zhang, Toolan, Collier, Leonard and Dunnion, “Estimating Probabilities for Effective Data Fusion”, SIGIR 2010;
 * `posfuse` of ranx.
 */
function posfuse(pool: Pool, { probabilities }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  pool.lists.forEach(({ docs, length }, i) => {
    const trained = probabilities[i]!;
    for (let place = 0; place < Math.min(length, trained.length); place++) fused[docs[place]!]! += trained[place]!;
  });
  return fused;
}

/**
 * By list and rank − 1: the share of the training questions with a list that long whose document there is relevant.
 *
 * @param relevance lowest grade that counts as relevant
 * @throws {RangeError} without questions
 */
export function trainPosfuse(questions: readonly TrainingQuestion[], relevance = RELEVANT): number[][] {
  return judgedLists(questions).map((rankings) => {
    const lengths = rankings.map(({ grades }) => grades.length);
    const hits = new Array<number>(Math.max(...lengths)).fill(0);
    for (const ranking of rankings) for (const rank of ranking.relevant(relevance).ranks) hits[rank - 1]!++;
    return hits.map((count, place) => count / lengths.filter((length) => length > place).length);
  });
}

export const POSFUSE = trainedMethod('PosFuse', schema, posfuse, crossFitted, (questions, _, relevance) => ({
  probabilities: trainPosfuse(questions, relevance),
}));
