import type { NamedRetriever, OfRetriever, RetrieverKind } from '../../domain/experiment/retrievers';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import type { QuestionSpec } from '../../domain/retrieval/retriever-spec';
import { clip, clipName } from './format';
import { scorerName } from './messages/method-names';

interface RetrieverText<Kind extends RetrieverKind> {
  /** With its article, as an engine lacks it. */
  readonly term: string;
  readonly name: OfRetriever<Kind, string>;
  readonly text: OfRetriever<Kind, string>;
  /** Of its list among the features of a learned ranker. */
  readonly route: OfRetriever<Kind, string>;
}

const BY_VECTORS = {
  term: 'vectors',
  route: ({ search }: { readonly search: VectorSearchSpec }) => (search.kind === 'nearest' ? 'vectors' : search.kind),
};

/** One entry for each kind: the compiler asks for it. */
const RETRIEVER_TEXTS: { readonly [Kind in RetrieverKind]: RetrieverText<Kind> } = {
  minisearch: {
    term: 'an index of words',
    name: ({ score }) => (score === 'bm25+' ? 'BM25' : 'MiniSearch'),
    text: () => 'BM25+ (MiniSearch)',
    route: () => 'bm25',
  },
  lexical: {
    term: 'an index of words',
    name: ({ scorer, fields, question }) =>
      scorerName(scorer) + fieldsOf(fields, 'clipped') + CHANGED[question.kind].name,
    text: ({ scorer, fields, question }) =>
      scorerName(scorer) + fieldsOf(fields, 'quoted') + CHANGED[question.kind].text,
    route: ({ scorer, fields }) => scorer.kind + fieldsOf(fields, 'whole'),
  },
  'term-graph': {
    term: 'a graph of terms',
    name: ({ fields }) => `Term graph${fieldsOf(fields, 'clipped')}`,
    text: ({ fields }) => `a walk over shared terms${fieldsOf(fields, 'quoted')}`,
    route: ({ fields }) => `term-graph${fieldsOf(fields, 'whole')}`,
  },
  vectors: {
    ...BY_VECTORS,
    name: ({ search, prefixes }) => embeddingName(search, prefixes === 'none' ? ['no prefixes'] : []),
    text: (spec) => vectorText(spec.search) + modelText(spec),
  },
  dense: {
    ...BY_VECTORS,
    name: ({ search }) => embeddingName(search),
    text: ({ search }) => vectorText(search),
  },
  'file-vectors': {
    term: 'vectors',
    name: ({ search, name }) => embeddingName(search, [clipName(name, 40)]),
    text: ({ search, name }) => `${vectorText(search)} of “${clipName(name, 60)}”`,
    route: ({ name }) => name,
  },
  rewritten: {
    term: 'rewrites of questions',
    name: ({ retriever }) => `${retrieverName(retriever)} with rewrites`,
    text: ({ retriever, original, rewrites }) =>
      `${retrieverText(retriever)} asked by ${original ? 'the question and ' : ''}its rewrites in “${clip(rewrites.name, 60)}”`,
    route: ({ retriever }) => `${routeName(retriever)} by rewrites`,
  },
  run: {
    term: 'an external run',
    name: ({ name }) => clipName(name, 60),
    text: ({ name }) => `the run “${clipName(name, 60)}”`,
    route: ({ name }) => name,
  },
};

/** The compiler cannot see that the entry and the spec have the same kind. */
const textsOf = ({ kind }: NamedRetriever) => RETRIEVER_TEXTS[kind] as unknown as RetrieverText<RetrieverKind>;

export const retrieverName = (spec: NamedRetriever): string => textsOf(spec).name(spec);
export const retrieverText = (spec: NamedRetriever): string => textsOf(spec).text(spec);
export const routeName = (spec: NamedRetriever): string => textsOf(spec).route(spec);

/** A kind with its article; itself if unknown, as of a retired part. */
export const retrieverTerm = (kind: string): string =>
  Object.hasOwn(RETRIEVER_TEXTS, kind) ? RETRIEVER_TEXTS[kind as RetrieverKind].term : kind;

const CHANGED: Record<QuestionSpec['kind'], { readonly name: string; readonly text: string }> = {
  'as-asked': { name: '', text: '' },
  rm3: { name: ' with RM3', text: ' with RM3' },
  spelling: { name: ' with spelling correction', text: ' with spelling corrected' },
  synonyms: { name: ' with expansion', text: ' with associated words' },
};

function fieldsOf(fields: readonly string[] | undefined, how: 'whole' | 'clipped' | 'quoted'): string {
  if (!fields) return '';
  const names = how === 'whole' ? fields : fields.map((field) => clip(field, 40));
  return ` of ${(how === 'quoted' ? names.map((name) => `“${name}”`) : names).join(', ')}`;
}

export const modelText = ({ model, prefixes }: { model?: string; prefixes?: 'none' }): string =>
  (model === undefined ? '' : ` by ${clip(namedText(model), 60)}`) + (prefixes ? ' without prefixes' : '');

/** A model id without its commit. */
const namedText = (id: string): string => id.replace(/@[0-9a-f]{12}:(\w+)(?::.*)?$/, ' ($1)');

const dimensionsText = ({ dimensions }: VectorSearchSpec, first: string): string[] =>
  dimensions === undefined ? [] : [`${first}${dimensions} dimensions`];

function embeddingName(search: VectorSearchSpec, notes: readonly string[] = []): string {
  const all = [...notes, ...searchNotes(search), ...dimensionsText(search, '')];
  return all.length > 0 ? `Embedding (${all.join(', ')})` : 'Embedding';
}

function searchNotes(search: VectorSearchSpec): string[] {
  switch (search.kind) {
    case 'nearest':
      return { cosine: [], 'dot-product': ['dot product'], euclidean: ['Euclidean'] }[search.metric];
    case 'mmr':
      return ['MMR'];
    case 'svm':
      return ['SVM'];
    case 'rocchio':
      return ['Rocchio'];
    case 'quantised':
      return [search.precision, ...(search.rescore > 0 ? ['rescored'] : [])];
  }
}

const vectorText = (search: VectorSearchSpec): string =>
  [searchText(search), ...dimensionsText(search, 'first ')].join(', ');

function searchText(search: VectorSearchSpec): string {
  switch (search.kind) {
    case 'nearest':
      return { cosine: 'vectors by cosine', 'dot-product': 'vectors by dot product', euclidean: 'vectors by distance' }[
        search.metric
      ];
    case 'mmr':
      return `vectors by MMR (λ ${search.lambda})`;
    case 'svm':
      return `vectors by SVM (C ${search.c})`;
    case 'rocchio':
      return 'vectors with Rocchio';
    case 'quantised':
      return `${search.precision} vectors${search.rescore > 0 ? `, ${search.rescore} × rescored` : ''}`;
  }
}
