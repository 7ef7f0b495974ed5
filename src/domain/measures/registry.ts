import { f1 } from './f1';
import { hitRate } from './hit-rate';
import type { MeasureDefinition } from './measure';
import { mrr } from './mrr';
import { precision } from './precision';
import { recall } from './recall';

/** Every measure that can be asked for, in the order in which reports show them. */
export const measureDefinitions = [hitRate, mrr, precision, recall, f1] as const satisfies readonly MeasureDefinition[];

export type MeasureName = (typeof measureDefinitions)[number]['name'];

export const measureNames: readonly MeasureName[] = measureDefinitions.map(({ name }) => name);

const byAnyName = new Map<string, (typeof measureDefinitions)[number]>(
  measureDefinitions.flatMap((definition) =>
    [definition.name, ...definition.aliases].map((name) => [name, definition] as const),
  ),
);

/** @param name published name or alias, case matters */
export function findMeasure(name: string): (MeasureDefinition & { readonly name: MeasureName }) | undefined {
  return byAnyName.get(name);
}
