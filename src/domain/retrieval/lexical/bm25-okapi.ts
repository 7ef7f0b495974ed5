import { lengthNorms, requireAtLeast, requireFraction, type Scorer } from './scorer';
import type { Postings } from './postings';
import type { ScorerSpecOf } from './scorer-spec';

/**
 * BM25 of the package rank-bm25, which many tutorials use:
 *
 *     score(q, d) = Σ over tokens t of q:  idf(t) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · dl / avgdl))
 *     idf(t) = ln(N − df + 0.5) − ln(df + 0.5);  where that is negative, ε · the mean of it over all terms
 *
 * The mean counts each term once and keeps negative values. In a collection so small that the mean is negative, so are
 * scores. A repeated token of the question counts each time.
 *
 * Robertson, Walker, Jones, Hancock-Beaulieu and Gatford, “Okapi at TREC-3”, 1994; `BM25Okapi` of rank-bm25 0.2.2, from
 * where the floor ε comes.
 *
 * @throws {RangeError} for k1 or epsilon below 0, or b outside 0 … 1
 */
export function bm25Okapi(postings: Postings, { k1, b, epsilon }: ScorerSpecOf<'bm25-okapi'>): Scorer {
  requireAtLeast(0, { k1, epsilon });
  requireFraction({ b });
  const { docs, frequencies } = postings;
  const norms = lengthNorms(postings, b, k1);
  const gain = k1 + 1;
  const floor = epsilon * meanIdf(postings);
  return {
    weights: ({ ids, counts }) =>
      Float64Array.from(ids, (term, i) => {
        const idf = rawIdf(postings, term);
        return counts[i]! * (idf < 0 ? floor : idf);
      }),
    add(_term, weight, from, to, scores) {
      for (let at = from; at < to; at++) {
        const doc = docs[at]!;
        const tf = frequencies[at]!;
        scores[doc]! += weight * ((tf * gain) / (tf + norms[doc]!));
      }
    },
    absent: null,
  };
}

function rawIdf(postings: Postings, term: number): number {
  const df = postings.documentFrequency(term);
  return Math.log(postings.docCount - df + 0.5) - Math.log(df + 0.5);
}

function meanIdf(postings: Postings): number {
  let sum = 0;
  for (let term = 0; term < postings.termCount; term++) sum += rawIdf(postings, term);
  return sum / postings.termCount;
}
