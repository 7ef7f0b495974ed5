import { parseExperiment, type Device, type ExperimentSpec } from '../../domain/spec/experiment';
import { buildExperiment, DEFAULT_SETTINGS, SYSTEM_IDS } from '../../domain/spec/settings';
import type { ModelCard, Settings, SystemId } from '../../domain/spec/settings';

/** Fields that are typed as text and mean a number. */
export interface NumberDraft {
  readonly depth: string;
  readonly relevance: string;
  readonly k1: string;
  readonly b: string;
  readonly delta: string;
  readonly lexicalWeight: string;
  readonly rrfConstant: string;
  readonly rrfLexicalWeight: string;
  readonly rrfDenseWeight: string;
  readonly candidates: string;
  readonly interpolation: string;
}

/** The settings as they stand in the form: what was typed, sound or not. */
export interface Draft extends NumberDraft {
  readonly systems: readonly SystemId[];
  readonly ks: string;
  readonly lists: Settings['lists'];
  readonly analyzer: Settings['lexical']['analyzer'];
  readonly score: Settings['lexical']['score'];
  readonly device: Device;
  readonly embeddingModel: string;
  readonly rerankerModel: string;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
}

export type Field = keyof Draft;
export type FieldProblems = Partial<Record<Field, string>>;

export type ReadDraft =
  | { readonly ok: true; readonly settings: Settings; readonly spec: ExperimentSpec }
  | { readonly ok: false; readonly problems: FieldProblems };

const POSITIVE = { whole: true, min: 1, says: 'Enter a whole number, 1 or more.' };
const WEIGHT = { min: 0, says: 'Enter a number, 0 or more.' };
const SHARE = { min: 0, max: 1, says: 'Enter a number from 0 to 1.' };

const RULES: Record<keyof NumberDraft, { whole?: boolean; min: number; max?: number; says: string }> = {
  depth: POSITIVE,
  relevance: POSITIVE,
  k1: WEIGHT,
  b: SHARE,
  delta: WEIGHT,
  lexicalWeight: SHARE,
  rrfConstant: WEIGHT,
  rrfLexicalWeight: WEIGHT,
  rrfDenseWeight: WEIGHT,
  candidates: POSITIVE,
  interpolation: WEIGHT,
};

export const NUMBER_FIELDS = Object.keys(RULES) as (keyof NumberDraft)[];

export function draftOf(settings: Settings): Draft {
  const { k1, b, delta, analyzer, score } = settings.lexical;
  const numbers = { ...settings, k1, b, delta };
  const texts = Object.fromEntries(NUMBER_FIELDS.map((field) => [field, String(numbers[field])]));
  return {
    ...(texts as unknown as NumberDraft),
    systems: settings.systems,
    ks: settings.ks.join(', '),
    lists: settings.lists,
    analyzer,
    score,
    device: settings.device,
    embeddingModel: settings.embeddingModel,
    rerankerModel: settings.rerankerModel,
    queryPrefix: settings.queryPrefix,
    passagePrefix: settings.passagePrefix,
  };
}

export const DEFAULT_DRAFT: Draft = draftOf(DEFAULT_SETTINGS);

/** Turns the form into an experiment, or says what is wrong with which field. */
export function readDraft(draft: Draft, cards: readonly ModelCard[]): ReadDraft {
  const problems: FieldProblems = {};
  const numbers = Object.fromEntries(
    NUMBER_FIELDS.map((field) => {
      const value = readNumber(draft[field], RULES[field]);
      if (value === null) problems[field] = RULES[field].says;
      return [field, value ?? NaN];
    }),
  ) as unknown as Record<keyof NumberDraft, number>;
  const ks = readKs(draft.ks);
  if (!ks) problems.ks = 'Enter whole numbers, 1 or more, separated by commas: 1, 3, 5, 10.';
  if (draft.systems.length === 0) problems.systems = 'Choose at least one system.';
  for (const field of ['embeddingModel', 'rerankerModel'] as const)
    if (!cards.some((card) => card.id === draft[field])) problems[field] = 'This model is not here. Choose another.';
  if (Object.keys(problems).length > 0) return { ok: false, problems };
  const settings = settingsOf(draft, numbers, ks!);
  const parsed = parseExperiment(buildExperiment(settings, cards));
  if (parsed.ok) return { ok: true, settings, spec: parsed.spec };
  for (const { path, message } of parsed.problems) problems[fieldOf(path, draft.systems)] ??= sentence(message);
  return { ok: false, problems };
}

function settingsOf(draft: Draft, numbers: Record<keyof NumberDraft, number>, ks: readonly number[]): Settings {
  const { k1, b, delta, ...others } = numbers;
  return {
    ...others,
    // In the order of the list of systems, not of the clicks: the order must not make another experiment.
    systems: SYSTEM_IDS.filter((id) => draft.systems.includes(id)),
    ks,
    lists: draft.lists,
    lexical: { analyzer: draft.analyzer, k1, b, delta, score: draft.score },
    device: draft.device,
    embeddingModel: draft.embeddingModel,
    rerankerModel: draft.rerankerModel,
    queryPrefix: draft.queryPrefix,
    passagePrefix: draft.passagePrefix,
  };
}

function readNumber(text: string, rule: { whole?: boolean; min: number; max?: number }): number | null {
  const value = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  if (rule.whole === true && !Number.isSafeInteger(value)) return null;
  return value < rule.min || value > (rule.max ?? Infinity) ? null : value;
}

/** `1, 2 5;10` in any separators, as full-width commas of a Chinese keyboard. */
export function readKs(text: string): number[] | null {
  const parts = text.split(/[\s,;，、；]+/).filter((part) => part !== '');
  const ks = parts.map((part) => (/^[1-9][0-9]{0,5}$/.test(part) ? Number(part) : NaN));
  return ks.length === 0 || ks.some(Number.isNaN) ? null : [...new Set(ks)].sort((a, b) => a - b);
}

/** Where a problem of the built experiment belongs in the form. */
function fieldOf(path: string, systems: readonly SystemId[]): Field {
  const parts = path.split('.');
  const last = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
  if (last === 'weights') {
    const id = SYSTEM_IDS.filter((each) => systems.includes(each))[Number(parts[1])];
    return id?.includes('rrf') ? 'rrfLexicalWeight' : 'lexicalWeight';
  }
  if (last === 'constant') return 'rrfConstant';
  return last in DEFAULT_DRAFT ? (last as Field) : 'systems';
}

/** Names of one letter, as `k`, keep their case. */
const sentence = (message: string): string => `${message.replace(/^[a-z](?=[a-z])/, (first) => first.toUpperCase())}.`;

/** What was remembered, if it is still sound; else the defaults. */
export function restoreDraft(stored: unknown, cards: readonly ModelCard[]): Draft {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return DEFAULT_DRAFT;
  const fields = Object.entries(DEFAULT_DRAFT).map(([field, standard]) => {
    const value: unknown = (stored as Record<string, unknown>)[field];
    return [field, field === 'systems' ? knownSystems(value) : typeof value === 'string' ? value : standard];
  });
  const draft = Object.fromEntries(fields) as Draft;
  return readDraft(draft, cards).ok ? draft : DEFAULT_DRAFT;
}

const knownSystems = (value: unknown): readonly SystemId[] =>
  Array.isArray(value) ? SYSTEM_IDS.filter((id) => value.includes(id)) : SYSTEM_IDS;
