import { lengthNorms, requireAtLeast, requireFraction, type Scorer } from './scorer';
import type { Postings } from './postings';
import type { ScorerSpecOf } from './scorer-spec';

/**
 * BM25+:
 *
 *     score(q, d) = Σ over tokens t of q that d holds:  idf(t) · (δ + tf · (k1 + 1) / (tf + k1 · (1 − b + b · dl / avgdl)))
 *     idf(t) = ln((N + 1) / df)
 *
 * A repeated token of the question counts each time, which is the paper's k3 → ∞. Lv and Zhai, “Lower-Bounding Term
 * Frequency Normalization”, CIKM 2011; `BM25Plus` of rank-bm25 0.2.2 with `absent: 'delta'`.
 *
 * @throws {RangeError} for k1 or delta below 0, or b outside 0 … 1
 */
export function bm25Plus(postings: Postings, { k1, b, delta, absent }: ScorerSpecOf<'bm25-plus'>): Scorer {
  requireAtLeast(0, { k1, delta });
  requireFraction({ b });
  const { docs, frequencies, docCount } = postings;
  const norms = lengthNorms(postings, b, k1);
  const gain = k1 + 1;
  // Where a document that lacks the term has δ too, having it is worth no δ more.
  const bound = absent === 'delta' ? 0 : delta;
  const idf = (term: number): number => Math.log((docCount + 1) / postings.documentFrequency(term));
  return {
    weights: ({ ids, counts }) => Float64Array.from(ids, (term, i) => counts[i]! * idf(term)),
    add(_term, weight, from, to, scores) {
      for (let at = from; at < to; at++) {
        const doc = docs[at]!;
        const tf = frequencies[at]!;
        scores[doc]! += weight * (bound + (tf * gain) / (tf + norms[doc]!));
      }
    },
    absent: absent === 'delta' ? { ofTerm: (term) => idf(term) * delta, ofDoc: null } : null,
  };
}
