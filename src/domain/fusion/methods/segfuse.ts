import * as v from 'valibot';
import { normalise } from '../normalise/registry';
import type { Pool } from '../pool';
import { hitsWithin, judgedLists, RELEVANT, type TrainingQuestion } from '../training';
import { foldsAndSeed, normSchema, probabilities, trainedMethod } from '../method';

const schema = v.strictObject({ method: v.literal('segfuse'), norm: normSchema, probabilities });
const crossFitted = v.strictObject({ method: v.literal('segfuse'), norm: normSchema, ...foldsAndSeed });
type Spec = v.InferOutput<typeof schema>;

/** Segment k, from 1, ends at rank 10 · 2^(k − 1) − 5, so that each is about twice as long as the one before. */
const SEGMENT_ENDS = Array.from({ length: 10 }, (_, k) => 10 * 2 ** k - 5);

/**
 * SegFuse: Σ pᵢ(k) · (sᵢ + 1), where k is the segment of list i that holds the document and pᵢ(k) the probability that a
 * document there is relevant. Segments end at ranks 5, 15, 35, 75, … A list without the document adds 0, whatever the
 * norm, and so does a rank beyond the last segment.
 *
 * Shokouhi, “Segmentation of Search Engine Results for Effective Data-Fusion”, ECIR 2007; `segfuse` of ranx.
 */
function segfuse(pool: Pool, { norm, probabilities }: Spec): Float64Array {
  const fused = new Float64Array(pool.ids.length);
  normalise(pool, norm).forEach((column, i) => {
    const { docs, length } = pool.lists[i]!;
    const trained = probabilities[i]!;
    let segment = 0;
    for (let place = 0; place < length; place++) {
      while (place >= SEGMENT_ENDS[segment]!) segment++;
      const doc = docs[place]!;
      fused[doc]! += (trained[segment] ?? 0) * (column[doc]! + 1);
    }
  });
  return fused;
}

/**
 * By list and segment: the share of relevant documents in it, averaged over the training questions. A segment counts
 * with its full length where a list ends in it.
 *
 * @param relevance lowest grade that counts as relevant
 * @throws {RangeError} without questions
 */
export function trainSegfuse(questions: readonly TrainingQuestion[], relevance = RELEVANT): number[][] {
  return judgedLists(questions).map((rankings) =>
    SEGMENT_ENDS.map((end, segment) => {
      const start = SEGMENT_ENDS[segment - 1] ?? 0;
      const hits = rankings.reduce((sum, ranking) => sum + hitsWithin(ranking, relevance, start, end), 0);
      return hits / (end - start) / rankings.length;
    }),
  );
}

export const SEGFUSE = trainedMethod('SegFuse', schema, segfuse, crossFitted, (questions, { norm }, relevance) => ({
  norm,
  probabilities: trainSegfuse(questions, relevance),
}));
