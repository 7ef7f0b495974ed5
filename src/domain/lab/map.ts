import { mean } from '../measures/aggregate';
import { type AbsentPolicy, NORM_NAMES, type NormName } from '../fusion/method';
import { type Better, objectiveOf } from './choices';
import { intervalsOfDifference, paired } from './figure';
import { GRID_VALUES, type Varied, variedBy, weightGrid, weightSteps } from './grid';
import type { FusionLab } from './lab';
import { type LabSetting, METHODS } from '../fusion/method-settings';

type AxisValue = number | 'half-length' | NormName | AbsentPolicy;

interface MapAxis {
  /** `weights`: the weight of the first of two lists, the second having the rest. */
  readonly part: Varied;
  readonly values: readonly AxisValue[];
}

/** Every combination of two axes, or of the weights of three lists. */
export type MapPlan =
  | { readonly kind: 'grid'; readonly x: MapAxis; readonly y: MapAxis | null; readonly settings: readonly LabSetting[] }
  | { readonly kind: 'simplex'; readonly steps: number; readonly settings: readonly LabSetting[] };

/** Steps of a weight from 0 to 1 in a map of three lists: 231 points. */
const SIMPLEX_STEPS = 20;

/**
 * Of three lists the weights; of two, or of a method without weights, the two parts that matter most, weights and
 * numbers before normalisation and policy. Settings of a grid come row by row.
 * @returns null where the method has nothing to vary
 */
export function mapPlan(base: LabSetting): MapPlan | null {
  const lists = base.weights.length;
  if (lists === 3 && METHODS[base.method].weights) {
    const settings = weightGrid(3, SIMPLEX_STEPS).map((weights) => ({ ...base, weights }));
    return { kind: 'simplex', steps: SIMPLEX_STEPS, settings };
  }
  const [first, second] = variedBy(base.method, lists).filter((part) => part !== 'weights' || lists === 2);
  if (!first) return null;
  const x = axisOf(first, base);
  const y = second ? axisOf(second, base) : null;
  const rows = y ? y.values.map((value) => withValue(base, y.part, value)) : [base];
  return {
    kind: 'grid',
    x,
    y,
    settings: rows.flatMap((row) => x.values.map((value) => withValue(row, x.part, value))),
  };
}

function axisOf(part: Varied, { method }: LabSetting): MapAxis {
  if (part === 'weights')
    return {
      part,
      values: weightGrid(2, weightSteps(2))
        .map(([first]) => first!)
        .toReversed(),
    };
  if (part === 'norm') return { part, values: NORM_NAMES };
  if (part === 'absent') return { part, values: METHODS[method].absent };
  if (part === 'method') return { part, values: [] };
  return { part, values: GRID_VALUES[part] };
}

function withValue(setting: LabSetting, part: Varied, value: AxisValue): LabSetting {
  if (part !== 'weights') return { ...setting, [part]: value };
  const first = value as number;
  // 1 − 0.7 is 0.30000000000000004: a weight is what the person reads.
  return { ...setting, weights: [first, Math.round((1 - first) * 1e6) / 1e6] };
}

export interface LabMap {
  /** Mean of the measure by setting of the plan. */
  readonly means: Float64Array;
  /** The first of equal ones. */
  readonly best: number;
  /** 1 where the 95 % BCa interval of the paired difference from the best contains 0. */
  readonly flat: Uint8Array;
}

export interface LabStep {
  readonly done: number;
  readonly of: number;
}

/**
 * The measure at every point of a map, and which are not significantly different from the best. All of it is of the
 * same questions: the best is the luckiest, too. Yields after each point.
 *
 * @throws {RangeError} for a measure without a better end
 */
export function* drawMap(lab: FusionLab, { settings }: MapPlan, measure: string): Generator<LabStep, LabMap> {
  const better = objectiveOf(measure);
  // Half of the work is scoring, half comparing.
  const of = 2 * settings.length;
  const rows: Float64Array[] = [];
  for (const setting of settings) {
    rows.push(lab.rounded(setting, measure));
    yield { done: rows.length, of };
  }
  const means = Float64Array.from(rows, mean);
  const best = bestOf(means, better);
  const flat = new Uint8Array(settings.length);
  for (const [i, row] of rows.entries()) {
    const { bca } = intervalsOfDifference(paired(row, rows[best]!), lab.resamples);
    flat[i] = Number(bca === null || (bca[0] <= 0 && bca[1] >= 0));
    yield { done: settings.length + i + 1, of };
  }
  return { means, best, flat };
}

/** Position of the best value, the first of equal ones; −1 where all are NaN. */
export function bestOf(values: Float64Array, better: Better): number {
  const sign = better === 'higher' ? 1 : -1;
  let best = -1;
  values.forEach((value, i) => {
    if (!Number.isNaN(value) && (best < 0 || sign * value > sign * values[best]!)) best = i;
  });
  return best;
}
