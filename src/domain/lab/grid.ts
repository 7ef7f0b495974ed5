import type { FusionMethod } from '../fusion/fusion-spec';
import { canonicalJson } from '../../base/hash';
import { uniform } from '../statistics/random';
import { absentOf, fusionOf, isTrained, type LabSetting, METHOD_NAMES, METHODS } from '../fusion/method-settings';
import { weightsFor } from '../fusion/method-settings';
import { NORM_NAMES, type NormName } from '../fusion/method';

export type Varied = 'method' | 'weights' | 'constant' | 'k' | 'gamma' | 'sigma' | 'persistence' | 'norm' | 'absent';

/** Values that a grid takes of each number, from the ranges in which the literature and libraries move. */
export const GRID_VALUES = {
  constant: [0, 1, 2, 5, 10, 20, 40, 60, 80, 100, 200, 'half-length'],
  k: [1, 2, 3, 6, 11, 21, 41, 61, 81, 101, 201],
  gamma: [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 3],
  sigma: [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1],
  persistence: [0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98],
} as const satisfies Partial<Record<Varied, readonly (number | 'half-length')[]>>;

function weightSteps(lists: number): number {
  return [20, 20, 20, 10, 5, 4, 3][lists] ?? 2;
}

export function weightGrid(lists: number, steps: number): number[][] {
  if (lists === 1) return [[1]];
  const found: number[][] = [];
  const extend = (given: readonly number[], left: number): void => {
    if (given.length === lists - 1) found.push([...given, left].map((step) => step / steps));
    else for (let step = left; step >= 0; step--) extend([...given, step], left - step);
  };
  extend([], steps);
  return found;
}

export function variedBy(method: FusionMethod, lists: number): Varied[] {
  if (isTrained(method)) return [];
  const { weights, norm, absent, numbers } = METHODS[method];
  return [
    ...(weights && lists > 1 ? (['weights'] as const) : []),
    ...(numbers as readonly Varied[]),
    ...(norm ? (['norm'] as const) : []),
    ...(absent.length > 1 ? (['absent'] as const) : []),
  ];
}

export function settingsGrid(base: LabSetting, varied: readonly Varied[]): LabSetting[] {
  const lists = base.weights.length;
  const methods = varied.includes('method') ? METHOD_NAMES.filter((method) => !isTrained(method)) : [base.method];
  const all = methods.flatMap((method) =>
    variedBy(method, lists)
      .filter((part) => varied.includes(part))
      .reduce<LabSetting[]>(
        (settings, part) =>
          settings.flatMap((setting) => valuesOf(part, setting).map((value) => ({ ...setting, [part]: value }))),
        [{ ...base, method }],
      ),
  );
  return distinct(all);
}

function valuesOf(part: Varied, { method, weights }: LabSetting): readonly unknown[] {
  if (part === 'weights')
    return weightGrid(weights.length, weightSteps(weights.length)).map((shares) => weightsFor(method, shares));
  if (part === 'norm') return NORM_NAMES;
  if (part === 'absent') return METHODS[method].absent;
  if (part === 'method') return [method];
  return GRID_VALUES[part];
}

/** Weights uniform on the simplex, the constant uniform in its logarithm from 1 to 200. @returns each fusion once */
export function randomSettings(base: LabSetting, varied: readonly Varied[], count: number, seed: number): LabSetting[] {
  const next = uniform(seed);
  const methods = METHOD_NAMES.filter((method) => !isTrained(method));
  const drawn = Array.from({ length: count }, () => {
    const method = varied.includes('method') ? oneOf(methods, next()) : base.method;
    const setting: LabSetting = { ...base, method };
    const parts = variedBy(method, base.weights.length).filter((part) => varied.includes(part));
    return parts.reduce((drawn, part) => ({ ...drawn, [part]: drawnValue(part, drawn, next) }), setting);
  });
  return distinct(drawn);
}

function drawnValue(part: Varied, { method, weights }: LabSetting, next: () => number): unknown {
  switch (part) {
    case 'weights':
      return weightsFor(method, randomWeights(weights.length, next));
    case 'norm':
      return oneOf<NormName>(NORM_NAMES, next());
    case 'absent':
      return oneOf(METHODS[method].absent, next());
    case 'constant':
      return Math.round(200 ** next() * 10) / 10;
    case 'k':
      return Math.round(200 ** next());
    case 'method':
      return method;
    default: {
      const values = GRID_VALUES[part];
      const [low, high] = [values[0]!, values.at(-1)!];
      return Math.round((low + (high - low) * next()) * 1000) / 1000;
    }
  }
}

/** Uniform on the simplex: exponential variates, divided by their sum (Devroye, 1986), with four decimals. */
function randomWeights(lists: number, next: () => number): number[] {
  const drawn = Array.from({ length: lists }, () => -Math.log(1 - next()));
  const total = drawn.reduce((sum, value) => sum + value, 0);
  const weights = drawn.map((value) => Math.round((value / total) * 1e4) / 1e4);
  return weights.some((weight) => weight > 0) ? weights : weights.map(() => 1);
}

const oneOf = <T>(values: readonly T[], at: number): T => values[Math.floor(at * values.length)]!;

function distinct(settings: readonly LabSetting[]): LabSetting[] {
  const known = new Map<string, LabSetting>();
  for (const setting of settings) {
    const key = canonicalJson(fusionOf(setting));
    if (!known.has(key)) known.set(key, { ...setting, absent: absentOf(setting) });
  }
  return [...known.values()];
}
