import { bm25Lucene, type Bm25LuceneSpec } from './bm25-lucene';
import { bm25Okapi, type Bm25OkapiSpec } from './bm25-okapi';
import { bm25Plus, type Bm25PlusSpec } from './bm25-plus';
import { bm25L, type Bm25LSpec } from './bm25l';
import type { Postings } from './postings';
import { queryLikelihood, type QueryLikelihoodSpec } from './query-likelihood';
import type { Scorer } from './scorer';
import { tfIdf, type TfIdfSpec } from './tf-idf';

/** A scoring function with its parameters: plain JSON. */
export type ScorerSpec = Bm25LuceneSpec | Bm25PlusSpec | Bm25LSpec | Bm25OkapiSpec | TfIdfSpec | QueryLikelihoodSpec;

type Scorers = {
  readonly [Kind in ScorerSpec['kind']]: (postings: Postings, spec: Extract<ScorerSpec, { kind: Kind }>) => Scorer;
};

/** One line a scoring function. */
const scorers: Scorers = {
  'bm25-lucene': bm25Lucene,
  'bm25-plus': bm25Plus,
  bm25l: bm25L,
  'bm25-okapi': bm25Okapi,
  'tf-idf': tfIdf,
  'query-likelihood': queryLikelihood,
};

/**
 * Makes a scoring function ready for an index, which takes a moment for each document.
 *
 * @throws {RangeError} for a parameter outside its range
 */
export function scorerOf(postings: Postings, spec: ScorerSpec): Scorer {
  // The compiler cannot see that the scorer and the spec come from the same kind.
  const make = scorers[spec.kind] as (postings: Postings, spec: ScorerSpec) => Scorer;
  return make(postings, spec);
}
