import { lengthNorms, requireAtLeast, requireFraction, type Scorer } from './scorer';
import type { Postings } from './postings';
import type { ScorerSpecOf } from './scorer-spec';

/**
 * BM25 as Lucene has it since version 8:
 *
 *     score(q, d) = Σ over tokens t of q:  idf(t) · tf / (tf + k1 · (1 − b + b · dl / avgdl))
 *     idf(t) = ln(1 + (N − df + 0.5) / (df + 0.5)),  never negative
 *
 * Without the factor k1 + 1 of the paper, which changes no order. A repeated token of the question counts each time.
 * Lengths are exact, where Lucene keeps them in one byte: its scores differ from these a little.
 *
 * Robertson, Walker, Jones, Hancock-Beaulieu and Gatford, “Okapi at TREC-3”, 1994; Kamphuis, de Vries, Boytsov and Lin,
 * “Which BM25 Do You Mean? A Large-Scale Reproducibility Study of Scoring Variants”, ECIR 2020 (“Lucene (accurate)”).
 *
 * @throws {RangeError} for k1 below 0 or b outside 0 … 1
 */
export function bm25Lucene(postings: Postings, { k1, b }: ScorerSpecOf<'bm25-lucene'>): Scorer {
  requireAtLeast(0, { k1 });
  requireFraction({ b });
  const { docs, frequencies, docCount } = postings;
  const norms = lengthNorms(postings, b, k1);
  return {
    weights: ({ ids, counts }) =>
      Float64Array.from(ids, (term, i) => {
        const df = postings.documentFrequency(term);
        return counts[i]! * Math.log(1 + (docCount - df + 0.5) / (df + 0.5));
      }),
    add(_term, weight, from, to, scores) {
      for (let at = from; at < to; at++) {
        const doc = docs[at]!;
        const tf = frequencies[at]!;
        scores[doc]! += weight * (tf / (tf + norms[doc]!));
      }
    },
    absent: null,
  };
}
