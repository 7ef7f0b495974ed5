import type { Postings } from './postings';
import type { Scorer } from './scorer';

/**
 * Cosine of tf-idf vectors, as scikit-learn has it by default:
 *
 *     vector of a text: tf(t) · idf(t) for each term, divided by its Euclidean length
 *     idf(t) = ln((1 + N) / (1 + df)) + 1
 *     score(q, d) = dot product of the vectors, 0 to 1
 *
 * Terms of the question that no document holds are no part of its vector. A document without a term of the question has
 * cosine 0 and is not found.
 *
 * Salton and Buckley, “Term-weighting approaches in automatic text retrieval”, 1988; `TfidfVectorizer` of scikit-learn
 * (smooth_idf, no sublinear_tf, norm l2).
 */
export function tfIdf(postings: Postings): Scorer {
  const { docs, frequencies, docCount } = postings;
  const idf = (term: number): number => Math.log((1 + docCount) / (1 + postings.documentFrequency(term))) + 1;
  const inverseNorms = inverseVectorLengths(postings, idf);
  return {
    weights({ ids, counts }) {
      const values = Float64Array.from(ids, (term, i) => counts[i]! * idf(term));
      const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
      return values.map((value, i) => (value / length) * idf(ids[i]!));
    },
    add(_term, weight, from, to, scores) {
      for (let at = from; at < to; at++) {
        const doc = docs[at]!;
        scores[doc]! += weight * frequencies[at]! * inverseNorms[doc]!;
      }
    },
    absent: null,
  };
}

/** 1 / Euclidean length of each document's vector; what an empty document has is read by nobody. */
function inverseVectorLengths(postings: Postings, idf: (term: number) => number): Float64Array {
  const { offsets, docs, frequencies, docCount, termCount } = postings;
  const squares = new Float64Array(docCount);
  for (let term = 0; term < termCount; term++) {
    const weight = idf(term);
    for (let at = offsets[term]!; at < offsets[term + 1]!; at++) {
      const value = frequencies[at]! * weight;
      squares[docs[at]!]! += value * value;
    }
  }
  return squares.map((square) => 1 / Math.sqrt(square));
}
