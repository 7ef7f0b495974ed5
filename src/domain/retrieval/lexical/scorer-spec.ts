import * as v from 'valibot';

const notNegative = v.pipe(v.number(), v.finite(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));

/** k1: term-frequency saturation; b: length normalisation. */
const saturation = { k1: notNegative, b: share };

export const scorerSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('bm25-lucene'),
    ...saturation,
    /** Lengths as Lucene keeps them, in one byte; absent: exact. */
    lengths: v.exactOptional(v.literal('byte')),
  }),
  v.strictObject({
    kind: v.literal('bm25-plus'),
    ...saturation,
    /** Lower bound for a matching term, however long the document, in units of idf. */
    delta: notNegative,
    /**
     * What a term is worth in a document that lacks it. `nothing`: 0, as in the paper. `delta`: idf · δ, as in the
     * package rank-bm25, which adds Σ idf · δ to every document alike: then δ changes no order.
     */
    absent: v.picklist(['nothing', 'delta']),
  }),
  v.strictObject({
    kind: v.literal('bm25l'),
    ...saturation,
    /** What is added to each normalised frequency: it helps long documents, whose frequencies become small. */
    delta: notNegative,
    /**
     * `paper`, or what the package rank-bm25 0.2.2 computes under this name: each term's part times tf once more, so that
     * repeats never stop to count. It finds far less; it is here to compare with what others computed.
     */
    form: v.picklist(['paper', 'rank-bm25']),
  }),
  /** ε: what a term in more than half of the documents has for its idf, as a share of the mean idf. */
  v.strictObject({ kind: v.literal('bm25-okapi'), ...saturation, epsilon: notNegative }),
  v.strictObject({ kind: v.literal('tf-idf') }),
  /** μ: how many tokens of the collection's language model are mixed into each document's. */
  v.strictObject({ kind: v.literal('query-likelihood'), mu: v.pipe(v.number(), v.finite(), v.gtValue(0)) }),
]);

export type ScorerSpec = v.InferOutput<typeof scorerSchema>;
export type ScorerSpecOf<Kind extends ScorerSpec['kind']> = Extract<ScorerSpec, { kind: Kind }>;

/** The parameters with which each is usually run: Lucene's, rank-bm25's, and Zhai and Lafferty's μ. */
export const DEFAULT_SCORERS: { readonly [Kind in ScorerSpec['kind']]: ScorerSpecOf<Kind> } = {
  'bm25-lucene': { kind: 'bm25-lucene', k1: 1.2, b: 0.75 },
  'bm25-plus': { kind: 'bm25-plus', k1: 1.5, b: 0.75, delta: 1, absent: 'nothing' },
  bm25l: { kind: 'bm25l', k1: 1.5, b: 0.75, delta: 0.5, form: 'paper' },
  'bm25-okapi': { kind: 'bm25-okapi', k1: 1.5, b: 0.75, epsilon: 0.25 },
  'tf-idf': { kind: 'tf-idf' },
  'query-likelihood': { kind: 'query-likelihood', mu: 2000 },
};
