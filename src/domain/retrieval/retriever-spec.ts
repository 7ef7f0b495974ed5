import * as v from 'valibot';
import { DEFAULT_TERM_GRAPH, DEFAULT_WALK } from './graph/term-graph';
import { deviceSchema, POOLINGS } from '../models/configuration';
import { type AnalyzerSpec, analyzerSchema } from '../text/analyzer-spec';
import { fieldsSchema } from './metadata/metadata-spec';
import { scorerSchema } from './lexical/scorers';
import { vectorSearchSchema } from './dense/vector-search-spec';

const finite = v.pipe(v.number(), v.finite());
const notNegative = v.pipe(finite, v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const positiveInteger = v.pipe(v.number(), v.integer(), v.minValue(1));

const MiniSearchSpec = v.strictObject({
  kind: v.literal('minisearch'),
  analyzer: analyzerSchema,
  k1: notNegative,
  b: share,
  delta: notNegative,
  /** `times-matched-terms`, MiniSearch's own: the sum `bm25+` times the distinct query terms in the passage. */
  score: v.picklist(['bm25+', 'times-matched-terms']),
});

/** What is done to the terms of a question before they are searched. */
const QuestionSpec = v.variant('kind', [
  v.strictObject({ kind: v.literal('as-asked') }),
  /** A second search with terms of the first passages. */
  v.strictObject({
    kind: v.literal('rm3'),
    fbDocs: positiveInteger,
    fbTerms: positiveInteger,
    originalQueryWeight: share,
    /** Terms in more than this share of all passages are not taken from passages; 1 takes all. */
    mostDocuments: share,
  }),
  /** Terms that the collection does not have are joined by at most `most` words of it that are spelt alike. */
  v.strictObject({ kind: v.literal('spelling'), maxDistance: v.picklist([0, 1, 2]), most: positiveInteger }),
  /** Terms are joined by those that come in the same passages far more often than by chance. */
  v.strictObject({
    kind: v.literal('synonyms'),
    most: positiveInteger,
    /** Of −2 ln λ; 10.83 is exceeded by chance once in a thousand, of many pairs many times. */
    leastLogLikelihood: notNegative,
    leastTogether: positiveInteger,
    mostPassages: share,
  }),
]);

const LexicalSpec = v.strictObject({
  kind: v.literal('lexical'),
  analyzer: analyzerSchema,
  scorer: scorerSchema,
  question: QuestionSpec,
  fields: v.exactOptional(fieldsSchema),
});

/** Passages that share terms with passages that have the question's terms: a personalised PageRank. */
const TermGraphSpec = v.strictObject({
  kind: v.literal('term-graph'),
  analyzer: analyzerSchema,
  termsPerPassage: positiveInteger,
  mostPassages: share,
  damping: v.pipe(v.number(), v.minValue(0), v.ltValue(1)),
  fields: v.exactOptional(fieldsSchema),
});

const DenseSpec = v.strictObject({
  kind: v.literal('dense'),
  model: v.string(),
  /** Hash of the model's files: the same name with other weights is another encoder. */
  revision: v.string(),
  device: deviceSchema,
  queryPrefix: v.string(),
  passagePrefix: v.string(),
  maxTokens: positiveInteger,
  /** Of a model that was added; absent for a bundled one, whose graph pools and scales by itself. */
  pooling: v.exactOptional(v.picklist(POOLINGS)),
  normalise: v.exactOptional(v.boolean()),
  search: vectorSearchSchema,
});

/** An external run: read from a file, and only scored here. */
const ImportedSpec = v.strictObject({
  kind: v.literal('run'),
  name: v.string(),
  /** Another file under the same name is another run. */
  hash: v.string(),
});

/** A file that the user added: the name under which the collection keeps it, and the hash of its content. */
const suppliedFile = { name: v.string(), hash: v.string() };

const fileVectorsSchema = v.strictObject({
  kind: v.literal('file-vectors'),
  ...suppliedFile,
  search: vectorSearchSchema,
});

export const textOptions = [MiniSearchSpec, LexicalSpec, TermGraphSpec, DenseSpec] as const;

/** What is asked beside a question, or instead of it: lists of all texts are fused by reciprocal rank. */
export const rewritingEntries = {
  kind: v.literal('rewritten'),
  rewrites: v.strictObject(suppliedFile),
  original: v.boolean(),
  /** c of `Σ 1 / (c + rank)`. */
  constant: notNegative,
};

const RewrittenSpec = v.strictObject({ ...rewritingEntries, retriever: v.variant('kind', textOptions) });

export const plainOptions = [...textOptions, fileVectorsSchema, ImportedSpec] as const;

export const retrieverSchema = v.variant('kind', [...plainOptions, RewrittenSpec]);

export type MiniSearchSpec = v.InferOutput<typeof MiniSearchSpec>;
export type LexicalSpec = v.InferOutput<typeof LexicalSpec>;
export type QuestionSpec = v.InferOutput<typeof QuestionSpec>;
export type QuestionOptions<Kind extends QuestionSpec['kind']> = Omit<Extract<QuestionSpec, { kind: Kind }>, 'kind'>;
export type TermGraphSpec = v.InferOutput<typeof TermGraphSpec>;
export type DenseSpec = v.InferOutput<typeof DenseSpec>;
export type ImportedSpec = v.InferOutput<typeof ImportedSpec>;
export type FileVectorsSpec = v.InferOutput<typeof fileVectorsSchema>;
export type RewrittenSpec = v.InferOutput<typeof RewrittenSpec>;
export type RetrieverSpec = v.InferOutput<typeof retrieverSchema>;
export type WordSpec = MiniSearchSpec | LexicalSpec | TermGraphSpec;
/** What searches by itself: all but runs and what rewrites ask. */
export type SearchSpec = v.InferOutput<(typeof textOptions)[number]> | FileVectorsSpec;

/** RM3 as Anserini has it. */
export const DEFAULT_QUESTIONS: { readonly [Kind in QuestionSpec['kind']]: Extract<QuestionSpec, { kind: Kind }> } = {
  'as-asked': { kind: 'as-asked' },
  rm3: { kind: 'rm3', fbDocs: 10, fbTerms: 10, originalQueryWeight: 0.5, mostDocuments: 0.1 },
  spelling: { kind: 'spelling', maxDistance: 2, most: 3 },
  synonyms: { kind: 'synonyms', most: 3, leastLogLikelihood: 10.83, leastTogether: 3, mostPassages: 0.1 },
};

/** The constant of the paper on reciprocal rank fusion. */
export const DEFAULT_REWRITES_CONSTANT = 60;

export const defaultTermGraph = (analyzer: AnalyzerSpec): TermGraphSpec => ({
  kind: 'term-graph',
  analyzer,
  ...DEFAULT_TERM_GRAPH,
  damping: DEFAULT_WALK.damping,
});
