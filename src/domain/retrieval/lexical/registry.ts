import { bm25Lucene } from './bm25-lucene';
import { bm25Okapi } from './bm25-okapi';
import { bm25Plus } from './bm25-plus';
import { bm25L } from './bm25l';
import type { Postings } from './postings';
import { queryLikelihood } from './query-likelihood';
import type { Scorer } from './scorer';
import type { ScorerSpec, ScorerSpecOf } from './scorer-spec';
import { tfIdf } from './tf-idf';

const scorers: {
  readonly [Kind in ScorerSpec['kind']]: (postings: Postings, spec: ScorerSpecOf<Kind>) => Scorer;
} = {
  'bm25-lucene': bm25Lucene,
  'bm25-plus': bm25Plus,
  bm25l: bm25L,
  'bm25-okapi': bm25Okapi,
  'tf-idf': tfIdf,
  'query-likelihood': queryLikelihood,
};

/** Computes what depends on documents alone, a moment each. @throws {RangeError} for a parameter outside its range */
export function scorerOf(postings: Postings, spec: ScorerSpec): Scorer {
  // The compiler cannot see that the scorer and the spec come from the same kind.
  const make = scorers[spec.kind] as (postings: Postings, spec: ScorerSpec) => Scorer;
  return make(postings, spec);
}
