import * as v from 'valibot';
import { DEFAULT_ROCCHIO } from '../feedback/rocchio';

const finite = v.pipe(v.number(), v.finite());
const notNegative = v.pipe(finite, v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

/**
 * The first so many numbers of every vector, in the place of all: what models trained as Matryoshka dolls are made for.
 * They are scaled to length 1 again where vectors are compared by cosine. Absent for all of them.
 */
const shortened = { dimensions: v.exactOptional(positiveInteger) };

/** How the vectors of passages are searched. */
export const vectorSearchSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('nearest'),
    metric: v.picklist(['cosine', 'dot-product', 'euclidean']),
    ...shortened,
  }),
  /** Maximal marginal relevance: of the `fetchDepth` nearest, those that differ from what was taken before. */
  v.strictObject({ kind: v.literal('mmr'), lambda: share, fetchDepth: positiveInteger, ...shortened }),
  /** A linear support vector machine a question, with the question as its only positive example. */
  v.strictObject({ kind: v.literal('svm'), c: v.pipe(finite, v.gtValue(0)), ...shortened }),
  /** A second search by cosine, with the question moved towards its first passages. */
  v.strictObject({
    kind: v.literal('rocchio'),
    alpha: notNegative,
    beta: notNegative,
    gamma: notNegative,
    first: count,
    last: count,
    ...shortened,
  }),
  /** The nearest by cosine among vectors of whole numbers: a byte, or a bit, in the place of four bytes. */
  v.strictObject({
    kind: v.literal('quantised'),
    precision: v.picklist(['int8', 'binary']),
    /** So many times the depth are scored again by the whole vectors; 0 for none. */
    rescore: count,
    ...shortened,
  }),
  /** Approximately the nearest: a hierarchical graph of neighbours (HNSW), walked towards the question. */
  v.strictObject({
    kind: v.literal('hnsw'),
    metric: v.literal('cosine'),
    /** Links of a vector on the upper layers; twice as many on the lowest. */
    m: v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(128)),
    /** Candidates among which the links of a new vector are chosen. */
    efConstruction: positiveInteger,
    /** Candidates that a search holds; where the lists are longer, as many as those. */
    efSearch: positiveInteger,
    ...shortened,
  }),
]);

export type VectorSearchSpec = v.InferOutput<typeof vectorSearchSchema>;

/** λ and depth are those of LangChain; C is that of its SVM retriever; m and efConstruction are those of hnswlib. */
export const DEFAULT_VECTOR_SEARCHES: {
  readonly [Kind in VectorSearchSpec['kind']]: Extract<VectorSearchSpec, { kind: Kind }>;
} = {
  nearest: { kind: 'nearest', metric: 'cosine' },
  mmr: { kind: 'mmr', lambda: 0.5, fetchDepth: 100 },
  svm: { kind: 'svm', c: 0.1 },
  rocchio: { kind: 'rocchio', ...DEFAULT_ROCCHIO },
  quantised: { kind: 'quantised', precision: 'int8', rescore: 0 },
  hnsw: { kind: 'hnsw', metric: 'cosine', m: 16, efConstruction: 200, efSearch: 128 },
};
