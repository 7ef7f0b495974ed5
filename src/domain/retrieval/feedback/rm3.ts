import type { QuestionOptions } from '../retriever-spec';

export interface FeedbackCollection {
  readonly documentCount: number;
  documentFrequency(term: string): number;
  termCounts(doc: number): Iterable<readonly [term: string, count: number]>;
  /** Tokens of a document, repeats counted. */
  documentLength(doc: number): number;
}

export interface Rm3Options extends QuestionOptions<'rm3'> {
  /** `plain` numbers of 0 or more (BM25, a cosine that is not negative), or `log`arithms, whose sum is no weight. */
  readonly scores: 'plain' | 'log';
}

/**
 * RM3 (Lavrenko and Croft, SIGIR 2001; Abdul-Jaleel et al., TREC 2004), estimated as by Anserini: 1. documents weigh
 * `w(d) = s(d) / Σ s` over the first `fbDocs`, or `exp(s(d)) / Σ exp(s)` for logarithms; 2. `p(t|R) = Σ w(d) · tf(t, d)
 * / |d|`, for terms in at most the allowed share of documents; 3. the `fbTerms` with the highest p(t|R), of equals the
 * first by UTF-16 units, are scaled to sum 1; 4. `weight(t) = λ · tf(t, q) / |q| + (1 − λ) · p(t|R)`. Unlike
 * Anserini's, documents are not cut to `fbTerms` terms. @returns weights, highest first, of sum 1
 * @throws {RangeError} for a `plain` score below 0, scores not finite, and options out of range
 */
export function rm3(
  question: readonly string[],
  list: readonly { readonly doc: number; readonly score: number }[],
  collection: FeedbackCollection,
  options: Rm3Options,
): Map<string, number> {
  check(options);
  const own = shares(question);
  if (own.size === 0) return own;
  const feedback = relevanceModel(list.slice(0, options.fbDocs), collection, options);
  const lambda = feedback.size === 0 ? 1 : options.originalQueryWeight;
  const mixed = new Map<string, number>();
  for (const [term, share] of own) mixed.set(term, lambda * share);
  for (const [term, share] of feedback) mixed.set(term, (mixed.get(term) ?? 0) + (1 - lambda) * share);
  return new Map([...mixed].filter(([, weight]) => weight > 0).sort(byWeight));
}

/** p(t|R) of the terms that are kept, with sum 1; none where no document has a term. */
export function relevanceModel(
  list: readonly { readonly doc: number; readonly score: number }[],
  collection: FeedbackCollection,
  { fbTerms, mostDocuments, scores }: Pick<Rm3Options, 'fbTerms' | 'mostDocuments' | 'scores'>,
): Map<string, number> {
  const own = list.map(({ score }) => score);
  const weights = documentWeights(own, scores);
  const most = mostDocuments * collection.documentCount;
  const model = new Map<string, number>();
  list.forEach(({ doc }, i) => {
    for (const [term, count] of collection.termCounts(doc))
      if (collection.documentFrequency(term) <= most)
        model.set(term, (model.get(term) ?? 0) + (weights[i]! * count) / collection.documentLength(doc));
  });
  const kept = [...model]
    .filter(([, weight]) => weight > 0)
    .sort(byWeight)
    .slice(0, fbTerms);
  const sum = kept.reduce((total, [, weight]) => total + weight, 0);
  return new Map(kept.map(([term, weight]) => [term, weight / sum]));
}

function documentWeights(scores: readonly number[], kind: Rm3Options['scores']): number[] {
  const wrong = scores.find((score) => !Number.isFinite(score) || (kind === 'plain' && score < 0));
  if (wrong !== undefined) throw new RangeError(`a score of ${wrong} is no weight of a document`);
  const highest = Math.max(...scores);
  const raw = kind === 'log' ? scores.map((score) => Math.exp(score - highest)) : scores;
  const sum = raw.reduce((total, score) => total + score, 0);
  return raw.map((score) => (sum === 0 ? 1 / raw.length : score / sum));
}

function shares(terms: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const term of terms) found.set(term, (found.get(term) ?? 0) + 1 / terms.length);
  return found;
}

const byWeight = (a: readonly [string, number], b: readonly [string, number]) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1);

function check({ fbDocs, fbTerms, originalQueryWeight, mostDocuments }: Rm3Options): void {
  const count = (value: number): boolean => Number.isInteger(value) && value >= 0;
  const share = (value: number): boolean => value >= 0 && value <= 1;
  if (!count(fbDocs) || !count(fbTerms)) throw new RangeError('fbDocs and fbTerms are whole numbers from 0');
  if (!share(originalQueryWeight) || !share(mostDocuments))
    throw new RangeError('originalQueryWeight and mostDocuments are between 0 and 1');
}
