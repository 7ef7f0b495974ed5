import { parseMeasures } from '../../domain/measures/parse';
import { measureDefinitions } from '../../domain/measures/registry';
import { messageOf } from '../shared/messages/message-of';
import { analyzerIdOf, analyzerOf, type AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { chunkerProblems, chunkerSchema } from '../../domain/chunk/chunker-spec';
import { type ComposedSystem, parseComposed } from '../../domain/experiment/composed';
import { missingContexts, missingFields, missingModels, missingSupplied } from '../../domain/experiment/missing';
import { parseExperiment, type ExperimentSpec } from '../../domain/experiment/experiment';
import { AGGREGATES } from '../../domain/run/aggregate';
import { buildExperiment, DEFAULT_SETTINGS, type Settings, type Sources } from '../../domain/experiment/settings';
import { SYSTEM_IDS, type SystemId } from '../../domain/experiment/system-ids';
import type { ModelCard } from '../../domain/models/configuration';
import * as v from 'valibot';

/** `1, 2 5;10` in any separators, as full-width commas of a Chinese keyboard. */
export function readKs(text: string): number[] | null {
  const parts = text.split(/[\s,;，、；]+/).filter((part) => part !== '');
  const ks = parts.map((part) => (/^[1-9][0-9]{0,5}$/.test(part) ? Number(part) : NaN));
  return ks.length === 0 || ks.some(Number.isNaN) ? null : [...new Set(ks)].sort((a, b) => a - b);
}

export const FAMILIES = measureDefinitions.filter(({ cutoff }) => cutoff !== 'none');
export const FAMILY_NAMES: readonly string[] = FAMILIES.map(({ name }) => name);

type ReadMeasures =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The typed measures in canonical form; none is valid where families are chosen. */
export function readMeasures(measures: string, families: readonly string[]): ReadMeasures {
  if (measures.trim() === '')
    return families.length > 0
      ? { ok: true, texts: [] }
      : { ok: false, problems: ['Choose at least one measure, here or above.'] };
  const parsed = parseMeasures(measures);
  return parsed.ok
    ? { ok: true, texts: parsed.measures.map(({ text }) => text) }
    : { ok: false, problems: parsed.problems.map(messageOf) };
}

type Lexical = Omit<Settings['lexical'], 'analyzer'>;

/** The settings as typed, valid or not: NaN where a number is missing or unreadable. */
export interface Draft extends Omit<Settings, 'ks' | 'measures' | 'lexical'>, Lexical {
  readonly ks: string;
  readonly measures: string;
  /** Id of a ready-made analyzer, or {@link BY_LANGUAGE}. */
  readonly analyzer: string;
}

export type Field = keyof Draft;
export type FieldProblems = Partial<Record<Field, string>>;

export interface Available extends Sources {
  readonly leftOut: number;
}

type Read<T> = ({ readonly ok: true } & T) | { readonly ok: false; readonly problems: FieldProblems };

export type ReadDraft = Read<{ readonly spec: ExperimentSpec }>;

const MODEL_FIELDS = [
  ['embeddingModel', 'embedding'],
  ['rerankerModel', 'reranking'],
] as const;

/** Settings that apply to runs too; the others are about retrieval. */
const OF_RUNS = [
  'ks',
  'families',
  'measures',
  'relevance',
  'missing',
  'ownDocument',
] as const satisfies readonly Field[];

export const picked = <T, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;

export function draftOf({ lexical: { analyzer, ...lexical }, ks, measures, ...settings }: Settings): Draft {
  return {
    ...settings,
    ...lexical,
    ks: ks.join(', '),
    measures: measures.join(', '),
    analyzer: analyzer ? analyzerId(analyzer) : BY_LANGUAGE,
  };
}

/** The analyzer that the languages of the documents suggest. */
export const BY_LANGUAGE = 'by-language';

const analyzerId = (spec: AnalyzerSpec): string => analyzerIdOf(spec) ?? BY_LANGUAGE;

export const DEFAULT_DRAFT: Draft = draftOf(DEFAULT_SETTINGS);

/** Of these, two may be null: what suits the judgments, or the reranker's card, says it then. */
const NUMBER_FIELDS = (Object.keys(DEFAULT_DRAFT) as Field[]).filter(
  (field) => field === 'interpolation' || field === 'relevance' || typeof DEFAULT_DRAFT[field] === 'number',
);

export function readDraft(draft: Draft, cards: readonly ModelCard[], available: Available): ReadDraft {
  // Without documents a problem in a hidden field must not block the run.
  const used = available.documents
    ? withoutLacking(draft, available, cards)
    : { ...DEFAULT_DRAFT, ...picked(draft, OF_RUNS) };
  const read = withTheirContexts(readSettings(used, cards), used, available);
  const nothing = whyNothing(used, available);
  if (nothing !== null) return { ok: false, problems: { ...(read.ok ? {} : read.problems), systems: nothing } };
  if (!read.ok) return read;
  const spec = buildExperiment(read.settings, cards, available);
  const parsed = parseExperiment(spec);
  const lacking = available.fields ? missingFields(spec.systems, available.fields) : [];
  if (lacking.length > 0) return { ok: false, problems: { systems: lacking.map(messageOf).join(' ') } };
  if (parsed.ok) return { ok: true, spec: parsed.spec };
  const problems: FieldProblems = {};
  for (const problem of parsed.problems) {
    const { path } = problem;
    const message = messageOf(problem);
    const field = fieldOf(path, used.systems);
    const system = field === 'systems' ? spec.systems[Number(path.split('.')[1])] : undefined;
    const measure = field === 'measures' ? spec.measures[Number(path.split('.')[1])] : undefined;
    // A measure at every k looks too deep where a k does, and that is reported there.
    if (measure === undefined || read.settings.measures.includes(measure))
      problems[field] ??= system ? `${system.id}: ${message}.` : sentence(message);
  }
  return { ok: false, problems };
}

function withTheirContexts(
  read: ReturnType<typeof readSettings>,
  { chunkings }: Draft,
  { supplied }: Available,
): ReturnType<typeof readSettings> {
  const [missing] = supplied ? (chunkings ?? []).flatMap((each) => missingContexts(each, supplied)) : [];
  if (!missing) return read;
  return { ok: false, problems: { ...(read.ok ? {} : read.problems), chunkings: messageOf(missing) } };
}

/** Systems that lack a file or a model stay in the form, and are not run. */
const withoutLacking = (draft: Draft, available: Available, cards: readonly ModelCard[]): Draft => ({
  ...draft,
  composed: draft.composed.filter((system) => lackingParts(system, available, cards).length === 0),
});

export const lackingParts = (system: ComposedSystem, { supplied }: Sources, cards: readonly ModelCard[]): string[] => [
  ...new Set(
    [...(supplied ? missingSupplied([system], supplied) : []), ...missingModels(system, cards)].map(messageOf),
  ),
];

export function readSettings(draft: Draft, cards: readonly ModelCard[]): Read<{ readonly settings: Settings }> {
  const problems: FieldProblems = {};
  for (const field of NUMBER_FIELDS)
    if (draft[field] !== null && !Number.isFinite(draft[field])) problems[field] = 'Enter a number.';
  const ks = readKs(draft.ks);
  if (!ks) problems.ks = 'Enter whole numbers, 1 or more, separated by commas: 1, 3, 5, 10.';
  const measures = readMeasures(draft.measures, draft.families);
  if (!measures.ok) problems.measures = measures.problems.join(' ');
  for (const [field, wanted] of MODEL_FIELDS)
    if (!cards.some(({ id, task }) => id === draft[field] && task === wanted))
      problems[field] = 'This model is not here. Choose another.';
  const encoder = cards.find(({ id }) => id === draft.embeddingModel);
  if (encoder && !encoder.tokenVectors && draft.chunkings?.some((chunker) => 'late' in chunker))
    problems.chunkings = 'The embedding model gives no vectors of tokens, which late chunking pools. Leave it out.';
  if (!ks || !measures.ok || Object.keys(problems).length > 0) return { ok: false, problems };
  const settings = settingsOf(draft, ks, measures.texts);
  const beyond = beyondLimits(settings, cards);
  return Object.keys(beyond).length > 0 ? { ok: false, problems: beyond } : { ok: true, settings };
}

/** What the schema of experiments refuses of the numbers, whichever systems are chosen. */
function beyondLimits(settings: Settings, cards: readonly ModelCard[]): FieldProblems {
  const parsed = parseExperiment(
    buildExperiment({ ...settings, systems: SYSTEM_IDS, composed: [] }, cards, EVERYTHING),
  );
  const found = parsed.ok ? [] : parsed.problems;
  const problems: FieldProblems = {};
  for (const problem of found) {
    const field = fieldOf(problem.path, SYSTEM_IDS);
    if (NUMBER_FIELDS.includes(field)) problems[field] ??= sentence(messageOf(problem));
  }
  return problems;
}

function settingsOf(draft: Draft, ks: readonly number[], measures: readonly string[]): Settings {
  const { k1, b, delta, score, analyzer, ...others } = draft;
  return {
    ...others,
    // In the order of the lists, not of the clicks: the order must not make another experiment.
    systems: SYSTEM_IDS.filter((id) => draft.systems.includes(id)),
    families: FAMILY_NAMES.filter((name) => draft.families.includes(name)),
    measures,
    ks,
    lexical: { analyzer: analyzerOf(analyzer) ?? null, k1, b, delta, score },
  };
}

function whyNothing({ systems, composed }: Draft, { documents, runs, leftOut }: Available): string | null {
  if (runs.length > 0 || (documents && systems.length + composed.length > 0)) return null;
  if (documents) return leftOut > 0 ? 'Choose at least one system or run.' : 'Choose at least one system.';
  if (leftOut > 0) return 'Choose at least one run.';
  return 'Add a run: there are no documents to search here, and no results of another system yet.';
}

function fieldOf(path: string, systems: readonly SystemId[]): Field {
  const parts = path.split('.');
  const last = parts.findLast((part) => !/^\d+$/.test(part)) ?? '';
  const id = SYSTEM_IDS.filter((each) => systems.includes(each))[Number(parts[1])];
  if (parts[0] === 'systems' && id === undefined) return 'systems';
  if (last === 'weights') {
    if (!id?.includes('rrf')) return 'lexicalWeight';
    return parts.at(-1) === '1' ? 'rrfDenseWeight' : 'rrfLexicalWeight';
  }
  if (last === 'constant') return 'rrfConstant';
  return last in DEFAULT_DRAFT ? (last as Field) : 'systems';
}

/** Names of one letter, as `k`, keep their case. */
const sentence = (message: string): string => `${message.replace(/^[a-z](?=[a-z])/, (first) => first.toUpperCase())}.`;

export function restoreDraft(stored: unknown, cards: readonly ModelCard[]): Draft {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return DEFAULT_DRAFT;
  const fields = Object.entries(DEFAULT_DRAFT).map(
    ([field, standard]: [string, string | number | readonly unknown[] | null]) => {
      const value: unknown = (stored as Record<string, unknown>)[field];
      // Versions without `ownDocument` stored 1 where nobody chose it: it was the default.
      if (field === 'relevance' && Number(value) === 1 && !('ownDocument' in stored)) return [field, standard];
      if (field === 'composed') return [field, composedOrNone(value)];
      if (field === 'chunkings') return [field, chunkingsOrNull(value)];
      const task = MODEL_FIELDS.find(([each]) => each === field)?.[1];
      // A deleted model must not reset all other settings.
      if (task) return [field, cards.some((card) => card.id === value && card.task === task) ? value : standard];
      if ((NUMBER_FIELDS as readonly string[]).includes(field)) return [field, numberOr(value, standard)];
      if (field === 'aggregate') return [field, AGGREGATES.find((each) => each === value) ?? null];
      if (typeof standard !== 'string')
        return [field, known(value, field === 'systems' ? SYSTEM_IDS : FAMILY_NAMES, standard as readonly string[])];
      return [field, typeof value === 'string' ? value : standard];
    },
  );
  const draft = Object.fromEntries(fields) as Draft;
  // What is wrong with custom systems and chunkings is said where they are listed.
  const wrong = (each: Draft): Field[] => {
    const read = readDraft({ ...each, systems: SYSTEM_IDS, composed: [], chunkings: null }, cards, EVERYTHING);
    return read.ok ? [] : (Object.keys(read.problems) as Field[]);
  };
  // A field may have been empty when the page was closed, which must not take the others with it.
  const mended = { ...draft, ...picked(DEFAULT_DRAFT, wrong(draft)) };
  // The usual k may be deeper than the depth that was set.
  return wrong(mended).length === 0 ? mended : { ...mended, ...picked(DEFAULT_DRAFT, ['depth', 'ks', 'measures']) };
}

function chunkingsOrNull(value: unknown): Draft['chunkings'] {
  const chunkings = (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    const parsed = v.safeParse(chunkerSchema, each);
    return parsed.success && chunkerProblems(parsed.output).length === 0 ? [parsed.output] : [];
  });
  return chunkings.length > 0 ? chunkings : null;
}

function composedOrNone(value: unknown): readonly ComposedSystem[] {
  return (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    const parsed = parseComposed([each]);
    return parsed.ok ? parsed.systems : [];
  });
}

const EVERYTHING: Available = { documents: true, runs: [], leftOut: 0 };

/** Earlier versions stored numbers as they were typed. */
const numberOr = <T>(value: unknown, standard: T): number | T => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : standard;
};

const known = (value: unknown, names: readonly string[], standard: readonly string[]): readonly string[] =>
  Array.isArray(value) ? names.filter((name) => value.includes(name)) : standard;
