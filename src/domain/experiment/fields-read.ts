import type { ExperimentSpec } from './experiment';
import { PARTS, partsOf, type SystemSpec } from './parts';

/** All fields that a system reads, each once. */
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
