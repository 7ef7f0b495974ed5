import { analyzerIdOf, analyzerOf, type AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { ANALYZER_OPTIONS, analyzerHint } from '../shared/messages/method-names';

export interface FieldOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly disabled?: boolean;
}

/** A field of a form that edits a spec; `set` gives the spec, or its changed fields, with another value. */
export type FormField<Spec> = {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Whether the form shows something below it. */
  readonly followed?: boolean;
} & (
  | ({ readonly type: 'text'; readonly placeholder?: string } & Valued<Spec, string>)
  | ({ readonly type: 'number'; readonly optional?: boolean; readonly placeholder?: string } & Valued<
      Spec,
      number | null
    >)
  | ({ readonly type: 'list' } & Valued<Spec, readonly string[]>)
  | ({ readonly type: 'choice'; readonly options: readonly FieldOption[] } & Valued<Spec, string>)
  | ({ readonly type: 'check' } & Valued<Spec, boolean>)
);

interface Valued<Spec, Value> {
  readonly value: Value;
  set(value: Value): Spec;
}

export const number = <Spec>(
  label: string,
  value: number,
  set: (value: number) => Spec,
  hint?: string,
): FormField<Spec> => ({ type: 'number', label, value, set, hint });

export const choice = <Spec, Value extends string>(
  label: string,
  value: Value,
  options: readonly FieldOption<Value>[],
  set: (value: Value) => Spec,
  hint?: string,
): FormField<Spec> => ({ type: 'choice', label, value, options, set, hint });

export const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>): FieldOption<Value>[] =>
  Object.entries(names).map(([value, label]) => ({ value: value as Value, label: label as string }));

const OWN = { value: 'own', label: 'As in the experiment that it came from' };

export const ANALYZER_LABEL = 'Analyzer';

export function analyzerField<Spec extends { readonly analyzer: AnalyzerSpec }>(
  spec: Spec,
  label = ANALYZER_LABEL,
): FormField<Spec> {
  const known = analyzerIdOf(spec.analyzer);
  return choice(
    label,
    known ?? OWN.value,
    known ? ANALYZER_OPTIONS : [OWN, ...ANALYZER_OPTIONS],
    (id) => ({ ...spec, analyzer: analyzerOf(id) ?? spec.analyzer }),
    analyzerHint(known),
  );
}
