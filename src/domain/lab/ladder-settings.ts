import type { EngineId } from '../fusion/engines/engine-names';
import { type EngineForm, ENGINES } from '../fusion/engines/engines';
import { weightsFor } from '../fusion/engines/nearest';
import { type LabSetting, METHODS } from '../fusion/method-settings';
import type { NormName } from '../fusion/method';
import { GRID_VALUES, weightGrid, weightSteps } from './grid';

/** Norms with which a weighted sum is tried where no engine says which there are. */
const SUM_NORMS: readonly NormName[] = ['min-max', 'theoretical-min-max', 'zmuv', 'dbsf', 'l2'];

/**
 * What is tried of methods, all weights alike and constants as usual; the first is what one would take untuned. Of an
 * engine all that it has.
 */
export function methodsFor(engine: EngineId | null, base: LabSetting): LabSetting[] {
  const lists = base.weights.length;
  const even = { ...base, weights: Array.from({ length: lists }, () => 1), absent: 'zero' as const };
  if (engine === null)
    return [
      { ...even, method: 'rrf', constant: 60 },
      ...SUM_NORMS.map((norm) => ({ ...even, method: 'wsum' as const, norm })),
      { ...even, method: 'mnz', norm: 'min-max' },
      { ...even, method: 'isr' },
    ];
  return ENGINES[engine].forms.flatMap((form) => {
    const setting = { ...even, method: form.method, absent: form.absent ?? even.absent };
    const { constant, norms } = form;
    if (constant) setting[constant.field] = constant.usual - constant.ahead;
    return norms ? (Object.keys(norms) as NormName[]).map((norm) => ({ ...setting, norm })) : [setting];
  });
}

const formOf = (engine: EngineId | null, { method, norm }: LabSetting): EngineForm | undefined =>
  engine === null
    ? undefined
    : ENGINES[engine].forms.find((form) => form.method === method && (!form.norms || norm in form.norms));

/** The constants that are tried of a setting, its own first; of a method without one, the setting alone. */
export function constantsFor(engine: EngineId | null, setting: LabSetting): LabSetting[] {
  const { numbers } = METHODS[setting.method];
  const field = numbers.includes('k') ? 'k' : numbers.includes('constant') ? 'constant' : null;
  if (field === null) return [setting];
  const own = formOf(engine, setting)?.constant;
  const { least, most, ahead } = own ?? { least: 0, most: Infinity, ahead: 0 };
  const values = (GRID_VALUES[field] as readonly (number | 'half-length')[]).filter(
    (value) => typeof value === 'number' && value + ahead >= least && value + ahead <= most,
  );
  return [
    setting,
    ...values.filter((value) => value !== setting[field]).map((value) => ({ ...setting, [field]: value })),
  ];
}

/** The weights that are tried of a setting, all alike first; of a method without them, the setting alone. */
export function weightsTried(engine: EngineId | null, setting: LabSetting): LabSetting[] {
  const lists = setting.weights.length;
  if (!METHODS[setting.method].weights || formOf(engine, setting)?.weights === 'none') return [setting];
  const grid = weightGrid(lists, weightSteps(lists)).filter((weights) => !weights.every((each) => each === weights[0]));
  return [setting, ...grid.map((weights) => ({ ...setting, weights: weightsFor(setting.method, weights) }))];
}
