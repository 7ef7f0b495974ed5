import type { CollectionRecord } from '../../contract/storage';
import type { FieldSummary } from '../../domain/dataset/corpus';
import type { ComposedSystem } from '../../domain/experiment/composed';
import { type BoostSpec, type FilterSpec, newFilter } from '../../domain/retrieval/metadata/metadata-spec';
import { fieldText, numberFields } from '../documents/document-texts';
import { clip } from '../shared/format';
import { analyzerField, choice, type FormField, number } from './form-field';

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
) => kinds.filter(({ value }) => !NUMERIC.includes(value) || value === now || numberFields(fields).length > 0);

const NUMERIC: readonly ConditionKind[] = ['range', 'number'];

export const filterKinds = (fields: readonly FieldSummary[], now: ConditionKind) => kindsOf(FILTERS, fields, now);

export const boostKinds = (fields: readonly FieldSummary[], now: ConditionKind) =>
  kindsOf([...FILTERS, { value: 'number', label: 'The higher a number' }], fields, now);

export function fieldChoices(fields: readonly FieldSummary[], spec: FilterSpec | BoostSpec): string[] {
  const fitting = (NUMERIC.includes(spec.kind) ? numberFields(fields) : fields).map(({ name }) => name);
  return fitting.includes(spec.field) ? fitting : [spec.field, ...fitting];
}

/** A filter of another kind, on the same field where possible. */
export function withFilterKind(
  filter: FilterSpec | null,
  kind: ConditionKind,
  fields: readonly FieldSummary[],
): FilterSpec | null {
  if (kind === 'none' || kind === 'number') return null;
  const fitting = kind === 'range' ? numberFields(fields) : fields;
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
  const field = numberFields(fields).find(({ name }) => name === boost?.field) ?? numberFields(fields)[0];
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

const CONDITIONS = {
  filter: ['Filter', 'What every list keeps, before it is cut and joined'],
  boost: ['Boost', 'Boosted documents of the joined list'],
} as const;

/** The form of a filter or a boost. The compiler cannot see that what is changed belongs to a spec of that kind. */
export function conditionFields(
  part: keyof typeof CONDITIONS,
  system: ComposedSystem,
  fields: readonly FieldSummary[],
): FormField<ComposedSystem>[] {
  const [label, hint] = CONDITIONS[part];
  const { [part]: own, ...others } = system;
  const spec: FilterSpec | BoostSpec | null = own ?? null;
  const put = (next: object | null): ComposedSystem => (next ? { ...others, [part]: next } : others) as ComposedSystem;
  const withKind = (kind: ConditionKind): ComposedSystem =>
    put(
      part === 'filter'
        ? withFilterKind(spec as FilterSpec | null, kind, fields)
        : withBoostKind(spec as BoostSpec | null, kind, fields),
    );
  const now = spec?.kind ?? 'none';
  const found = [choice(label, now, (part === 'filter' ? filterKinds : boostKinds)(fields, now), withKind, hint)];
  if (!spec) return found;
  const field = fields.find(({ name }) => name === spec.field);
  found.push(
    choice(
      `Field of the ${part}`,
      spec.field,
      fieldChoices(fields, spec).map((name) => ({ value: name, label: name })),
      (name) => put({ ...spec, field: name }),
      field ? fieldText(field) : 'No document of this collection has it',
    ),
  );
  if (spec.kind === 'values') {
    const unknown = unknownValues(spec.values, field);
    const wrong = unknown.length > 0 ? `No document has ${unknown.join(' or ')}.` : undefined;
    found.push({
      type: 'list',
      label: 'Values',
      hint: `With a semicolon between them${field?.values ? `, of: ${clip(field.values.join('; '), 240)}` : ''}`,
      problem: wrong ?? (spec.values.length === 0 ? 'Enter a value.' : undefined),
      value: spec.values,
      set: (values) => put({ ...spec, values }),
    });
  }
  if (spec.kind === 'question') {
    const analyzer = analyzerField(spec, `Analyzer of the ${part}`);
    found.push({ ...analyzer, set: (value: never) => put(analyzer.set(value)) });
  }
  if (spec.kind === 'range')
    for (const [end, name, empty] of [
      ['least', 'From', 'Empty: no minimum'],
      ['most', 'To', 'Empty: no maximum'],
    ] as const)
      found.push({
        type: 'number',
        label: name,
        hint: empty,
        optional: true,
        value: spec[end],
        set: (value) => put({ ...spec, [end]: value }),
      });
  if ('weight' in spec) {
    const about = '1 outweighs all between the first and the last of a list';
    found.push(number('Weight of the boost', spec.weight, (weight) => put({ ...spec, weight }), about));
  }
  return found;
}
