import * as v from 'valibot';
import { addByPlace } from '../columns';
import { measureOf } from '../../measures/parse';
import { rankingScorer } from '../../measures/score';
import {
  finite,
  foldsAndSeed,
  normSchema,
  positiveInteger,
  probabilities,
  probability,
  trainedMethod,
  hitsWithin,
  judgedLists,
  type TrainingQuestion,
} from '../method';
import { normalise } from '../normalise';

/** Last ranks of the intervals within which BayesFuse takes a list's odds to be the same. */
const INTERVAL_ENDS = [5, 10, 15, 20, 30, 100, 200, 500, 1000];

/** What stands for a probability of 0 or of none left, whose odds have no logarithm. */
const SMALLEST = 0.001;

/** The log odds of a document that a list does not have. */
const ABSENT = Math.log(SMALLEST / (1 - SMALLEST));

/** Segment k of SegFuse, from 1, ends at rank 10 · 2^(k − 1) − 5: each is about twice as long as the one before. */
const SEGMENT_ENDS = Array.from({ length: 10 }, (_, k) => 10 * 2 ** k - 5);

const window = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A list without the document adds 0, as does a rank or segment beyond those trained, unless said otherwise. */
export const TRAINED_FUSIONS = {
  /**
   * Σ ln(pᵢ / (1 − pᵢ)) of the precision in the document's interval of ranks, averaged over training questions; of .001
   * if absent, below rank 1000, or 0. Intervals have full length. Aslam and Montague, SIGIR 2001; `bayesfuse` of ranx.
   */
  bayesfuse: trainedMethod(
    'BayesFuse',
    v.strictObject({ method: v.literal('bayesfuse'), logOdds: v.array(v.array(finite)) }),
    (pool, { logOdds }) => {
      const fused = new Float64Array(pool.ids.length);
      pool.lists.forEach(({ ranks, length }, i) => {
        const byRank = oddsByRank(logOdds[i]!, length);
        for (let doc = 0; doc < fused.length; doc++) fused[doc]! += byRank[ranks[doc]!]!;
      });
      return fused;
    },
    v.strictObject({ method: v.literal('bayesfuse'), ...foldsAndSeed }),
    (questions, _, relevance) => ({
      logOdds: precisionWithin(INTERVAL_ENDS, questions, relevance).map((list) =>
        list.map((precision) => Math.log((precision || SMALLEST) / (1 - (precision || SMALLEST) || SMALLEST))),
      ),
    }),
  ),

  /** Σ MAPᵢ / rᵢ. Lillis et al., SIGIR 2010; `mapfuse` of ranx. */
  mapfuse: trainedMethod(
    'MAPFuse',
    v.strictObject({ method: v.literal('mapfuse'), precision: v.array(probability) }),
    (pool, { precision }) => addByPlace(pool, (_, i) => (place) => precision[i]! / (place + 1)),
    v.strictObject({ method: v.literal('mapfuse'), ...foldsAndSeed }),
    (questions, _, relevance) => {
      const averagePrecision = rankingScorer([measureOf('MAP')], { relevance, maxGrade: relevance });
      return {
        precision: judgedLists(questions).map(
          (rankings) => rankings.reduce((sum, ranking) => sum + averagePrecision(ranking)[0]!, 0) / rankings.length,
        ),
      };
    },
  ),

  /** Σ pᵢ(rᵢ), pᵢ(r) the share of questions with a relevant rank r. Lillis et al., SIGIR 2010; `posfuse` of ranx. */
  posfuse: trainedMethod(
    'PosFuse',
    v.strictObject({ method: v.literal('posfuse'), probabilities }),
    (pool, { probabilities }) => addByPlace(pool, (_, i) => (place) => probabilities[i]![place] ?? 0),
    v.strictObject({ method: v.literal('posfuse'), ...foldsAndSeed }),
    (questions, _, relevance) => ({ probabilities: byPosition(questions, relevance) }),
  ),

  /**
   * Σ pᵢ(k) / k, pᵢ(k) the share of relevant documents in segment k of list i, from 1, averaged over training
   * questions. Segments have ⌈n / segments⌉ ranks; missing ones and unjudged documents count as 0 (ProbFuseAll). Lillis
   * et al., SIGIR 2006; `probfuse` of ranx.
   */
  probfuse: trainedMethod(
    'ProbFuse',
    v.strictObject({ method: v.literal('probfuse'), probabilities }),
    (pool, { probabilities }) =>
      addByPlace(pool, ({ length }, i) => (place) => {
        const segment = Math.floor(place / Math.ceil(length / probabilities[i]!.length));
        return probabilities[i]![segment]! / (segment + 1);
      }),
    v.strictObject({ method: v.literal('probfuse'), segments: positiveInteger, ...foldsAndSeed }),
    (questions, { segments }, relevance) => ({
      probabilities: judgedLists(questions).map((rankings) =>
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
      ),
    }),
  ),

  /** Σ pᵢ(k) · (sᵢ + 1), segments ending at 5, 15, 35, 75, … at full length. Shokouhi, ECIR 2007; `segfuse` of ranx. */
  segfuse: trainedMethod(
    'SegFuse',
    v.strictObject({ method: v.literal('segfuse'), norm: normSchema, probabilities }),
    (pool, { norm, probabilities }) => {
      const columns = normalise(pool, norm);
      return addByPlace(pool, ({ docs }, i) => {
        let segment = 0;
        return (place) => {
          while (place >= SEGMENT_ENDS[segment]!) segment++;
          return (probabilities[i]![segment] ?? 0) * (columns[i]![docs[place]!]! + 1);
        };
      });
    },
    v.strictObject({ method: v.literal('segfuse'), norm: normSchema, ...foldsAndSeed }),
    (questions, { norm }, relevance) => ({
      norm,
      probabilities: precisionWithin(SEGMENT_ENDS, questions, relevance),
    }),
  ),

  /** Σ of the mean of pᵢ over ranks rᵢ − w to rᵢ + w of list i. Lillis et al., ECIR 2008; `slidefuse` of ranx. */
  slidefuse: trainedMethod(
    'SlideFuse',
    v.strictObject({ method: v.literal('slidefuse'), probabilities, window }),
    (pool, { probabilities, window }) =>
      addByPlace(pool, ({ length }, i) => (place) => {
        const [first, last] = [Math.max(0, place - window), Math.min(length - 1, place + window)];
        let sum = 0;
        for (let at = first; at <= last; at++) sum += probabilities[i]![at] ?? 0;
        return sum / (last - first + 1);
      }),
    v.strictObject({ method: v.literal('slidefuse'), window, ...foldsAndSeed }),
    (questions, { window }, relevance) => ({ probabilities: byPosition(questions, relevance), window }),
  ),
};

function oddsByRank(trained: readonly number[], length: number): Float64Array {
  const odds = new Float64Array(length + 1).fill(ABSENT);
  INTERVAL_ENDS.forEach((end, interval) =>
    odds.fill(trained[interval] ?? ABSENT, (INTERVAL_ENDS[interval - 1] ?? 0) + 1, end + 1),
  );
  return odds;
}

/** By interval of ranks with these ends: the share of its ranks that hold a relevant document, averaged over questions. */
function precisionWithin(ends: readonly number[], questions: readonly TrainingQuestion[], relevance: number) {
  return judgedLists(questions).map((rankings) =>
    ends.map((end, interval) => {
      const start = ends[interval - 1] ?? 0;
      const hits = rankings.reduce((sum, ranking) => sum + hitsWithin(ranking, relevance, start, end), 0);
      return hits / (end - start) / rankings.length;
    }),
  );
}

/** By rank − 1: the share of the training questions with a list that long whose document there is relevant. */
function byPosition(questions: readonly TrainingQuestion[], relevance: number): number[][] {
  return judgedLists(questions).map((rankings) => {
    const lengths = rankings.map(({ grades }) => grades.length);
    const hits = new Array<number>(Math.max(...lengths)).fill(0);
    for (const ranking of rankings) for (const rank of ranking.relevant(relevance).ranks) hits[rank - 1]!++;
    return hits.map((count, place) => count / lengths.filter((length) => length > place).length);
  });
}
