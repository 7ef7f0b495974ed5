import type { ComposedSystem } from '../../domain/experiment/composed';
import { missingModels, type SuppliedFile } from '../../domain/experiment/missing';
import { type ComposedRetriever, type ComposedSearch, readsPassages } from '../../domain/experiment/retrievers';
import { DEFAULT_REWRITES_CONSTANT } from '../../domain/retrieval/retriever-spec';
import { choice, type FormField } from './form-field';
import { messageOf } from '../shared/messages/message-of';
import { type CrossFittedMethod, DEFAULT_CROSS_FITTED, type FusionMethod } from '../../domain/fusion/fusion-spec';
import { parseExperiment } from '../../domain/experiment/experiment';
import { specProblem } from '../shared/messages/experiment';
import { joinsOf, NO_PARTS, type PartKey } from '../../domain/experiment/parts';
import { defaultLearned } from '../../domain/ltr/learned-spec';
import type { ModelCard } from '../../domain/models/configuration';
import { buildExperiment, DEFAULT_SETTINGS, type Settings } from '../../domain/experiment/settings';
import { picked } from './settings-draft';
import { firstSetting, fusionOf } from '../../domain/fusion/method-settings';

const QUESTION = 'question';

/** By what a retriever is asked: the question, its rewrites in a file, or both. */
export function askedField(
  retriever: ComposedRetriever,
  rewrites: readonly SuppliedFile[],
): FormField<ComposedRetriever>[] {
  if (!readsPassages(retriever)) return [];
  const own = retriever.kind === 'rewritten' ? [retriever.rewrites] : [];
  const names = [...new Set([...rewrites, ...own].map(({ name }) => name))];
  if (names.length === 0) return [];
  const value =
    retriever.kind === 'rewritten' ? `${retriever.original ? 'both' : 'only'}:${retriever.rewrites.name}` : QUESTION;
  const options = names.flatMap((name) => [
    { value: `both:${name}`, label: `The question and its rewrites in “${name}”` },
    { value: `only:${name}`, label: `Its rewrites in “${name}” alone` },
  ]);
  return [
    choice(
      'Asked by',
      value,
      [{ value: QUESTION, label: 'The question' }, ...options],
      (chosen) => withAsked(retriever, chosen, rewrites),
      'Rewrites may be passages that might answer the question (HyDE); the embedding model reads them as questions',
    ),
  ];
}

function withAsked(
  retriever: Extract<ComposedRetriever, { kind: 'rewritten' }> | ComposedSearch,
  value: string,
  rewrites: readonly SuppliedFile[],
): ComposedRetriever {
  const [search, before] = retriever.kind === 'rewritten' ? [retriever.retriever, retriever] : [retriever, null];
  if (value === QUESTION) return search;
  const original = value.startsWith('both:');
  const name = value.slice('both:'.length);
  const file = rewrites.find((each) => each.name === name) ?? before?.rewrites;
  return file ? askedByRewrites(search, file, original, before?.constant) : retriever;
}

export const askedByRewrites = (
  retriever: ComposedSearch,
  { name, hash }: SuppliedFile,
  original = true,
  constant = DEFAULT_REWRITES_CONSTANT,
): Extract<ComposedRetriever, { kind: 'rewritten' }> => ({
  kind: 'rewritten',
  rewrites: { name, hash },
  original,
  constant,
  retriever,
});

/** How several lists become one: a fusion, a learned ranker, or a trained model from a file. */
export type Join = FusionMethod | 'lambda-mart' | 'rank-net' | 'list-net' | 'model' | 'none';

export function joinOf({ fusion, crossFitted, learned }: ComposedSystem): Join {
  if (crossFitted) return crossFitted.method;
  if (learned) return learned.kind === 'model' ? 'model' : learned.learner.kind;
  return fusion ? fusion.method : 'none';
}

/** Joins the lists of a system; keeps its join where that still fits, else takes the method's defaults. */
export function withJoin(system: ComposedSystem, join: Join): ComposedSystem {
  const lists = system.retrievers.length;
  const before = joinOf(system);
  if (join === 'model' || (join === 'none' && lists === 1)) return before === join ? system : without(system);
  if (join === 'lambda-mart' || join === 'rank-net' || join === 'list-net')
    return before === join ? system : { ...without(system), learned: defaultLearned(join) };
  if (lists === 1) return without(system);
  const method = join === 'none' ? 'wsum' : join;
  const { fusion } = system;
  if (fusion?.method === method && (!('weights' in fusion) || fusion.weights.length === lists)) return system;
  if (method in DEFAULT_CROSS_FITTED)
    return before === method
      ? system
      : { ...without(system), crossFitted: DEFAULT_CROSS_FITTED[method as CrossFittedMethod] };
  return { ...without(system), fusion: fusionOf({ ...firstSetting(lists), method }) };
}

function without(system: ComposedSystem): ComposedSystem {
  const others = Object.entries(system).filter(([part]) => !joinsOf(system).includes(part as PartKey));
  return { ...NO_PARTS, ...Object.fromEntries(others) } as ComposedSystem;
}

export function systemProblems(system: ComposedSystem, settings: Settings, cards: readonly ModelCard[]): string[] {
  if (system.id.trim() === '') return ['A system needs a name.'];
  const missing = missingModels(system, cards);
  if (missing.length > 0) return missing.map(messageOf);
  const spec = buildExperiment(
    { ...DEFAULT_SETTINGS, ...picked(settings, OF_MODELS), systems: [], composed: [system] },
    cards,
  );
  const parsed = parseExperiment(spec);
  if (parsed.ok) return [];
  return parsed.problems.map((each) => specProblem({ ...each, path: each.path.replace(/^systems\.0\.?/, '') }));
}

const OF_MODELS = ['embeddingModel', 'rerankerModel', 'device', 'queryPrefix', 'passagePrefix'] as const;
