import { requireAtLeast, type Scorer } from './scorer';
import type { Postings } from './postings';
import type { ScorerSpecOf } from './scorer-spec';

/** Logarithms of frequencies below this are computed once for a term, not for each posting. */
const TABLE = 32;

/**
 * Query likelihood with Dirichlet smoothing: the logarithm of the probability that a document's language model writes
 * the question.
 *
 *     score(q, d) = Σ over tokens t of q:  ln((tf + μ · cf / C) / (dl + μ))
 *
 * cf is how often t occurs in the collection and C the collection's tokens; a token that no document holds is left out.
 * Scores are negative, and comparable only within a question. An empty document may score above a long one that holds a
 * term; found are, as with all scorers here, only documents that hold a term, each with its exact score.
 *
 * A posting adds ln((tf + s) / s) with s = μ · cf / C, the score above that of a document which lacks the term: so the
 * terms that a document lacks cost nothing, and dl is read once for a document.
 *
 * Zhai and Lafferty, “A Study of Smoothing Methods for Language Models Applied to Ad Hoc Information Retrieval”, SIGIR
 * 2001.
 *
 * @throws {RangeError} for mu not above 0
 */
export function queryLikelihood(postings: Postings, { mu }: ScorerSpecOf<'query-likelihood'>): Scorer {
  requireAtLeast(Number.MIN_VALUE, { mu });
  const { docs, frequencies, lengths, collectionFrequencies, tokenCount } = postings;
  const smoothing = (term: number): number => (mu * collectionFrequencies[term]!) / tokenCount;
  const table = new Float64Array(TABLE);
  return {
    weights: ({ counts }) => Float64Array.from(counts),
    add(term, weight, from, to, scores) {
      const s = smoothing(term);
      // A term of few postings needs fewer logarithms than the table has entries.
      const inTable = to - from > TABLE ? TABLE : 0;
      for (let tf = 1; tf < inTable; tf++) table[tf] = weight * Math.log1p(tf / s);
      for (let at = from; at < to; at++) {
        const tf = frequencies[at]!;
        scores[docs[at]!]! += tf < inTable ? table[tf]! : weight * Math.log1p(tf / s);
      }
    },
    absent: {
      ofTerm: (term) => Math.log(smoothing(term)),
      ofDoc: Float64Array.from(lengths, (length) => -Math.log(length + mu)),
    },
  };
}
