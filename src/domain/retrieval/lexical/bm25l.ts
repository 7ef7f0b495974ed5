import { lengthNorms, requireAtLeast, requireFraction, type Scorer } from './scorer';
import type { Postings } from './postings';
import type { ScorerSpecOf } from './scorer-spec';

/**
 * BM25L:
 *
 *     score(q, d) = Σ over tokens t of q that d holds:  idf(t) · (k1 + 1) · (c + δ) / (k1 + c + δ)
 *     c = tf / (1 − b + b · dl / avgdl),  idf(t) = ln((N + 1) / (df + 0.5))
 *
 * and each part times tf in the form `rank-bm25`. A repeated token of the question counts each time.
 *
 * Lv and Zhai, “When Documents Are Very Long, BM25 Fails!”, SIGIR 2011; `BM25L` of rank-bm25 0.2.2.
 *
 * @throws {RangeError} for k1 or delta below 0, or b outside 0 … 1
 */
export function bm25L(postings: Postings, { k1, b, delta, form }: ScorerSpecOf<'bm25l'>): Scorer {
  requireAtLeast(0, { k1, delta });
  requireFraction({ b });
  const { docs, frequencies, docCount } = postings;
  const norms = lengthNorms(postings, b, 1);
  return {
    weights: ({ ids, counts }) =>
      Float64Array.from(ids, (term, i) => {
        const idf = Math.log(docCount + 1) - Math.log(postings.documentFrequency(term) + 0.5);
        return counts[i]! * idf * (k1 + 1);
      }),
    add(_term, weight, from, to, scores) {
      for (let at = from; at < to; at++) {
        const doc = docs[at]!;
        const tf = frequencies[at]!;
        const c = tf / norms[doc]! + delta;
        scores[doc]! += weight * (form === 'paper' ? 1 : tf) * (c / (k1 + c));
      }
    },
    absent: null,
  };
}
