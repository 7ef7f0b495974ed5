import type { ExperimentSpec, SystemSpec } from './experiment';
import { type RetrieverSpec, searchOf } from '../retrieval/retriever-spec';

/** The fields of metadata that a retriever searches, which may be `title` and `text`; none where it reads those whole. */
export function fieldsOfRetriever(spec: RetrieverSpec): readonly string[] {
  const search = searchOf(spec);
  return search.kind === 'lexical' || search.kind === 'term-graph' ? (search.fields ?? []) : [];
}

/** All fields that a system reads, each once. */
export function fieldsOfSystem({ retrievers, filter, boost, learned }: SystemSpec): string[] {
  const all = [
    ...retrievers.flatMap(fieldsOfRetriever),
    ...(filter ? [filter.field] : []),
    ...(boost ? [boost.field] : []),
    ...(learned?.features.metadata ?? []).map(({ field }) => field),
  ];
  return [...new Set(all)];
}

/** Those that a system reads as numbers. */
export const numbersOfSystem = ({ filter, boost, learned }: SystemSpec): string[] => [
  ...(filter?.kind === 'range' ? [filter.field] : []),
  ...(boost?.kind === 'range' || boost?.kind === 'number' ? [boost.field] : []),
  ...(learned?.features.metadata ?? []).map(({ field }) => field),
];

export const fieldsOfExperiment = ({ systems }: Pick<ExperimentSpec, 'systems'>): string[] => [
  ...new Set(systems.flatMap(fieldsOfSystem)),
];

/** Fields that every document has, if empty. */
const OWN: readonly string[] = ['title', 'text'];
const SHOWN = 12;

/**
 * Fields that systems read and a collection lacks, in a sentence a system: it would find nothing, or filter everything
 * away, and its numbers would say that of the method.
 *
 * @param fields those of the metadata of the collection
 */
export function missingFields(systems: readonly SystemSpec[], fields: readonly string[]): string[] {
  const more = fields.length > SHOWN ? ` and ${fields.length - SHOWN} more` : '';
  const there =
    fields.length === 0 ? 'They have no metadata at all.' : `There are: ${fields.slice(0, SHOWN).join(', ')}${more}.`;
  return systems.flatMap((system) => {
    const missing = fieldsOfSystem(system).find((field) => !OWN.includes(field) && !fields.includes(field));
    if (missing === undefined) return [];
    return [
      `“${system.id}” reads the field “${missing}”, which no document of this collection has. ${there} Change the system, or leave it out.`,
    ];
  });
}
