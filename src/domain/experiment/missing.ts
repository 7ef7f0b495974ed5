import type { Problem } from '../../base/problem';
import type { RetrieverSpec } from '../retrieval/retriever-spec';
import type { ComposedRetriever, ComposedSystem } from './composed';
import type { ExperimentSpec } from './experiment';
import { PARTS, partsOf, type SystemSpec } from './parts';

/** What a system needs and the collection, or this machine, lacks. */
export interface MissingData {
  /** `fields`: those that the collection has. */
  'system-field-missing': { system: string; field: string; fields: readonly string[] };
  'model-missing': { model: string };
  'file-missing': { kind: 'rewrites' | 'vectors'; name: string };
  'file-changed': { kind: 'rewrites' | 'vectors'; name: string };
}

type Missing<Code extends keyof MissingData> = Problem<Pick<MissingData, Code>>;

export const fieldsOfSystem = (system: SystemSpec): string[] => [
  ...new Set(partsOf(PARTS, system).flatMap(({ entry, spec }) => entry.fields?.(spec) ?? [])),
];

/** Those that a system reads as numbers. */
export const numbersOfSystem = (system: SystemSpec): string[] =>
  partsOf(PARTS, system).flatMap(({ entry, spec }) => entry.numbers?.(spec) ?? []);

export const fieldsOfExperiment = ({ systems }: Pick<ExperimentSpec, 'systems'>): string[] => [
  ...new Set(systems.flatMap(fieldsOfSystem)),
];

/** Fields that every document has, if empty. */
const OWN: readonly string[] = ['title', 'text'];

/**
 * The first field of each system that a collection lacks: the system would find nothing, or filter everything away, and
 * its numbers would blame the method.
 *
 * @param fields of the collection's metadata
 */
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

function suppliedOf(
  spec: RetrieverSpec | ComposedRetriever,
): (SuppliedFile & { readonly kind: 'rewrites' | 'vectors' }) | null {
  if (spec.kind === 'rewritten') return { kind: 'rewrites', ...spec.rewrites };
  return spec.kind === 'file-vectors' ? { kind: 'vectors', name: spec.name, hash: spec.hash } : null;
}

export const missingSupplied = (
  systems: readonly { readonly retrievers: readonly (RetrieverSpec | ComposedRetriever)[] }[],
  supplied: readonly SuppliedFile[],
): Missing<'file-missing' | 'file-changed'>[] =>
  systems.flatMap(({ retrievers }) =>
    retrievers.flatMap((each) => {
      const asked = suppliedOf(each);
      const found = supplied.filter(({ name }) => name === asked?.name);
      if (!asked || found.some(({ hash }) => hash === asked.hash)) return [];
      const { kind, name } = asked;
      return [{ code: found.length > 0 ? 'file-changed' : 'file-missing', data: { kind, name } }];
    }),
  );

export const missingModels = (
  { retrievers, rerank }: ComposedSystem,
  cards: readonly { readonly id: string }[],
): Missing<'model-missing'>[] =>
  [...retrievers.map((each) => (each.kind === 'rewritten' ? each.retriever : each)), rerank]
    .flatMap((each) =>
      each && (!('kind' in each) || each.kind === 'vectors') && each.model !== undefined ? [each.model] : [],
    )
    .filter((model) => !cards.some(({ id }) => id === model))
    .map((model) => ({ code: 'model-missing', data: { model } }));
