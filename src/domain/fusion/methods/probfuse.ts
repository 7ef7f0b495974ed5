import * as v from 'valibot';
import type { Pool } from '../pool';
import { hitsWithin, judgedLists, RELEVANT, type TrainingQuestion } from '../training';
import { foldsAndSeed, positiveInteger, probabilities, trainedMethod } from '../method';

const schema = v.strictObject({ method: v.literal('probfuse'), probabilities });
const crossFitted = v.strictObject({ method: v.literal('probfuse'), segments: positiveInteger, ...foldsAndSeed });
type Spec = v.InferOutput<typeof schema>;

/**
 * ProbFuse: Σ pᵢ(k) / k, where k is the segment, from 1, of list i that holds the document and pᵢ(k) the probability that
 * a document there is relevant. A list is cut into as many segments as there are probabilities, of ⌈n / segments⌉ ranks
 * each; the last may be shorter or empty. A list without the document adds 0.
 *
 * Lillis, Toolan, Collier and Dunnion, “ProbFuse: A Probabilistic Approach to Data Fusion”, SIGIR 2006; `probfuse` of
 * ranx.
 */
function probfuse(pool: Pool, { probabilities }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  pool.lists.forEach(({ docs, length }, i) => {
    const trained = probabilities[i]!;
    const size = Math.ceil(length / trained.length);
    for (let place = 0; place < length; place++) {
      const segment = Math.floor(place / size);
      fused[docs[place]!]! += trained[segment]! / (segment + 1);
    }
  });
  return fused;
}

/**
 * By list and segment: the share of relevant documents in it, averaged over the training questions. A segment that a
 * list is too short for counts as 0; unjudged documents count as not relevant (ProbFuseAll).
 *
 * @param segments how many a list is cut into
 * @param relevance lowest grade that counts as relevant
 * @throws {RangeError} without questions
 */
export function trainProbfuse(
  questions: readonly TrainingQuestion[],
  segments: number,
  relevance = RELEVANT,
): number[][] {
  return judgedLists(questions).map((rankings) =>
    Array.from({ length: segments }, (_, segment) => {
      let sum = 0;
      for (const ranking of rankings) {
        const size = Math.ceil(ranking.grades.length / segments);
        const start = segment * size;
        const end = Math.min(start + size, ranking.grades.length);
        if (end > start) sum += hitsWithin(ranking, relevance, start, end) / (end - start);
      }
      return sum / rankings.length;
    }),
  );
}

export const PROBFUSE = trainedMethod(
  'ProbFuse',
  schema,
  probfuse,
  crossFitted,
  (questions, { segments }, relevance) => ({ probabilities: trainProbfuse(questions, segments, relevance) }),
);
