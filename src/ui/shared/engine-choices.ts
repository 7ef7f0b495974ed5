import { ENGINE_IDS, ENGINE_NAMES, type EngineId } from '../../domain/fusion/engines/engine-names';
import { ENGINES } from '../../domain/fusion/engines/engines';
import type { FusionMethod } from '../../domain/fusion/fusion-spec';
import { ENGINE_NORM_NAMES, NORM_NAMES, type NormName } from '../../domain/fusion/method';
import { NORM_LABELS } from './messages/method-names';

export const ANY_ENGINE = 'any';

export const ENGINE_OPTIONS: readonly { readonly value: EngineId | typeof ANY_ENGINE; readonly label: string }[] = [
  { value: ANY_ENGINE, label: 'Any engine' },
  ...ENGINE_IDS.map((value) => ({ value, label: ENGINE_NAMES[value] })),
];

/** Whether an engine has a method; without an engine, all are there. */
export const isMethodOf = (engine: EngineId | null, method: FusionMethod): boolean =>
  engine === null || ENGINES[engine].forms.some((form) => form.method === method);

/** The normalisations that an engine has with a method, beside the one that is chosen; without an engine, all. */
export function normOptions(
  engine: EngineId | null,
  { method, norm }: { readonly method: FusionMethod; readonly norm: NormName },
): { value: NormName; label: string }[] {
  const all: readonly NormName[] = [...NORM_NAMES, ...ENGINE_NORM_NAMES];
  const isOffered = (value: NormName): boolean =>
    value === norm ||
    engine === null ||
    ENGINES[engine].forms.some((form) => form.method === method && form.norms !== undefined && value in form.norms);
  return all.filter(isOffered).map((value) => ({ value, label: NORM_LABELS[value] }));
}
