import { HitrateError } from '../../contract/errors';
import { numberOf } from '../../domain/retrieval/metadata/field-values';
import { missingFields, numbersOfSystem } from '../../domain/experiment/missing';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { Doc } from '../../base/types';

/**
 * Refuses systems that read a field which no document has, or a number where there is none.
 *
 * @throws {HitrateError} `spec-invalid`
 */
export function checkFields({ systems }: ExperimentSpec, docs: readonly Doc[]): void {
  const fields = new Set(docs.flatMap(({ metadata }) => Object.keys(metadata ?? {})));
  const [missing] = missingFields(systems, [...fields]);
  if (missing) throw new HitrateError(missing.code, missing.data);
  for (const system of systems) {
    const text = numbersOfSystem(system).find((field) => !docs.some((doc) => numberOf(doc, field) !== undefined));
    if (text === undefined) continue;
    throw new HitrateError('system-field-no-number', { system: system.id, field: text });
  }
}
