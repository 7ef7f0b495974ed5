import { mean } from '../measures/score';
import { type AbsentPolicy, NORM_NAMES, type NormName } from '../fusion/method';
import { weightsFor, evenWeights, type LabSetting, METHODS } from '../fusion/method-settings';
import { DEFAULT_SEED } from '../statistics/significant';
import { SimultaneousIntervals } from '../statistics/simultaneous';
import { type Better, Choices, objectiveOf, heldOutChoice, SPLITS } from './choices';
import { mapSteps } from '../ltr/training';
import type { Figure } from './figure';
import { GRID_VALUES, type Varied, variedBy, weightGrid } from './grid';
import { type FusionLab, type LabMove, MIN_QUESTIONS } from './lab';
import { MAX_BYTES, Resamples } from './resamples';

type AxisValue = number | 'half-length' | NormName | AbsentPolicy;

type MapAxis = ReturnType<typeof axisOf>;

export type MapPlan =
  | { readonly kind: 'line' | 'simplex'; readonly steps: number; readonly settings: readonly LabSetting[] }
  | {
      readonly kind: 'grid';
      readonly x: MapAxis;
      readonly y: MapAxis | null;
      readonly settings: readonly LabSetting[];
    };

const WEIGHT_STEPS: readonly (number | undefined)[] = [undefined, undefined, 100, 20];

export const mapWeightSteps = ({ method, weights }: Pick<LabSetting, 'method' | 'weights'>): number | null =>
  METHODS[method].weights ? (WEIGHT_STEPS[weights.length] ?? null) : null;

/** Weights of two or three lists; else two parts, numbers first, row by row. @returns null for nothing to vary */
export function mapPlan(base: LabSetting): MapPlan | null {
  const lists = base.weights.length;
  const steps = mapWeightSteps(base);
  if (steps !== null) {
    const settings = weightGrid(lists, steps).map((weights) => ({
      ...base,
      weights: weightsFor(base.method, weights),
    }));
    return { kind: lists === 2 ? 'line' : 'simplex', steps, settings };
  }
  const [first, second] = variedBy(base.method, lists).filter((part) => part !== 'weights');
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

function axisOf(part: Varied, { method }: LabSetting) {
  if (part === 'norm') return { part, values: NORM_NAMES };
  if (part === 'absent') return { part, values: METHODS[method].absent };
  if (part === 'method' || part === 'weights') return { part, values: [] };
  return { part, values: GRID_VALUES[part] };
}

const withValue = (setting: LabSetting, part: Varied, value: AxisValue): LabSetting => ({ ...setting, [part]: value });

export type LabMap = ReturnType<typeof drawMap> extends Generator<unknown, infer Drawn> ? Drawn : never;

export interface LabStep {
  readonly done: number;
  readonly of: number;
}

/** More change a quantile of the largest t by less than its own error. */
const MAX_RESAMPLES = 5000;

/** The measure at each point, and what choosing the best is worth. @throws {RangeError} without a better end */
export function* drawMap(lab: FusionLab, { kind, settings }: MapPlan, { setting, measure, baseline }: LabMove) {
  const better = objectiveOf(measure);
  const isHeldOut = lab.questions.length >= MIN_QUESTIONS;
  const of = 2 * settings.length + (isHeldOut ? SPLITS : 0);
  const choices = new Choices(isHeldOut ? lab.folds : new Int32Array(lab.questions.length), better);
  const { rows } = choices;
  for (const each of settings) {
    choices.add(lab.rounded(each, measure));
    yield { done: rows.length, of };
  }
  const system = kind === 'grid' ? baseline : null;
  const reference =
    system === null
      ? lab.rounded({ ...setting, weights: weightsFor(setting.method, evenWeights(setting.weights.length)) }, measure)
      : lab.baseline(system, measure);
  const means = Float64Array.from(rows, mean);
  const shared = Array.from(reference.keys()).filter((q) => [...rows, reference].every((row) => !Number.isNaN(row[q])));
  const resamples = new Resamples(
    DEFAULT_SEED,
    Math.min(MAX_RESAMPLES, Math.floor(MAX_BYTES / Math.max(1, shared.length))),
  );
  const simultaneous = new SimultaneousIntervals(shared.length, resamples.resamples);
  const differences = new Float64Array(settings.length);
  for (const [i, row] of rows.entries()) {
    const own = Float64Array.from(shared, (q) => row[q]! - reference[q]!);
    differences[i] = mean(own);
    simultaneous.add(own, resamples.moments(own));
    yield { done: settings.length + i + 1, of };
  }
  /** What choosing gives on unseen questions; null for fewer questions than folds need. */
  let heldOut: Figure | null = null;
  if (isHeldOut) {
    const step = (split: number): LabStep => ({ done: 2 * settings.length + split, of });
    heldOut = (yield* mapSteps(heldOutChoice(lab, choices, reference), step)).figure;
  }
  return {
    means,
    best: bestOf(means, better),
    /** What differences are to: the baseline, or with null equal weights and all else as it is. */
    reference: { system, mean: mean(reference) },
    differences,
    /** 95 % intervals of the differences, simultaneous over all settings of the map; null where none can be computed. */
    intervals: simultaneous.intervals(),
    heldOut,
  };
}

export function bestOf(values: Float64Array, better: Better): number {
  const sign = better === 'higher' ? 1 : -1;
  let best = -1;
  values.forEach((value, i) => {
    if (!Number.isNaN(value) && (best < 0 || sign * value > sign * values[best]!)) best = i;
  });
  return best;
}
