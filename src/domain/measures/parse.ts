import { findMeasure, measureNames, type MeasureName } from './registry';

/** A measure as it is asked for. Its text is its identity: two measures are the same when their texts are. */
export interface Measure {
  readonly name: MeasureName;
  /** k: only the first k documents count. */
  readonly cutoff: number;
  /** Canonical text, as `P@5`, whatever alias it was read from. */
  readonly text: string;
}

export type ParsedMeasure =
  { readonly ok: true; readonly measure: Measure } | { readonly ok: false; readonly message: string };

/** @throws {RangeError} if k is not a whole number of at least 1 */
export function measureAt(name: MeasureName, cutoff: number): Measure {
  if (!Number.isSafeInteger(cutoff) || cutoff < 1) throw new RangeError(`${name}@${cutoff}: k must be 1, 2, 3, …`);
  return { name, cutoff, text: `${name}@${cutoff}` };
}

/** Reads `HitRate@5`, and aliases as `Precision@5`, which is `P@5`. Case matters, as in ir_measures. */
export function parseMeasure(text: string): ParsedMeasure {
  const [, name, cutoff] = /^([^@]*)(?:@(.*))?$/s.exec(text.trim()) ?? [];
  const definition = findMeasure(name ?? '');
  if (!definition) return failed(`“${text}” is not a known measure. Known are ${knownTexts()}.`);
  if (cutoff === undefined) return failed(`“${text}” needs a cut-off: write ${definition.name}@10, for example.`);
  if (!/^[1-9][0-9]*$/.test(cutoff) || !Number.isSafeInteger(Number(cutoff)))
    return failed(`“${text}”: the cut-off must be a whole number of at least 1, as in ${definition.name}@10.`);
  return { ok: true, measure: measureAt(definition.name, Number(cutoff)) };
}

function knownTexts(): string {
  return measureNames.map((name) => `${name}@k`).join(', ');
}

function failed(message: string): ParsedMeasure {
  return { ok: false, message };
}
