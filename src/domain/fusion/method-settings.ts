import type * as v from 'valibot';
import type { CrossFittedSpec, FusionMethod, FusionSpec } from './fusion-spec';
import { type absent, type AbsentPolicy, type NormName, normSpec } from './method';
import { FUSIONS } from './registry';

/** Numbers that a method may take besides weights. */
export type NumberName = 'constant' | 'k' | 'gamma' | 'sigma' | 'persistence' | 'segments' | 'window';

export interface LabSetting {
  readonly method: FusionMethod;
  readonly norm: NormName;
  /** The lowest score that each list could give, for the norm that asks for it. */
  readonly lowest: readonly number[];
  readonly absent: AbsentPolicy;
  readonly weights: readonly number[];
  readonly constant: number | 'half-length';
  /** Qdrant's constant: one more than that of reciprocal rank fusion where all weights are 1. */
  readonly k: number;
  readonly gamma: number;
  readonly sigma: number;
  readonly persistence: number;
  readonly segments: number;
  readonly window: number;
}

export interface MethodCard {
  readonly label: string;
  readonly reads: 'scores' | 'ranks' | 'votes' | 'trained';
  readonly norm: boolean;
  /** Policies for missing documents that the method has; none where it has its own. */
  readonly absent: readonly AbsentPolicy[];
  readonly weights: boolean;
  readonly numbers: readonly NumberName[];
}

const NUMBER_NAMES: readonly NumberName[] = ['constant', 'k', 'gamma', 'sigma', 'persistence', 'segments', 'window'];

const cardOf = (method: (typeof FUSIONS)[FusionMethod]): MethodCard => {
  const { entries }: { entries: v.ObjectEntries } = method.reads === 'trained' ? method.crossFitted : method.schema;
  return {
    label: method.name,
    reads: method.reads,
    norm: 'norm' in entries,
    absent: 'absent' in entries ? (entries['absent'] as typeof absent).options : [],
    weights: 'weights' in entries,
    numbers: NUMBER_NAMES.filter((name) => name in entries),
  };
};

export const METHODS = Object.fromEntries(
  Object.entries(FUSIONS).map(([name, method]) => [name, cardOf(method)]),
) as Readonly<Record<FusionMethod, MethodCard>>;

export const METHOD_NAMES = Object.keys(METHODS) as FusionMethod[];

export const isTrained = (method: FusionMethod): boolean => METHODS[method].reads === 'trained';

/** An unknown policy for missing documents becomes the method's first. @throws {RangeError} for a trained method */
export function fusionOf(setting: LabSetting): FusionSpec {
  const { method, norm, lowest } = setting;
  const card = METHODS[method];
  if (card.reads === 'trained') throw new RangeError(`“${method}” is trained: a setting alone does not tell it`);
  const numbers = Object.fromEntries(card.numbers.map((name) => [name, setting[name]]));
  return {
    method,
    ...(card.norm ? { norm: normSpec(norm, lowest) } : {}),
    ...(card.absent.length > 0 ? { absent: absentOf(setting) } : {}),
    ...(card.weights ? { weights: [...setting.weights] } : {}),
    ...numbers,
  } as FusionSpec;
}

/** The policy that holds: the one that is set where the method knows it, else the method's first. */
export function absentOf({ method, absent }: Pick<LabSetting, 'method' | 'absent'>): AbsentPolicy {
  const known = METHODS[method].absent;
  return known.includes(absent) ? absent : (known[0] ?? absent);
}

/** A convex combination of min-max normalised scores, each list alike. */
export function firstSetting(lists: number): LabSetting {
  return {
    method: 'wsum',
    norm: 'min-max',
    lowest: Array.from({ length: lists }, () => 0),
    absent: 'zero',
    weights: evenWeights(lists),
    constant: 60,
    k: 2,
    gamma: 1,
    sigma: 0.01,
    persistence: 0.8,
    segments: 10,
    window: 5,
  };
}

export const evenWeights = (lists: number) => Array.from({ length: lists }, () => Math.round(100 / lists) / 100);

/** Divided by their sum, which leaves an order by a weighted sum as it is. */
export function sharesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Qdrant's weights scale ranks: around 1, its reciprocal ranks are nearest to the usual ones. */
export function weightsFor(method: FusionMethod, weights: readonly number[]): number[] {
  if (method !== 'qdrant-rrf') return [...weights];
  return sharesOf(weights).map((share) => share * weights.length);
}

export function settingOf(fusion: FusionSpec | CrossFittedSpec, lists: number): LabSetting {
  const first = firstSetting(lists);
  const { norm = first.norm, ...others } = 'norm' in fusion ? fusion : { ...fusion, norm: undefined };
  const lowest = typeof norm === 'object' && norm.kind === 'theoretical-min-max' ? norm.lowest : first.lowest;
  return { ...first, ...others, lowest, norm: typeof norm === 'string' ? norm : norm.kind };
}
