import { ANALYZER_CHOICES } from '../../domain/text/analyzer-choices';
import type { ComposedRetriever, ComposedSearch } from '../../domain/experiment/composed';
import { canonicalJson } from '../../base/hash';
import { DEFAULT_QUESTIONS } from '../../domain/retrieval/retriever-spec';
import { DEFAULT_VECTOR_SEARCHES } from '../../domain/retrieval/dense/vector-search-spec';
import { DEFAULT_SCORERS } from '../../domain/retrieval/lexical/scorer-spec';
import { SCORER_NAMES } from '../shared/method-names';

/** A field of a retriever's form: a number at a path of its spec, or a choice that gives the retriever another form. */
export type RetrieverField =
  | { readonly type: 'number'; readonly path: string; readonly label: string; readonly hint?: string }
  | {
      readonly type: 'choice';
      readonly label: string;
      readonly value: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly choose: (value: string) => ComposedRetriever;
      readonly hint?: string;
    };

const NUMBERS: Readonly<Record<string, { readonly label: string; readonly hint?: string }>> = {
  k1: { label: 'k₁', hint: 'How soon repeating a word stops to count' },
  b: { label: 'b', hint: 'How much long passages are held back, 0 to 1' },
  delta: { label: 'δ', hint: 'Least that a word found adds' },
  epsilon: { label: 'ε', hint: 'Share of the mean idf that a very common word has' },
  mu: { label: 'μ', hint: 'Words of the collection mixed into each passage' },
  fbDocs: { label: 'Feedback passages' },
  fbTerms: { label: 'Feedback words' },
  originalQueryWeight: { label: 'Weight of the question', hint: '0 to 1' },
  mostDocuments: { label: 'Words in at most this share of passages', hint: '0 to 1' },
  maxDistance: { label: 'Edits at most', hint: '0, 1 or 2' },
  most: { label: 'Words for a word, at most' },
  leastLogLikelihood: { label: 'Least −2 ln λ', hint: '10.83 is chance once in a thousand' },
  leastTogether: { label: 'Passages that must have both' },
  mostPassages: { label: 'Words in at most this share of passages', hint: '0 to 1' },
  termsPerPassage: { label: 'Terms of a passage' },
  damping: { label: 'Damping', hint: 'How likely the walk goes on, 0 to below 1' },
  lambda: { label: 'λ', hint: '1 the nearest, 0 the most different' },
  fetchDepth: { label: 'Fetched', hint: 'Nearest passages to choose from' },
  c: { label: 'C' },
  alpha: { label: 'α', hint: 'Weight of the question' },
  beta: { label: 'β', hint: 'Weight of the first passages' },
  gamma: { label: 'γ', hint: 'Weight of the last passages, taken away' },
  first: { label: 'First passages' },
  last: { label: 'Last passages' },
  rescore: { label: 'Rescored', hint: 'Times the depth, by whole vectors; 0 for none' },
  m: { label: 'Links of a vector (M)', hint: 'Twice as many on the lowest layer' },
  efConstruction: { label: 'Candidates when building', hint: 'efConstruction' },
  efSearch: { label: 'Candidates when searching', hint: 'efSearch; at least as many as are asked for' },
  constant: { label: 'Constant of the fusion', hint: 'c in the sum of 1 / (c + rank) over a question’s lists' },
};

const named = <K extends string>(names: Readonly<Record<K, string>>): { value: K; label: string }[] =>
  Object.entries(names).map(([value, label]) => ({ value: value as K, label: label as string }));

const SCORERS = named(SCORER_NAMES);

const QUESTION_NAMES = named({
  'as-asked': 'As asked',
  rm3: 'With words of the first passages (RM3)',
  spelling: 'With misspelt words corrected',
  synonyms: 'With associated words',
});

const SEARCH_NAMES = named({
  nearest: 'Nearest',
  mmr: 'Maximal marginal relevance',
  svm: 'Support vector machine',
  rocchio: 'With feedback (Rocchio)',
  quantised: 'Nearest, quantised',
  hnsw: 'Nearest, approximately (HNSW)',
});

const PRECISION_NAMES = named({ int8: 'int8, a byte a number', binary: 'Binary, a bit a number' });

const ALL_DIMENSIONS = 'all';

/** Widths that Matryoshka models are usually trained for. */
const WIDTHS = [32, 64, 128, 256, 384, 512, 768, 1024];

const METRIC_NAMES = named({ cosine: 'Cosine', 'dot-product': 'Dot product', euclidean: 'Euclidean distance' });

/** The fields of a retriever's form, in the order in which they are shown. */
export function retrieverFields(retriever: ComposedRetriever): RetrieverField[] {
  switch (retriever.kind) {
    case 'minisearch':
      return [analyzerField(retriever), ...numbers(retriever, '')];
    case 'lexical':
      return [
        analyzerField(retriever),
        choice('Score', retriever.scorer.kind, SCORERS, (kind) => ({
          ...retriever,
          scorer: DEFAULT_SCORERS[kind],
        })),
        ...numbers(retriever.scorer, 'scorer.'),
        choice('Question', retriever.question.kind, QUESTION_NAMES, (kind) => ({
          ...retriever,
          question: DEFAULT_QUESTIONS[kind],
        })),
        ...numbers(retriever.question, 'question.'),
      ];
    case 'term-graph':
      return [analyzerField(retriever), ...numbers(retriever, '')];
    case 'vectors':
    case 'file-vectors':
      return vectorFields(retriever);
    case 'rewritten':
      return rewrittenFields(retriever);
    case 'dense':
    case 'run':
      return [];
  }
}

/** The fields of what is asked, and how its lists are fused. */
function rewrittenFields(retriever: Extract<ComposedRetriever, { kind: 'rewritten' }>): RetrieverField[] {
  const own = retrieverFields(retriever.retriever).map((field): RetrieverField => {
    if (field.type === 'number') return { ...field, path: `retriever.${field.path}` };
    // A field of what searches gives what searches.
    return { ...field, choose: (value) => ({ ...retriever, retriever: field.choose(value) as ComposedSearch }) };
  });
  return [...own, { type: 'number', path: 'constant', ...NUMBERS['constant']! }];
}

function vectorFields(retriever: Extract<ComposedRetriever, { kind: 'vectors' | 'file-vectors' }>): RetrieverField[] {
  const { search } = retriever;
  const way = choice('Search', search.kind, SEARCH_NAMES, (kind) => ({
    ...retriever,
    search: DEFAULT_VECTOR_SEARCHES[kind],
  }));
  const { dimensions: _, ...others } = search;
  const rest = [...numbers(others, 'search.'), dimensionsField(retriever)];
  if (search.kind === 'nearest')
    return [
      way,
      choice('Closeness', search.metric, METRIC_NAMES, (metric) => ({ ...retriever, search: { ...search, metric } })),
      ...rest,
    ];
  if (search.kind !== 'quantised') return [way, ...rest];
  const precision = choice('Precision', search.precision, PRECISION_NAMES, (chosen) => ({
    ...retriever,
    search: { ...search, precision: chosen },
  }));
  return [way, precision, ...rest];
}

/** How many numbers of each vector are searched. */
function dimensionsField(retriever: Extract<ComposedRetriever, { kind: 'vectors' | 'file-vectors' }>): RetrieverField {
  const { dimensions, ...search } = retriever.search;
  const widths = [...new Set([...WIDTHS, ...(dimensions === undefined ? [] : [dimensions])])].sort((a, b) => a - b);
  const options = [
    { value: ALL_DIMENSIONS, label: 'All' },
    ...widths.map((width) => ({ value: String(width), label: `The first ${width}` })),
  ];
  const choose = (value: string): ComposedRetriever => ({
    ...retriever,
    search: value === ALL_DIMENSIONS ? search : { ...search, dimensions: Number(value) },
  });
  return {
    ...choice('Dimensions', dimensions === undefined ? ALL_DIMENSIONS : String(dimensions), options, choose),
    hint: 'Matryoshka models are trained so that the first ones say most',
  };
}

function choice<V extends string>(
  label: string,
  value: V,
  options: readonly { readonly value: V; readonly label: string }[],
  choose: (value: V) => ComposedRetriever,
): RetrieverField {
  return { type: 'choice', label, value, options, choose: (chosen) => choose(chosen as V) };
}

function analyzerField(retriever: Extract<ComposedRetriever, { kind: 'minisearch' | 'lexical' | 'term-graph' }>) {
  const { analyzer } = retriever;
  const known = ANALYZER_CHOICES.find(({ spec }) => canonicalJson(spec) === canonicalJson(analyzer));
  const options = ANALYZER_CHOICES.map(({ id, label }) => ({ value: id, label }));
  const own = { value: 'own', label: 'As in the experiment that it came from' };
  return {
    ...choice('Analyzer', known?.id ?? own.value, known ? options : [own, ...options], (id) => {
      const spec = ANALYZER_CHOICES.find((each) => each.id === id)?.spec ?? analyzer;
      return { ...retriever, analyzer: spec };
    }),
    ...(known ? { hint: known.summary } : {}),
  };
}

/** Every number among the values of an object. */
const numbers = (object: object, before: string): RetrieverField[] =>
  Object.entries(object)
    .filter(([, value]) => typeof value === 'number')
    .map(([name]) => ({ type: 'number', path: before + name, label: name, ...NUMBERS[name] }));

/** The number at a path of a spec. */
export function numberAt(spec: object, path: string): number {
  return path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], spec) as number;
}

/** A copy of a spec with another number at a path. */
export function withNumber<T extends object>(spec: T, path: string, value: number): T {
  const [name, ...rest] = path.split('.') as [keyof T & string, ...string[]];
  const next = rest.length === 0 ? value : withNumber(spec[name] as object, rest.join('.'), value);
  return { ...spec, [name]: next };
}
