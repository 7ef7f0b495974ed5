import * as v from 'valibot';
import { measureOf } from '../../measures/parse';
import { scorerOf } from '../../measures/score';
import type { Pool } from '../pool';
import { judgedLists, RELEVANT, type TrainingQuestion } from '../training';
import { foldsAndSeed, probability, trainedMethod } from '../method';

const schema = v.strictObject({ method: v.literal('mapfuse'), precision: v.array(probability) });
const crossFitted = v.strictObject({ method: v.literal('mapfuse'), ...foldsAndSeed });
type Spec = v.InferOutput<typeof schema>;

/**
 * MAPFuse: Σ MAPᵢ / rᵢ, reciprocal ranks weighted by the mean average precision of list i on training questions. A list
 * without the document adds 0.
 *
 * Lillis, Zhang, Toolan, Collier, Leonard and Dunnion, “Estimating Probabilities for Effective Data Fusion”, SIGIR 2010;
 * `mapfuse` of ranx.
 */
function mapfuse(pool: Pool, { precision }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  pool.lists.forEach(({ docs, length }, i) => {
    const trained = precision[i]!;
    for (let place = 0; place < length; place++) fused[docs[place]!]! += trained / (place + 1);
  });
  return fused;
}

/**
 * By list: its MAP over the training questions.
 *
 * @param relevance lowest grade that counts as relevant
 * @throws {RangeError} without questions
 */
export function trainMapfuse(questions: readonly TrainingQuestion[], relevance = RELEVANT): number[] {
  const averagePrecision = scorerOf([measureOf('MAP')], { relevance, maxGrade: relevance });
  return judgedLists(questions).map(
    (rankings) => rankings.reduce((sum, ranking) => sum + averagePrecision(ranking)[0]!, 0) / rankings.length,
  );
}

export const MAPFUSE = trainedMethod('MAPFuse', schema, mapfuse, crossFitted, (questions, _, relevance) => ({
  precision: trainMapfuse(questions, relevance),
}));
