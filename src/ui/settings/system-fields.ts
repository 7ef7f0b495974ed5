import type { ComposedSystem } from '../../domain/experiment/composed';
import type { ComposedRetriever, ComposedSearch } from '../../domain/experiment/retrievers';
import {
  absentOf,
  fusionOf,
  isTrained,
  type LabSetting,
  METHOD_NAMES,
  METHODS,
  settingOf,
} from '../../domain/fusion/method-settings';
import { DEFAULT_VECTOR_SEARCHES, type VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import { DEFAULT_SCORERS, type ScorerSpec } from '../../domain/retrieval/lexical/scorers';
import { DEFAULT_QUESTIONS, defaultTermGraph } from '../../domain/retrieval/retriever-spec';
import {
  FUSION_NUMBERS,
  LEARNER_NAMES,
  NORM_OPTIONS,
  POLICY_LABELS,
  SCORER_NAMES,
} from '../shared/messages/method-names';
import { analyzerField, choice, type FieldOption, type FormField, number, optionsOf } from './form-field';
import { DEFAULT_ANALYZER } from '../../domain/text/analyzer-spec';
import { DEFAULT_SETTINGS } from '../../domain/experiment/settings';
import { lexical, vectorsBy } from '../../domain/experiment/catalogue';
import type { RunHeader, SuppliedHeader } from '../../contract/storage';
import { type Join, joinOf, withJoin } from './system-editing';

interface NumberText {
  readonly label: string;
  readonly hint?: string;
}

export const NUMBERS = {
  k1: { label: 'k₁', hint: 'Term-frequency saturation' },
  b: { label: 'b', hint: 'Length normalisation, 0 to 1' },
  delta: { label: 'δ', hint: 'Lower bound for a matching term' },
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
  damping: { label: 'Damping', hint: 'Probability that the walk continues, 0 to below 1' },
  lambda: { label: 'λ', hint: '1 the nearest, 0 the most different' },
  fetchDepth: { label: 'Fetched', hint: 'Nearest passages to choose from' },
  c: { label: 'C' },
  alpha: { label: 'α', hint: 'Weight of the question' },
  beta: { label: 'β', hint: 'Weight of the first passages' },
  gamma: { label: 'γ', hint: 'Weight of the last passages, taken away' },
  first: { label: 'First passages' },
  last: { label: 'Last passages' },
  rescore: { label: 'Rescored', hint: 'Times the depth, by whole vectors; 0 for none' },
  constant: { label: 'Constant of the fusion', hint: 'c in the sum of 1 / (c + rank) over a question’s lists' },
} as const;

const QUESTIONS = optionsOf({
  'as-asked': 'As asked',
  rm3: 'With words of the first passages (RM3)',
  spelling: 'With misspelt words corrected',
  synonyms: 'With associated words',
});

const SEARCHES = optionsOf({
  nearest: 'Nearest',
  mmr: 'Maximal marginal relevance',
  svm: 'Support vector machine',
  rocchio: 'With feedback (Rocchio)',
  quantised: 'Nearest, quantised',
});

const PRECISIONS = optionsOf({ int8: 'int8, a byte a number', binary: 'Binary, a bit a number' });

const METRICS = optionsOf({ cosine: 'Cosine', 'dot-product': 'Dot product', euclidean: 'Euclidean distance' });

const LENGTHS = optionsOf({ exact: 'Exact', byte: 'In one byte, as Lucene keeps them' });

type RetrieverField = FormField<ComposedRetriever>;

interface RetrieverForm<Retriever> {
  /** Among the kinds that may be added; null for kinds that come with a file or a model. */
  readonly added: { readonly label: string; readonly make: () => ComposedRetriever } | null;
  readonly fields: (retriever: Retriever) => RetrieverField[];
}

/** One entry for each kind, in the order in which they are offered: the compiler asks for it. */
const RETRIEVER_FORMS: {
  readonly [Kind in ComposedRetriever['kind']]: RetrieverForm<Extract<ComposedRetriever, { kind: Kind }>>;
} = {
  lexical: {
    added: { label: 'Words, index of our own', make: () => lexical(DEFAULT_ANALYZER) },
    fields: (retriever) => {
      const { scorer, question } = retriever;
      return [
        analyzerField(retriever),
        choice('Score', scorer.kind, optionsOf(SCORER_NAMES), (kind) => ({
          ...retriever,
          scorer: DEFAULT_SCORERS[kind],
        })),
        ...numbersIn(scorer, (changed) => ({ ...retriever, scorer: changed })),
        ...lengthField(scorer, (changed) => ({ ...retriever, scorer: changed })),
        choice('Question', question.kind, QUESTIONS, (kind) => ({ ...retriever, question: DEFAULT_QUESTIONS[kind] })),
        ...numbersIn(question, (changed) => ({ ...retriever, question: changed })),
      ];
    },
  },
  minisearch: {
    added: {
      label: 'Words, MiniSearch',
      make: () => ({ kind: 'minisearch', ...DEFAULT_SETTINGS.lexical, analyzer: DEFAULT_ANALYZER }),
    },
    fields: (retriever) => [analyzerField(retriever), ...numbersIn(retriever, (changed) => changed)],
  },
  vectors: { added: { label: 'Vectors', make: () => vectorsBy('nearest') }, fields: vectorFields },
  'term-graph': {
    added: { label: 'Walk over shared terms', make: () => defaultTermGraph(DEFAULT_ANALYZER) },
    fields: (retriever) => [analyzerField(retriever), ...numbersIn(retriever, (changed) => changed)],
  },
  'file-vectors': { added: null, fields: vectorFields },
  rewritten: {
    added: null,
    fields: (retriever) => {
      const own = retrieverFields(retriever.retriever).map((field) => ({
        ...field,
        // A field of what searches gives what searches.
        set: (value: never) => ({ ...retriever, retriever: field.set(value) as ComposedSearch }),
      }));
      const { constant } = retriever;
      return [...own, ...numbersIn({ constant }, (changed) => ({ ...retriever, ...changed }))];
    },
  },
  dense: { added: null, fields: () => [] },
  run: { added: null, fields: () => [] },
};

export const retrieverFields = (retriever: ComposedRetriever): RetrieverField[] =>
  (RETRIEVER_FORMS[retriever.kind] as RetrieverForm<never>).fields(retriever as never);

export const RETRIEVER_KINDS: readonly FieldOption[] = Object.entries(RETRIEVER_FORMS).flatMap(([value, { added }]) =>
  added ? [{ value, label: added.label }] : [],
);

/** @param kind of {@link RETRIEVER_KINDS}, or `run:` or `vectors:` and the name of a run or of vectors from files */
export function newRetriever(
  kind: string,
  runs: readonly RunHeader[],
  vectors: readonly SuppliedHeader[] = [],
): ComposedRetriever {
  const run = runs.find(({ system }) => kind === `run:${system}`);
  if (run) return { kind: 'run', name: run.system, hash: run.hash };
  const file = vectors.find(({ name }) => kind === `vectors:${name}`);
  if (file) return { kind: 'file-vectors', name: file.name, hash: file.hash, search: DEFAULT_VECTOR_SEARCHES.nearest };
  const { added } = RETRIEVER_FORMS[kind as ComposedRetriever['kind']] ?? {};
  return (added ?? RETRIEVER_FORMS.lexical.added!).make();
}

/** How exact Lucene's BM25 is about lengths; no other score has the choice. */
function lengthField(scorer: ScorerSpec, set: (scorer: ScorerSpec) => ComposedRetriever): RetrieverField[] {
  if (scorer.kind !== 'bm25-lucene') return [];
  const { lengths, ...exact } = scorer;
  return [
    choice('Lengths', lengths ?? 'exact', LENGTHS, (kind) =>
      set(kind === 'byte' ? { ...exact, lengths: kind } : exact),
    ),
  ];
}

function vectorFields(retriever: Extract<ComposedRetriever, { kind: 'vectors' | 'file-vectors' }>): RetrieverField[] {
  const { search } = retriever;
  const withSearch = (changed: typeof search): ComposedRetriever => ({ ...retriever, search: changed });
  const { dimensions: _, ...own } = search;
  return [
    choice('Search', search.kind, SEARCHES, (kind) => withSearch(DEFAULT_VECTOR_SEARCHES[kind])),
    ...(search.kind === 'nearest'
      ? [choice('Closeness', search.metric, METRICS, (metric) => withSearch({ ...search, metric }))]
      : []),
    ...(search.kind === 'quantised'
      ? [choice('Precision', search.precision, PRECISIONS, (precision) => withSearch({ ...search, precision }))]
      : []),
    ...numbersIn(own, (changed) => withSearch({ ...search, ...changed })),
    dimensionsField(search, withSearch),
  ];
}

const ALL = 'all';
/** That Matryoshka models are usually trained for. */
const WIDTHS = [32, 64, 128, 256, 384, 512, 768, 1024];

function dimensionsField(
  search: VectorSearchSpec,
  withSearch: (search: VectorSearchSpec) => ComposedRetriever,
): RetrieverField {
  const { dimensions, ...others } = search;
  const set = (next: string): ComposedRetriever =>
    withSearch((next === ALL ? others : { ...others, dimensions: Number(next) }) as VectorSearchSpec);
  const values = [...new Set([...WIDTHS, dimensions ?? WIDTHS[0]!])].sort((a, b) => a - b);
  const offered = values.map((each) => ({ value: String(each), label: `The first ${each}` }));
  const shown = dimensions === undefined ? ALL : String(dimensions);
  const hint = 'Matryoshka models are trained so that the first ones say most';
  return choice('Dimensions', shown, [{ value: ALL, label: 'All' }, ...offered], set, hint);
}

const numbersIn = <Part extends object>(part: Part, set: (part: Part) => ComposedRetriever): RetrieverField[] =>
  Object.entries(part)
    .filter((entry): entry is [string, number] => typeof entry[1] === 'number')
    .map(([name, value]) => {
      const { label, hint }: NumberText = NUMBERS[name as keyof typeof NUMBERS] ?? { label: name };
      return number(label, value, (next) => set({ ...part, [name]: next }), hint);
    });

function joinOptions(lists: number, join: Join): FieldOption<Join>[] {
  const learners = optionsOf(LEARNER_NAMES).map(({ value, label }) => ({ value, label: `Learned: ${label}` }));
  const methods = METHOD_NAMES.map((value) => {
    const { label } = METHODS[value];
    return { value, label: isTrained(value) ? `Trained: ${label}` : label };
  });
  return [
    ...(lists === 1 ? [{ value: 'none' as const, label: 'Not joined: one list' }] : []),
    ...(join === 'model' ? [{ value: 'model' as const, label: 'A trained model' }] : []),
    ...(lists === 1 ? [] : methods),
    ...learners,
  ];
}

export function joinFields(system: ComposedSystem): FormField<ComposedSystem>[] {
  const { fusion, retrievers } = system;
  const join = joinOf(system);
  const method = choice('Method', join, joinOptions(retrievers.length, join), (next) =>
    next === join ? system : withJoin(system, next),
  );
  // What is trained or learned sets itself.
  if (!fusion || isTrained(fusion.method)) return [method];
  const setting = settingOf(fusion, retrievers.length);
  const { norm, absent, weights, numbers } = METHODS[setting.method];
  const set = (patch: Partial<LabSetting>): ComposedSystem => ({
    ...system,
    fusion: fusionOf({ ...setting, ...patch }),
  });
  return [
    method,
    ...(norm ? [choice('Score normalisation', setting.norm, NORM_OPTIONS, (next) => set({ norm: next }))] : []),
    ...(absent.length > 0
      ? [
          choice(
            'A list without the passage',
            absentOf(setting),
            absent.map((value) => ({ value, label: POLICY_LABELS[value] })),
            (next) => set({ absent: next }),
          ),
        ]
      : []),
    ...(weights ? setting.weights : []).map((weight, i) =>
      number(`Weight of ${i + 1}`, weight, (value) => set({ weights: setting.weights.with(i, value) })),
    ),
    ...numbers.flatMap((name) => {
      const value = setting[name];
      return typeof value === 'number'
        ? [number(FUSION_NUMBERS[name].label, value, (next) => set({ [name]: next }))]
        : [];
    }),
    ...(numbers.includes('constant')
      ? [
          {
            type: 'check',
            label: 'Half the length of each list as constant',
            value: setting.constant === 'half-length',
            set: (on: boolean) => set({ constant: on ? 'half-length' : 60 }),
          } as const,
        ]
      : []),
  ];
}

export function foldFields(system: ComposedSystem): FormField<ComposedSystem>[] {
  const { crossFitted, learned } = system;
  if (crossFitted)
    return foldsOf(crossFitted, 'fused by what the other folds taught', (next) => ({ ...system, crossFitted: next }));
  return learned?.kind === 'cross-validated'
    ? foldsOf(learned, 'scored by a model that did not see it', (next) => ({ ...system, learned: next }))
    : [];
}

const foldsOf = <Part extends { readonly folds: number; readonly seed: number }>(
  part: Part,
  how: string,
  set: (part: Part) => ComposedSystem,
): FormField<ComposedSystem>[] => [
  number('Folds', part.folds, (folds) => set({ ...part, folds }), `Every question is ${how}`),
  number('Seed', part.seed, (seed) => set({ ...part, seed })),
];
