import * as v from 'valibot';
import { type JsonProblem, problemsAt } from '../../base/problem';
import type { Supplied } from '../dataset/supplied/content';
import { vectorSearchSchema } from '../retrieval/dense/vector-search-spec';
import { repeated } from '../retrieval/metadata/metadata-spec';
import {
  type DenseSpec,
  plainOptions,
  type RetrieverSpec,
  type RewrittenSpec,
  rewritingEntries,
  textOptions,
} from '../retrieval/retriever-spec';
import type { RerankSpec } from '../rerank/rerank-spec';
import { type AnalyzerProblems, analyzerProblems } from '../text/analyzer-spec';

const Vectors = v.strictObject({
  kind: v.literal('vectors'),
  model: v.exactOptional(v.string()),
  /** Leaves out what the model wants before questions and passages: to see what that costs. */
  prefixes: v.exactOptional(v.literal('none')),
  search: vectorSearchSchema,
});

const Rewritten = v.strictObject({
  ...rewritingEntries,
  retriever: v.variant('kind', [Vectors, ...textOptions]),
});

/** Retrievers of a custom system, which may leave their model to the settings. */
export const composedRetrieverSchema = v.variant('kind', [Vectors, Rewritten, ...plainOptions]);

export type ComposedRetriever = v.InferOutput<typeof composedRetrieverSchema>;
export type ComposedVectors = v.InferOutput<typeof Vectors>;
export type ComposedSearch = v.InferOutput<typeof Rewritten>['retriever'];
export type NamedRetriever = RetrieverSpec | ComposedRetriever;
export type RetrieverKind = NamedRetriever['kind'];

/** A record with an entry for each kind of retriever calls it by a function of this type. */
export type OfRetriever<Kind extends RetrieverKind, Result, Rest extends unknown[] = []> = (
  spec: Extract<NamedRetriever, { kind: Kind }>,
  ...rest: Rest
) => Result;

export interface RetrieverProblems extends AnalyzerProblems {
  'rm3-negative-scores': null;
}

export type ModelSpec = DenseSpec | RerankSpec;
export type ReplaceModel = <Model extends ModelSpec>(model: Model) => Model;

export interface NamedSupplied {
  readonly kind: Supplied['kind'];
  readonly name: string;
  readonly hash: string;
}

type Problems = readonly JsonProblem<RetrieverProblems>[];

type RetrieverTraits<Spec> = {
  /** How it is asked: by any text, by the id of a question that a file knows, or not at all, where a file has the lists. */
  readonly asked: 'by-text' | 'by-id' | 'never';
  /** No score is lower; a guess where the kind has no bound. */
  readonly leastScore: -1 | 0;
  readonly problems: (spec: Spec) => Problems;
  /** The file that it reads; null for none. */
  readonly file: (spec: Spec) => NamedSupplied | null;
  readonly searchesFields: Spec extends { fields?: unknown } ? true : false;
} & (Spec extends { revision: string }
  ? { readonly withModel: (spec: Spec, replace: ReplaceModel) => Spec }
  : { readonly withModel?: undefined });

const PLAIN = {
  asked: 'by-text',
  leastScore: 0,
  problems: () => [],
  file: () => null,
  searchesFields: false,
} as const;

/** One entry for each kind: the compiler asks for it. Kinds are run by `RUNNING_RETRIEVERS` and shown by `RETRIEVER_TEXTS`. */
const RETRIEVERS: { readonly [Kind in RetrieverKind]: RetrieverTraits<Extract<NamedRetriever, { kind: Kind }>> } = {
  minisearch: { ...PLAIN, problems: ({ analyzer }) => problemsAt('analyzer', analyzerProblems(analyzer)) },
  lexical: {
    ...PLAIN,
    searchesFields: true,
    problems: ({ analyzer, fields, question, scorer }) => [
      ...problemsAt('analyzer', analyzerProblems(analyzer)),
      ...repeated('fields', fields ?? []),
      ...(question.kind === 'rm3' && scorer.kind === 'bm25-okapi'
        ? [{ path: 'question', code: 'rm3-negative-scores' as const, data: null }]
        : []),
    ],
  },
  'term-graph': {
    ...PLAIN,
    searchesFields: true,
    problems: ({ analyzer, fields }) => [
      ...problemsAt('analyzer', analyzerProblems(analyzer)),
      ...repeated('fields', fields ?? []),
    ],
  },
  dense: { ...PLAIN, leastScore: -1, withModel: (spec, replace) => replace(spec) },
  vectors: { ...PLAIN, leastScore: -1 },
  'file-vectors': {
    ...PLAIN,
    asked: 'by-id',
    leastScore: -1,
    file: ({ name, hash }) => ({ kind: 'vectors', name, hash }),
  },
  rewritten: {
    ...PLAIN,
    problems: ({ retriever }) => problemsAt('retriever', retrieverProblems(retriever)),
    file: ({ rewrites }) => ({ kind: 'rewrites', ...rewrites }),
  },
  run: { ...PLAIN, asked: 'never' },
};

const traitsOf = <Spec extends NamedRetriever>(spec: Spec) => RETRIEVERS[spec.kind] as unknown as RetrieverTraits<Spec>;

export const retrieverProblems = (spec: NamedRetriever): Problems => traitsOf(spec).problems(spec);

export const suppliedOf = (spec: NamedRetriever): NamedSupplied | null => traitsOf(spec).file(spec);

export const leastScoreOf = (spec: NamedRetriever): number => traitsOf(spec).leastScore;

export const isAskedById = (spec: NamedRetriever): boolean => traitsOf(spec).asked === 'by-id';

/** Whether it can search passages that documents were cut into: files know whole documents only. */
export const readsPassages = (
  spec: NamedRetriever,
): spec is ComposedSearch | Extract<NamedRetriever, { kind: 'rewritten' }> => traitsOf(spec).asked === 'by-text';

/** The fields of metadata that it searches, which may be `title` and `text`; none where it reads those whole. */
export const fieldsOfRetriever = (spec: NamedRetriever): readonly string[] => searchesFields(spec)?.fields ?? [];

export const searchOf = <Spec extends NamedRetriever>(spec: Spec) =>
  (spec.kind === 'rewritten' ? spec.retriever : spec) as
    | Exclude<Spec, { kind: 'rewritten' }>
    | Extract<Spec, { kind: 'rewritten' }>['retriever'];

export function searchesFields(spec: NamedRetriever): { readonly fields?: readonly string[] } | null {
  const search = searchOf(spec);
  return traitsOf(search).searchesFields ? (search as { readonly fields?: readonly string[] }) : null;
}

export function withSearchedFields(spec: ComposedRetriever, fields: string[] | undefined): ComposedRetriever {
  if (spec.kind === 'rewritten')
    return { ...spec, retriever: withSearchedFields(spec.retriever, fields) as ComposedSearch };
  const search = searchesFields(spec);
  if (!search) return spec;
  const { fields: _, ...others } = search;
  return { ...others, ...(fields ? { fields } : {}) } as ComposedRetriever;
}

export function retrieverWithModel(spec: RetrieverSpec, replace: ReplaceModel): RetrieverSpec {
  if (spec.kind === 'rewritten')
    return { ...spec, retriever: retrieverWithModel(spec.retriever, replace) as RewrittenSpec['retriever'] };
  const { withModel } = traitsOf(spec) as {
    readonly withModel?: (spec: RetrieverSpec, replace: ReplaceModel) => RetrieverSpec;
  };
  return withModel?.(spec, replace) ?? spec;
}
