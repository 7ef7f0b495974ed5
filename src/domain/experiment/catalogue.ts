import type { Problem } from '../../base/problem';
import { firstSetting, fusionOf, isTrained, METHOD_NAMES } from '../fusion/method-settings';
import { defaultLearned, type LearnerKind } from '../ltr/learned-spec';
import { type AnalyzerSpec, DEFAULT_ANALYZER } from '../text/analyzer-spec';
import { type ComposedSystem, composedSystem } from './composed';
import type { ComposedRetriever } from './retrievers';
import { type CrossFittedMethod, DEFAULT_CROSS_FITTED, type FusionMethod } from '../fusion/fusion-spec';
import { canonicalJson } from '../../base/hash';
import { DEFAULT_QUESTIONS, defaultTermGraph, type LexicalSpec, type QuestionSpec } from '../retrieval/retriever-spec';
import { DEFAULT_VECTOR_SEARCHES, type VectorSearchSpec } from '../retrieval/dense/vector-search-spec';
import { DEFAULT_SCORERS } from '../retrieval/lexical/scorers';
import type { FieldSummary } from '../dataset/corpus';

export interface CatalogueEntry {
  readonly group: CatalogueGroup;
  readonly about: Problem<CatalogueData>;
  readonly system: ComposedSystem;
}

export const CATALOGUE_GROUPS = ['words', 'vectors', 'feedback', 'fusion', 'learned', 'models', 'metadata'] as const;
export type CatalogueGroup = (typeof CATALOGUE_GROUPS)[number];

type PlainEntry =
  | keyof typeof DEFAULT_SCORERS
  | 'term-graph'
  | 'cosine'
  | 'dot-product'
  | 'euclidean'
  | 'mmr'
  | 'svm'
  | 'int8'
  | 'binary'
  | 'binary-rescored'
  | 'bm25-rm3'
  | 'rocchio'
  | 'bm25-spelling'
  | 'bm25-synonyms'
  | Exclude<LearnerKind, 'model'>;

export interface CatalogueData extends Record<PlainEntry, null> {
  'matryoshka-half': { dimensions: number };
  fused: { method: FusionMethod };
  'field-route': { field: string };
  'field-filter': { field: string };
  'field-boost': { field: string };
  'field-routes': { fields: readonly string[] };
  'model-vectors': { name: string };
  'model-fused': { name: string };
  'model-unprefixed': { name: string };
  'model-reranks': { name: string; candidates: number };
}

export const entry = <Code extends keyof CatalogueData>(
  group: CatalogueGroup,
  [code, data]: readonly [Code, CatalogueData[Code]],
  system: ComposedSystem,
): CatalogueEntry => ({ group, about: { code, data } as CatalogueEntry['about'], system });

const plain = (
  group: CatalogueGroup,
  id: PlainEntry,
  retrievers: readonly ComposedRetriever[],
  parts?: Partial<ComposedSystem>,
): CatalogueEntry => entry(group, [id, null], composedSystem(id, retrievers, parts));

const DIMENSIONS = 512;

/** Every retriever, fusion and learned ranker, lexical ones with one analyzer. */
export function catalogue(analyzer: AnalyzerSpec = DEFAULT_ANALYZER, dimensions = DIMENSIONS): CatalogueEntry[] {
  return [
    ...Object.values(DEFAULT_SCORERS).map((scorer) => plain('words', scorer.kind, [lexical(analyzer, scorer)])),
    plain('words', 'term-graph', [defaultTermGraph(analyzer)]),
    ...vectors(dimensions),
    ...feedback(analyzer),
    ...joined(analyzer),
  ];
}

export const lexical = (
  analyzer: AnalyzerSpec,
  scorer: LexicalSpec['scorer'] = DEFAULT_SCORERS['bm25-lucene'],
  question: QuestionSpec = DEFAULT_QUESTIONS['as-asked'],
): LexicalSpec => ({ kind: 'lexical', analyzer, scorer, question });

export const vectorsBy = (kind: keyof typeof DEFAULT_VECTOR_SEARCHES): ComposedRetriever => ({
  kind: 'vectors',
  search: DEFAULT_VECTOR_SEARCHES[kind],
});

function vectors(dimensions: number): CatalogueEntry[] {
  const { nearest, mmr, svm, quantised } = DEFAULT_VECTOR_SEARCHES;
  const half = Math.max(1, Math.floor(dimensions / 2));
  const binary = { ...quantised, precision: 'binary' } as const;
  const by = (search: VectorSearchSpec): ComposedRetriever[] => [{ kind: 'vectors', search }];
  return [
    plain('vectors', 'cosine', by(nearest)),
    plain('vectors', 'dot-product', by({ kind: 'nearest', metric: 'dot-product' })),
    plain('vectors', 'euclidean', by({ kind: 'nearest', metric: 'euclidean' })),
    plain('vectors', 'mmr', by(mmr)),
    plain('vectors', 'svm', by(svm)),
    entry(
      'vectors',
      ['matryoshka-half', { dimensions: half }],
      composedSystem('matryoshka-half', by({ ...nearest, dimensions: half })),
    ),
    plain('vectors', 'int8', by(quantised)),
    plain('vectors', 'binary', by(binary)),
    plain('vectors', 'binary-rescored', by({ ...binary, rescore: 4 })),
  ];
}

function feedback(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const asked = (question: QuestionSpec): LexicalSpec[] => [lexical(analyzer, undefined, question)];
  return [
    plain('feedback', 'bm25-rm3', asked(DEFAULT_QUESTIONS.rm3)),
    plain('feedback', 'rocchio', [vectorsBy('rocchio')]),
    plain('feedback', 'bm25-spelling', asked(DEFAULT_QUESTIONS.spelling)),
    plain('feedback', 'bm25-synonyms', asked(DEFAULT_QUESTIONS.synonyms)),
  ];
}

function joined(analyzer: AnalyzerSpec): CatalogueEntry[] {
  const retrievers = [lexical(analyzer), vectorsBy('nearest')];
  return [
    ...METHOD_NAMES.map((method) =>
      entry(
        'fusion',
        ['fused', { method }],
        composedSystem(`fuse-${method}`, retrievers, joinedBy(method, retrievers.length)),
      ),
    ),
    ...(['lambda-mart', 'rank-net', 'list-net'] as const).map((kind) =>
      plain('learned', kind, retrievers, { learned: defaultLearned(kind, analyzer) }),
    ),
  ];
}

const joinedBy = (method: FusionMethod, lists: number): Pick<ComposedSystem, 'fusion' | 'crossFitted'> =>
  isTrained(method)
    ? { fusion: null, crossFitted: DEFAULT_CROSS_FITTED[method as CrossFittedMethod] }
    : { fusion: fusionOf({ ...firstSetting(lists), method }) };

/** The chosen entries with each of several analyzers, named by them; one of an entry that does not read words. */
export function withEveryAnalyzer(
  ids: readonly string[],
  analyzers: readonly { readonly id: string; readonly spec: AnalyzerSpec }[],
  entriesOf: (analyzer: AnalyzerSpec) => readonly CatalogueEntry[],
): ComposedSystem[] {
  const variants = analyzers.map(({ id, spec }) => ({ id, systems: chosenSystems(ids, entriesOf(spec)) }));
  return ids.flatMap((id) => {
    const each = variants.flatMap((variant) => {
      const system = variant.systems.find((chosen) => chosen.id === id);
      return system ? [{ analyzer: variant.id, system }] : [];
    });
    const isOne = new Set(each.map(({ system }) => canonicalJson(system))).size === 1;
    if (isOne) return each.slice(0, 1).map(({ system }) => system);
    return each.map(({ analyzer, system }) => ({ ...system, id: `${id}, ${analyzer}` }));
  });
}

export const chosenSystems = (ids: readonly string[], entries: readonly CatalogueEntry[]): ComposedSystem[] =>
  ids.flatMap((id) => entries.filter(({ system }) => system.id === id).map(({ system }) => system));

/** Proposed fields at most. */
const MAX = 4;

export function metadataCatalogue(analyzer: AnalyzerSpec, fields: readonly FieldSummary[]): CatalogueEntry[] {
  const names = fields.filter(({ values, range }) => values !== null && range === null).map(({ name }) => name);
  const chosen = names.slice(0, MAX);
  return [
    ...chosen.flatMap((field) => ofField(analyzer, field)),
    ...(chosen.length > 0 ? [together(analyzer, chosen)] : []),
  ];
}

function ofField(analyzer: AnalyzerSpec, field: string): CatalogueEntry[] {
  const words = lexical(analyzer);
  const named = { kind: 'question', field, analyzer } as const;
  return [
    entry('metadata', ['field-route', { field }], composedSystem(`${field}-route`, [{ ...words, fields: [field] }])),
    entry('metadata', ['field-filter', { field }], composedSystem(`filter-by-${field}`, [words], { filter: named })),
    entry(
      'metadata',
      ['field-boost', { field }],
      composedSystem(`boost-by-${field}`, [words], { boost: { ...named, weight: 0.5 } }),
    ),
  ];
}

/** By the share of the highest score: min-max would make nothing of a list whose scores are all equal. */
function together(analyzer: AnalyzerSpec, fields: readonly string[]): CatalogueEntry {
  const words = lexical(analyzer);
  const routes = [words, ...fields.map((field) => ({ ...words, fields: [field] }))];
  const weights = routes.map(() => 1);
  return entry(
    'metadata',
    ['field-routes', { fields }],
    composedSystem('metadata-routes', routes, { fusion: { method: 'wsum', norm: 'max', weights, absent: 'zero' } }),
  );
}
