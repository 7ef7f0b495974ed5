import type { CollectionRecord } from '../../contract/storage';
import type { FieldSummary } from '../../domain/dataset/corpus';
import { type BoostSpec, type FilterSpec, newFilter } from '../../domain/retrieval/metadata/metadata-spec';

export const fieldNames = ({ metadata }: CollectionRecord): string[] =>
  (metadata?.fields ?? []).map(({ name }) => name);

export type ConditionKind = BoostSpec['kind'] | 'none';

export const OWN_FIELDS = ['title', 'text'] as const;

const FILTERS = [
  { value: 'none', label: 'None' },
  { value: 'question', label: 'What the question names' },
  { value: 'values', label: 'Some values' },
  { value: 'range', label: 'A range of numbers' },
] as const satisfies readonly { value: ConditionKind; label: string }[];

const kindsOf = (
  kinds: readonly { readonly value: ConditionKind; readonly label: string }[],
  fields: readonly FieldSummary[],
  now: ConditionKind,
) => kinds.filter(({ value }) => !NUMERIC.includes(value) || value === now || numeric(fields).length > 0);

const NUMERIC: readonly ConditionKind[] = ['range', 'number'];
const numeric = (fields: readonly FieldSummary[]): FieldSummary[] => fields.filter(({ range }) => range !== null);

export const filterKinds = (fields: readonly FieldSummary[], now: ConditionKind) => kindsOf(FILTERS, fields, now);

export const boostKinds = (fields: readonly FieldSummary[], now: ConditionKind) =>
  kindsOf([...FILTERS, { value: 'number', label: 'The higher a number' }], fields, now);

export function fieldChoices(fields: readonly FieldSummary[], spec: FilterSpec | BoostSpec): string[] {
  const fitting = (NUMERIC.includes(spec.kind) ? numeric(fields) : fields).map(({ name }) => name);
  return fitting.includes(spec.field) ? fitting : [spec.field, ...fitting];
}

/** A filter of another kind, on the same field where possible. */
export function withFilterKind(
  filter: FilterSpec | null,
  kind: ConditionKind,
  fields: readonly FieldSummary[],
): FilterSpec | null {
  if (kind === 'none' || kind === 'number') return null;
  const fitting = kind === 'range' ? numeric(fields) : fields;
  const field = fitting.find(({ name }) => name === filter?.field) ?? fitting[0];
  return newFilter(kind, field?.name ?? filter?.field ?? '');
}

export function withBoostKind(
  boost: BoostSpec | null,
  kind: ConditionKind,
  fields: readonly FieldSummary[],
): BoostSpec | null {
  if (kind === 'none') return null;
  const weight = boost?.weight ?? 0.5;
  if (kind !== 'number')
    return { ...withFilterKind(boost && { ...newFilter('values', boost.field) }, kind, fields)!, weight };
  const field = numeric(fields).find(({ name }) => name === boost?.field) ?? numeric(fields)[0];
  return { kind, field: field?.name ?? boost?.field ?? '', weight };
}

/** Typed values with semicolons between them, since many contain commas. */
export const valuesText = (values: readonly string[]): string => values.join('; ');

export const readValues = (text: string): string[] =>
  text
    .split(';')
    .map((value) => value.trim())
    .filter((value) => value !== '');

export function unknownValues(values: readonly string[], field: FieldSummary | undefined): string[] {
  const known = field?.values;
  return known ? values.filter((value) => !known.includes(value)) : [];
}

/** Toggles a searched field; undefined for title and text, or none. */
export function withSearched(searched: readonly string[] | undefined, field: string): string[] | undefined {
  const before = searched ?? OWN_FIELDS;
  const after = before.includes(field) ? before.filter((each) => each !== field) : [...before, field];
  const isWhole = after.length === OWN_FIELDS.length && OWN_FIELDS.every((each, i) => after[i] === each);
  return isWhole || after.length === 0 ? undefined : [...after];
}
