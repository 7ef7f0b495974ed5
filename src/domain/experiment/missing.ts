import type { Problem } from '../../base/problem';
import { type ChunkerSpec, contextsFileOf } from '../chunk/chunker-spec';
import type { Supplied } from '../dataset/supplied/content';
import type { ComposedSystem } from './composed';
import { type NamedRetriever, type NamedSupplied, searchOf, suppliedOf } from './retrievers';
import type { ExperimentSpec } from './experiment';
import { PARTS, partsOf, type SystemSpec } from './parts';

export interface MissingData {
  'system-field-missing': { system: string; field: string; fields: readonly string[] };
  'model-missing': { model: string };
  'file-missing': { kind: Supplied['kind']; name: string };
  'file-changed': { kind: Supplied['kind']; name: string };
}

type Missing<Code extends keyof MissingData> = Problem<Pick<MissingData, Code>>;

export const fieldsOfSystem = (system: SystemSpec): string[] => [
  ...new Set(partsOf(PARTS, system).flatMap(({ entry, spec }) => entry.fields?.(spec) ?? [])),
];

export const numbersOfSystem = (system: SystemSpec): string[] =>
  partsOf(PARTS, system).flatMap(({ entry, spec }) => entry.numbers?.(spec) ?? []);

export const fieldsOfExperiment = ({ systems }: Pick<ExperimentSpec, 'systems'>): string[] => [
  ...new Set(systems.flatMap(fieldsOfSystem)),
];

const OWN: readonly string[] = ['title', 'text'];

/** The first field of each system that a collection lacks: its numbers would blame the method. */
export const missingFields = (
  systems: readonly SystemSpec[],
  fields: readonly string[],
): Missing<'system-field-missing'>[] =>
  systems.flatMap((system) => {
    const field = fieldsOfSystem(system).find((each) => !OWN.includes(each) && !fields.includes(each));
    return field === undefined ? [] : [{ code: 'system-field-missing', data: { system: system.id, field, fields } }];
  });

export interface SuppliedFile {
  readonly name: string;
  readonly hash: string;
}

export const missingSupplied = (
  systems: readonly {
    readonly retrievers: readonly NamedRetriever[];
    readonly chunker?: ChunkerSpec;
  }[],
  supplied: readonly SuppliedFile[],
): Missing<'file-missing' | 'file-changed'>[] =>
  systems.flatMap(({ retrievers, chunker }) => [
    ...retrievers.flatMap((each) => missingFile(suppliedOf(each), supplied)),
    ...(chunker ? missingContexts(chunker, supplied) : []),
  ]);

export function missingContexts(
  chunker: ChunkerSpec,
  supplied: readonly SuppliedFile[],
): Missing<'file-missing' | 'file-changed'>[] {
  const file = contextsFileOf(chunker);
  return missingFile(file && { kind: 'contexts', ...file }, supplied);
}

function missingFile(
  asked: NamedSupplied | null,
  supplied: readonly SuppliedFile[],
): Missing<'file-missing' | 'file-changed'>[] {
  const found = supplied.filter(({ name }) => name === asked?.name);
  if (!asked || found.some(({ hash }) => hash === asked.hash)) return [];
  const { kind, name } = asked;
  return [{ code: found.length > 0 ? 'file-changed' : 'file-missing', data: { kind, name } }];
}

export const missingModels = (
  { retrievers, rerank }: ComposedSystem,
  cards: readonly { readonly id: string }[],
): Missing<'model-missing'>[] =>
  [...retrievers.map(searchOf), rerank]
    .flatMap((each) =>
      each && (!('kind' in each) || each.kind === 'vectors') && each.model !== undefined ? [each.model] : [],
    )
    .filter((model) => !cards.some(({ id }) => id === model))
    .map((model) => ({ code: 'model-missing', data: { model } }));
