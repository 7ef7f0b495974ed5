import { valueOf } from '../../base/containers';
import { numberOf, valuesOf } from '../retrieval/metadata/field-values';
import type { Doc } from '../../base/types';

export interface FieldSummary {
  readonly name: string;
  readonly docs: number;
  /** Its different values; null where they are more than {@link MAX_VALUES}. */
  readonly values: readonly string[] | null;
  readonly examples: readonly string[];
  /** Lowest and highest, where every document that has the field has a number; else null. */
  readonly range: readonly [number, number] | null;
}

/** More values than this are not categories to choose among. */
export const MAX_VALUES = 50;
const EXAMPLES = 3;
const SHOWN_UNITS = 60;

/** In the order in which fields first appear. */
export function summariseFields(docs: readonly Doc[]): FieldSummary[] {
  const fields = new Map<string, FieldSums>();
  for (const doc of docs)
    for (const name of Object.keys(doc.metadata ?? {})) valueOf(fields, name, () => new FieldSums()).add(doc, name);
  return [...fields].map(([name, field]) => field.summary(name));
}

class FieldSums {
  #docs = 0;
  readonly #values = new Set<string>();
  #range: [number, number] | null = [Infinity, -Infinity];

  add({ metadata }: Doc, name: string): void {
    const described = { title: '', text: '', ...(metadata && { metadata }) };
    this.#docs++;
    for (const value of valuesOf(described, name)) if (this.#values.size <= MAX_VALUES) this.#values.add(value);
    const number = numberOf(described, name);
    if (number === undefined) this.#range = null;
    else if (this.#range) this.#range = [Math.min(this.#range[0], number), Math.max(this.#range[1], number)];
  }

  summary(name: string): FieldSummary {
    const values = [...this.#values];
    return {
      name,
      docs: this.#docs,
      values: values.length > MAX_VALUES ? null : values,
      examples: values.slice(0, EXAMPLES).map(beginning),
      range: this.#range,
    };
  }
}

const beginning = (value: string): string =>
  value.length > SHOWN_UNITS ? `${[...value.slice(0, SHOWN_UNITS)].slice(0, -1).join('')}…` : value;
