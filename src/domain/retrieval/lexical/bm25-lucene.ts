import { byteLength } from './byte-length';
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
 *
 * Lengths are exact, and N and avgdl count empty documents. With `lengths: 'byte'` all three are Lucene's, and so those
 * of Elasticsearch, OpenSearch and pg_textsearch: dl is what {@link byteLength} leaves of it, avgdl is the mean of the
 * exact lengths, and documents without a token count in neither N nor avgdl.
 *
 * Robertson, Walker, Jones, Hancock-Beaulieu and Gatford, “Okapi at TREC-3”, 1994; Kamphuis, de Vries, Boytsov and Lin,
 * “Which BM25 Do You Mean? A Large-Scale Reproducibility Study of Scoring Variants”, ECIR 2020: “Lucene (accurate)”, and
 * “Lucene (default)” with lengths in one byte.
 *
 * @throws {RangeError} for k1 below 0 or b outside 0 … 1
 */
export function bm25Lucene(postings: Postings, { k1, b, lengths }: ScorerSpecOf<'bm25-lucene'>): Scorer {
  requireAtLeast(0, { k1 });
  requireFraction({ b });
  const { docs, frequencies } = postings;
  const { docCount, ...measured } = lengths === 'byte' ? inBytes(postings) : postings;
  const norms = lengthNorms(measured, b, k1);
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

/** Of documents that hold a token, which are all that Lucene counts. */
function inBytes({ lengths, tokenCount }: Postings) {
  let docCount = 0;
  for (const length of lengths) if (length > 0) docCount++;
  return { lengths: lengths.map(byteLength), averageLength: tokenCount / docCount, docCount };
}
