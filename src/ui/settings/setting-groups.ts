import { type ModelCard, DEVICE_NAMES } from '../../domain/models/configuration';
import { AGGREGATES } from '../../domain/run/aggregate';
import { ANALYZER_OPTIONS, analyzerHint, FUSION_NUMBERS } from '../shared/messages/method-names';
import { bytes, count, language } from '../shared/format';
import { choice, type FieldOption, type FormField, number, optionsOf } from './form-field';
import { settingOptions } from './named-model';
import { BY_LANGUAGE, type Draft, type FieldProblems, readMeasures } from './settings-draft';
import { NUMBERS } from './system-fields';

export interface Setup {
  readonly draft: Draft;
  readonly problems: FieldProblems;
  readonly models: readonly ModelCard[];
  readonly suggestedAnalyzer: { readonly stemmer: string | null };
  readonly gpu: boolean;
  readonly isolated: boolean;
}

export type SettingTitle =
  | 'Lists'
  | 'Measures'
  | 'Lexical'
  | 'Embedding'
  | 'Ensemble'
  | 'Reciprocal rank fusion'
  | 'Reranker';

interface SettingGroup {
  readonly title: SettingTitle;
  readonly measured?: boolean;
  readonly first?: 'families' | 'weights';
  readonly fields: readonly FormField<Patch>[];
  readonly beside?: readonly FormField<Patch>[];
}

type NamesOf<Value> = { [Name in keyof Draft]: Draft[Name] extends Value ? Name : never }[keyof Draft];

const PASSAGES = 'passages';
const RANKED = optionsOf({
  [PASSAGES]: 'passages',
  max: 'documents, by their best passage',
  sum: 'documents, by the sum of their passages',
  mean: 'documents, by the mean of their passages',
  first: 'documents, by their first passage',
});

type Patch = Partial<Draft>;

const typed = (
  { draft, problems }: Setup,
  name: 'ks' | 'measures' | 'queryPrefix' | 'passagePrefix',
  label: string,
  hint: string,
  placeholder?: string,
): FormField<Patch> => ({
  type: 'text',
  label,
  hint,
  value: draft[name],
  problem: problems[name],
  set: (value) => ({ [name]: value }),
  ...(placeholder === undefined ? {} : { placeholder }),
});

const numeric = (
  { draft, problems }: Setup,
  name: NamesOf<number | null>,
  label: string,
  hint?: string,
): FormField<Patch> => ({
  ...number<Patch>(label, draft[name] as number, (value) => ({ [name]: value }), hint),
  problem: problems[name],
});

const chosen = <Name extends 'lists' | 'missing' | 'ownDocument' | 'score' | 'device' | 'analyzer'>(
  { draft }: Setup,
  name: Name,
  label: string,
  options: readonly FieldOption<Draft[Name]>[],
  hint: string,
): FormField<Patch> => choice<Patch, Draft[Name]>(label, draft[name], options, (value) => ({ [name]: value }), hint);

const model = (
  { draft, problems, models }: Setup,
  name: 'embeddingModel' | 'rerankerModel',
  task: ModelCard['task'],
  hint: string | undefined,
): FormField<Patch> => ({
  ...choice<Patch, string>(
    'Model',
    draft[name],
    settingOptions(models, task, draft[name]),
    (id) => ({ [name]: id }),
    hint,
  ),
  problem: problems[name],
  followed: true,
});

const listGroup = (setup: Setup, retrieved: boolean): SettingGroup => ({
  title: 'Lists',
  fields: [
    typed(setup, 'ks', 'k', 'Where the lists are scored'),
    ...(retrieved
      ? [
          numeric(setup, 'depth', 'Depth', 'Passages that each retriever returns for a question'),
          chosen(
            setup,
            'lists',
            'Lists are cut',
            optionsOf({ depth: 'at the depth', k: 'at each k' }),
            setup.draft.lists === 'depth'
              ? 'Lists are fused and reranked once, whole, then scored at each k.'
              : 'Each retriever gives only its first k, anew for each k; a reranker reads all of these, and the first k count.',
          ),
        ]
      : []),
  ],
});

const measureGroup = (setup: Setup): SettingGroup => ({
  title: 'Measures',
  first: 'families',
  fields: [
    typed(
      setup,
      'measures',
      'Others',
      readAs(setup.draft) ??
        'As MAP, RPrec, bpref, RBP(p=0.8), Recall@100. Names of trec_eval and ir_measures are understood.',
    ),
    {
      type: 'number',
      label: 'Relevant from grade',
      hint: 'Lower grades count as not relevant. Empty is 1, or the lowest above 0 where grades have fractions.',
      value: setup.draft.relevance,
      problem: setup.problems.relevance,
      optional: true,
      placeholder: '1',
      set: (relevance) => ({ relevance }),
    },
    chosen(
      setup,
      'ownDocument',
      'A document with the id of the question',
      optionsOf({ keep: 'counts as any other', 'leave-out': 'is left out of its results' }),
      'Where questions are documents themselves, as in ArguAna, BEIR leaves them out.',
    ),
    chosen(
      setup,
      'missing',
      'Questions without results',
      optionsOf({ zero: 'count as 0', skip: 'are left out' }),
      setup.draft.missing === 'zero'
        ? 'A system that finds nothing for a question has 0 there, as with trec_eval -c; its RBP residual is 1.'
        : 'Means are over the questions that a system answers: a system that answers few may look good.',
    ),
    choice(
      'What is ranked and judged',
      setup.draft.aggregate ?? PASSAGES,
      RANKED,
      (value) => ({ aggregate: AGGREGATES.find((each) => each === value) ?? null }),
      'Documents have the scores of those of their passages that were found. Without chunking both are the same.',
    ),
  ],
});

function lexicalGroup(setup: Setup): SettingGroup {
  const {
    draft,
    suggestedAnalyzer: { stemmer },
  } = setup;
  const byLanguage = `Words, CJK as bigrams, ${stemmer === null ? 'no stems' : `stems of ${language(stemmer)}`} for these documents`;
  return {
    title: 'Lexical',
    measured: true,
    fields: [
      chosen(
        setup,
        'analyzer',
        'Analyzer',
        [{ value: BY_LANGUAGE, label: 'By the documents’ language' }, ...ANALYZER_OPTIONS],
        analyzerHint(draft.analyzer) ?? byLanguage,
      ),
      chosen(
        setup,
        'score',
        'Score',
        optionsOf({ 'bm25+': 'BM25+', 'times-matched-terms': 'BM25+ × matched terms' }),
        draft.score === 'bm25+'
          ? 'Sum over the words of the question'
          : 'MiniSearch’s own score: the sum times the number of words found',
      ),
      ...(['k1', 'b', 'delta'] as const).map((name) => numeric(setup, name, NUMBERS[name].label, NUMBERS[name].hint)),
    ],
  };
}

function embeddingGroup(setup: Setup): SettingGroup {
  const card = setup.models.find(({ id }) => id === setup.draft.embeddingModel);
  const wanted = card?.reading?.task === 'embedding' ? card.reading : { queryPrefix: '', passagePrefix: '' };
  const prefix = (name: 'queryPrefix' | 'passagePrefix', what: string): FormField<Patch> => {
    const own = wanted[name] === '' && card ? 'nothing, as this model wants it' : 'what the model wants';
    return typed(setup, name, `Prefix of ${what}s`, `Put before each ${what}; empty is ${own}`, wanted[name]);
  };
  return {
    title: 'Embedding',
    fields: [
      model(
        setup,
        'embeddingModel',
        'embedding',
        card &&
          `${bytes(card.bytes)}, ${count(card.dimensions ?? 0)} dimensions, up to ${count(card.maxTokens)} tokens`,
      ),
      chosen(
        setup,
        'device',
        'Device',
        [
          { value: 'auto', label: 'Measured best (auto)' },
          { value: 'webgpu', label: `${DEVICE_NAMES.webgpu} (graphics card)`, disabled: !setup.gpu },
          { value: 'wasm', label: `${DEVICE_NAMES.wasm} (processor)`, disabled: !setup.isolated },
          { value: 'wasm-single', label: DEVICE_NAMES['wasm-single'] },
        ],
        setup.gpu ? 'For all models; what was measured is listed under Models' : 'This browser has no WebGPU',
      ),
      prefix('queryPrefix', 'question'),
      prefix('passagePrefix', 'passage'),
    ],
  };
}

const fusionGroups = (setup: Setup): SettingGroup[] => [
  { title: 'Ensemble', measured: true, first: 'weights', fields: [] },
  {
    title: 'Reciprocal rank fusion',
    measured: true,
    fields: [numeric(setup, 'rrfConstant', FUSION_NUMBERS.constant.label, FUSION_NUMBERS.constant.hint)],
    beside: [numeric(setup, 'rrfLexicalWeight', 'Lexical weight'), numeric(setup, 'rrfDenseWeight', 'Dense weight')],
  },
];

function rerankerGroup(setup: Setup): SettingGroup {
  const card = setup.models.find(({ id }) => id === setup.draft.rerankerModel);
  const own = ownInterpolation(setup);
  const source = card?.reading
    ? 'as for every reranker that was added: nobody tuned it'
    : 'the default of this model, chosen on development collections: not a truth';
  return {
    title: 'Reranker',
    measured: true,
    fields: [
      model(
        setup,
        'rerankerModel',
        'reranking',
        card &&
          `${bytes(card.bytes)}, up to ${count(card.maxTokens)} tokens at once; longer passages are read in windows`,
      ),
      numeric(setup, 'candidates', 'Candidates', 'How many of the first passages are read again'),
      {
        type: 'number',
        label: 'Interpolation α',
        hint: `ensemble-rerank orders by logit + 10 · α · ensemble score; 0 is the logit alone. Empty is ${own}, ${source}.`,
        value: setup.draft.interpolation,
        problem: setup.problems.interpolation,
        optional: true,
        placeholder: own,
        followed: true,
        set: (interpolation) => ({ interpolation }),
      },
    ],
  };
}

/** The settings in the order of the panel. @param retrieved whether passages are retrieved here; else all is for runs */
export const settingGroups = (setup: Setup, retrieved: boolean): SettingGroup[] =>
  retrieved
    ? [
        listGroup(setup, retrieved),
        measureGroup(setup),
        lexicalGroup(setup),
        embeddingGroup(setup),
        ...fusionGroups(setup),
        rerankerGroup(setup),
      ]
    : [listGroup(setup, retrieved), measureGroup(setup)];

export function ownInterpolation({ models, draft }: Pick<Setup, 'models' | 'draft'>): string {
  const card = models.find(({ id }) => id === draft.rerankerModel);
  return String(card?.interpolation ?? (card?.reading ? 0 : ''));
}

/** Measures that were typed in other words, as names of trec_eval, in ours. */
function readAs({ measures, families }: Draft): string | null {
  const read = readMeasures(measures, families);
  const canonical = read.ok ? read.texts.join(', ') : '';
  const isAsTyped = canonical.replaceAll(' ', '') === measures.replaceAll(' ', '');
  return canonical !== '' && !isAsTyped ? `Read as ${canonical}` : null;
}
