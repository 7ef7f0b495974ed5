import * as v from 'valibot';

const finite = v.pipe(v.number(), v.finite());
const notNegative = v.pipe(finite, v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The first so many numbers, for Matryoshka models, all where absent; scaled to length 1 again where compared by cosine. */
const shortened = { dimensions: v.exactOptional(positiveInteger) };

export const vectorSearchSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('nearest'),
    metric: v.picklist(['cosine', 'dot-product', 'euclidean']),
    ...shortened,
  }),
  /** MMR among the `fetchDepth` nearest. λ from 0 (only as different as can be) to 1 (the order of the cosine). */
  v.strictObject({ kind: v.literal('mmr'), lambda: share, fetchDepth: positiveInteger, ...shortened }),
  v.strictObject({ kind: v.literal('svm'), c: v.pipe(finite, v.gtValue(0)), ...shortened }),
  v.strictObject({
    kind: v.literal('rocchio'),
    /** The weight of the question itself, of the mean of the first rows, and of the mean of the last. */
    alpha: notNegative,
    beta: notNegative,
    gamma: notNegative,
    /** How many of the first rows are taken for relevant, and of the last for not relevant. */
    first: count,
    last: count,
    ...shortened,
  }),
  v.strictObject({
    kind: v.literal('quantised'),
    precision: v.picklist(['int8', 'binary']),
    /** So many times the depth are scored again by the whole vectors, which are single-precision numbers; 0 for none. */
    rescore: count,
    ...shortened,
  }),
]);

export type VectorSearchSpec = v.InferOutput<typeof vectorSearchSchema>;
export type VectorSearchOf<Kind extends VectorSearchSpec['kind']> = Extract<VectorSearchSpec, { kind: Kind }>;
export type VectorOptions<Kind extends VectorSearchSpec['kind']> = Omit<VectorSearchOf<Kind>, 'kind' | 'metric'>;

/** LangChain's λ, depth and C; Rocchio's weights of Manning, Raghavan and Schütze (2008), 9.1.1. */
export const DEFAULT_VECTOR_SEARCHES: { readonly [Kind in VectorSearchSpec['kind']]: VectorSearchOf<Kind> } = {
  nearest: { kind: 'nearest', metric: 'cosine' },
  mmr: { kind: 'mmr', lambda: 0.5, fetchDepth: 100 },
  svm: { kind: 'svm', c: 0.1 },
  rocchio: { kind: 'rocchio', alpha: 1, beta: 0.75, gamma: 0, first: 3, last: 0 },
  quantised: { kind: 'quantised', precision: 'int8', rescore: 0 },
};
