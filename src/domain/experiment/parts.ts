import * as v from 'valibot';
import { type JsonProblem, problemsAt } from '../../base/problem';
import { chunkerProblems, chunkerSchema } from '../chunk/chunker-spec';
import { crossFittedSchema, type FusionProblems, fusionProblems, fusionSchema } from '../fusion/fusion-spec';
import { type LearnedProblems, learnedProblems, learnedSchema } from '../ltr/learned-spec';
import { rerankSchema } from '../rerank/rerank-spec';
import {
  boostSchema,
  type ConditionProblems,
  conditionProblems,
  filterSchema,
} from '../retrieval/metadata/metadata-spec';
import { retrieverSchema, type RetrieverSpec } from '../retrieval/retriever-spec';
import {
  fieldsOfRetriever,
  type ModelSpec,
  readsPassages,
  type ReplaceModel,
  retrieverProblems,
  type RetrieverProblems,
  retrieverWithModel,
  searchOf,
} from './retrievers';
import type { ModelCard } from '../models/configuration';
import type { AnalyzerSpec } from '../text/analyzer-spec';
import { canonicalJson } from '../../base/hash';

export const PART_SCHEMAS = {
  chunker: v.exactOptional(chunkerSchema),
  retrievers: v.pipe(v.array(retrieverSchema), v.minLength(1)),
  filter: v.exactOptional(filterSchema),
  fusion: v.nullable(fusionSchema),
  crossFitted: v.exactOptional(crossFittedSchema),
  learned: v.optional(v.nullable(learnedSchema), null),
  boost: v.exactOptional(boostSchema),
  rerank: v.nullable(rerankSchema),
  threshold: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
};

export const systemName = v.pipe(v.string(), v.minLength(1));
export const systemSchema = v.strictObject({ id: systemName, ...PART_SCHEMAS });

export type SystemSpec = v.InferOutput<typeof systemSchema>;
export type PartKey = keyof typeof PART_SCHEMAS;
export type PartSpec<Key extends PartKey> = NonNullable<SystemSpec[Key]>;

export const PART_KEYS = Object.keys(PART_SCHEMAS) as readonly PartKey[];

export const NO_PARTS = { fusion: null, learned: null, rerank: null, threshold: null } as const;

export interface PartProblems extends FusionProblems, LearnedProblems, ConditionProblems, RetrieverProblems {
  /** External runs and vectors from files know whole documents alone. */
  'passages-of-files': null;
  'fused-and-learned': null;
  'fusion-missing': null;
}

interface Part<Spec> {
  readonly joins?: true;
  readonly problems?: (spec: Spec, system: SystemSpec) => readonly JsonProblem<PartProblems>[];
  readonly fields?: (spec: Spec) => readonly string[];
  readonly numbers?: (spec: Spec) => readonly string[];
  readonly analyzers?: (spec: Spec) => readonly AnalyzerSpec[];
  readonly withModels?: (spec: Spec, replace: ReplaceModel) => Spec;
}

/** One entry a part: the compiler asks for each. */
export const PARTS: { readonly [Key in PartKey]: Part<PartSpec<Key>> } = {
  chunker: {
    problems: (spec, { retrievers }) => [
      ...chunkerProblems(spec),
      ...(retrievers.every(readsPassages) ? [] : [{ path: '', code: 'passages-of-files' as const, data: null }]),
    ],
  },
  retrievers: {
    problems: (specs) => specs.flatMap((spec, i) => problemsAt(String(i), retrieverProblems(spec))),
    fields: (specs) => specs.flatMap(fieldsOfRetriever),
    analyzers: (specs) =>
      specs.map((each) => searchOf(each)).flatMap((each) => ('analyzer' in each ? [each.analyzer] : [])),
    withModels: (specs, replace) => specs.map((spec) => retrieverWithModel(spec, replace)),
  },
  filter: {
    problems: conditionProblems,
    fields: ({ field }) => [field],
    numbers: ({ kind, field }) => (kind === 'range' ? [field] : []),
  },
  fusion: { joins: true, problems: (spec, { retrievers }) => fusionProblems(spec, retrievers.length) },
  crossFitted: { joins: true },
  learned: {
    joins: true,
    problems: (spec, { retrievers }) => learnedProblems(spec, retrievers.length),
    fields: ({ features }) => (features.metadata ?? []).map(({ field }) => field),
    numbers: ({ features }) => (features.metadata ?? []).map(({ field }) => field),
    analyzers: ({ features }) => (features.terms.length > 0 ? [features.analyzer] : []),
  },
  boost: {
    problems: conditionProblems,
    fields: ({ field }) => [field],
    numbers: ({ kind, field }) => (kind === 'range' || kind === 'number' ? [field] : []),
  },
  rerank: {
    withModels: (spec, replace) => replace(spec),
  },
  threshold: {},
};

/** Entries of all parts have one type: their intersection is too large for the compiler. */
type TakingNever<Entry> = Entry extends (spec: never, ...rest: infer Rest) => infer Result
  ? (spec: never, ...rest: Rest) => Result
  : { [Name in keyof Entry]: TakingNever<Entry[Name]> };

interface PartOf<Entry> {
  readonly key: PartKey;
  readonly entry: TakingNever<Entry>;
  readonly spec: never;
}

type Parts = { readonly [Key in PartKey]?: unknown };

export const partsOf = <Entries extends { readonly [Key in PartKey]?: unknown }>(
  record: Entries,
  system: Parts,
): PartOf<NonNullable<Entries[PartKey]>>[] =>
  PART_KEYS.flatMap((key) => {
    const entry = record[key];
    return entry && (system[key] ?? null) !== null
      ? [{ key, entry: entry as TakingNever<NonNullable<Entries[PartKey]>>, spec: system[key] as never }]
      : [];
  });

export const partsBefore = (key: PartKey, system: SystemSpec): Partial<SystemSpec> =>
  Object.fromEntries(
    PART_KEYS.slice(0, PART_KEYS.indexOf(key)).flatMap((each) =>
      system[each] === undefined ? [] : [[each, system[each]]],
    ),
  );

const withModels = (system: SystemSpec, replace: ReplaceModel): SystemSpec => ({
  ...system,
  ...Object.fromEntries(
    partsOf(PARTS, system).map(({ key, entry, spec }) => [key, entry.withModels?.(spec, replace) ?? spec]),
  ),
});

export function modelsOfSystem(system: SystemSpec): ModelSpec[] {
  const models: ModelSpec[] = [];
  withModels(system, (model) => {
    models.push(model);
    return model;
  });
  return models;
}

export const joinsOf = (system: Parts): PartKey[] =>
  partsOf(PARTS, system).flatMap(({ key, entry }) => (entry.joins ? [key] : []));

const STAGES = ['threshold', 'rerank', 'boost', 'filter'] as const satisfies readonly PartKey[];
export type StagePart = (typeof STAGES)[number];

export interface PreviousStage {
  readonly system: string;
  readonly part: StagePart;
}

/** For each system the one that has all its parts but the last that can be left out. A fusion is no stage. */
export function previousStages(systems: readonly SystemSpec[]): (PreviousStage | null)[] {
  const byParts = new Map(systems.map((system) => [partsKey(system, null), system.id]));
  return systems.map((system) => {
    const part = STAGES.find((each) => (system[each] ?? null) !== null);
    const previous = part && byParts.get(partsKey(system, part));
    return previous === undefined ? null : { system: previous, part: part! };
  });
}

const partsKey = (system: SystemSpec, without: PartKey | null): string =>
  canonicalJson(
    Object.fromEntries(
      PART_KEYS.flatMap((key) => {
        const part = system[key] ?? null;
        return part === null || key === without ? [] : [[key, part]];
      }),
    ),
  );

export const lostByFusing = (system: SystemSpec): PartKey[] =>
  partsOf(PARTS, system)
    .map(({ key }) => key)
    .filter((key) => key !== 'retrievers' && key !== 'chunker');

export function soleRetriever(system: SystemSpec): RetrieverSpec | null {
  const [first, ...others] = system.retrievers;
  return first && others.length === 0 && lostByFusing(system).length === 0 ? first : null;
}

/** Whether its lists are those of a run from a file. */
export const isImported = (system: SystemSpec): boolean => soleRetriever(system)?.kind === 'run';

export const trainsOnQuestions = ({ crossFitted, learned }: SystemSpec): boolean =>
  learned?.kind === 'cross-validated' || (crossFitted ?? null) !== null;

/** The same system with every model on the device that its card has; a model without a card stays where it is. */
export const onMeasuredDevices = (system: SystemSpec, cards: readonly ModelCard[]): SystemSpec =>
  withModels(system, (model) => {
    const device = cards.find(({ id }) => id === model.model)?.device;
    return device === undefined ? model : { ...model, device };
  });
