import { type JudgingPlan, type RetiredPlan, retiredPlan } from '../../domain/judging/plan';
import { type Measure, measureOf } from '../../domain/measures/parse';
import type { PoolChoice, PoolInput } from '../../domain/judging/pool';
import { keptDepth, liveMeasures } from '../../domain/judging/live-measures';

export const DEPTHS = [5, 10, 20] as const;

export interface JudgingSettings extends Pick<JudgingPlan, 'seed' | 'measure' | 'given'>, PoolChoice {
  /** Of Judged@k. */
  readonly k: number;
  readonly pair: readonly [number, number];
  /** Of a plan of an earlier version, kept as it was; null where there is none. */
  readonly retired: RetiredPlan | null;
}

export const followable = (input: PoolInput): string[] => liveMeasures(input.spec, keptDepth(input));

export function firstSettings(input: PoolInput, seed: string): JudgingSettings {
  const measures = followable(input);
  const measure = ['nDCG@10', 'nDCG@5'].find((text) => measures.includes(text)) ?? measures.at(-1) ?? 'P@5';
  const systems = input.systems.map(({ id }) => id);
  const first = Math.max(0, systems.indexOf('bm25'));
  const second = systems.findLastIndex((_, position) => position !== first);
  const depth = Math.min(10, keptDepth(input));
  return {
    seed,
    depth,
    systems: new Set(systems),
    measure,
    k: depth,
    pair: [first, second < 0 ? first : second],
    given: [],
    retired: null,
  };
}

/** A plan for some lists. Where a system of it is not there, its seed is all that fits. */
export function plannedSettings(plan: JudgingPlan, input: PoolInput): JudgingSettings {
  const { seed, given = [] } = plan;
  const kept = { retired: retiredPlan(plan), given };
  const first = firstSettings(input, seed);
  const systems = input.systems.map(({ id }) => id);
  const pair = [systems.indexOf(plan.pair[0]), systems.indexOf(plan.pair[1])] as const;
  if (plan.systems.length === 0 || [...plan.systems, ...plan.pair].some((id) => !systems.includes(id)))
    return { ...first, ...kept };
  const measure = followable(input).includes(plan.measure) ? plan.measure : first.measure;
  const depth = Math.min(plan.depth, keptDepth(input));
  return { seed, depth, systems: new Set(plan.systems), measure, k: depth, pair, ...kept };
}

/** Compared systems are pooled, and the measure reads no deeper than what is judged, if there is such a measure. */
export function fittingSettings(settings: JudgingSettings, input: PoolInput): JudgingSettings {
  const { depth, systems, pair } = settings;
  const now = measureOf(settings.measure);
  const isFit = (measure: Measure): boolean => (measure.cutoff ?? Infinity) <= depth;
  const fit = followable(input).map(measureOf).filter(isFit);
  const other = fit.findLast(({ name }) => name === now.name) ?? fit.find(({ name }) => name === 'nDCG') ?? fit[0];
  const measure = isFit(now) || !other ? settings.measure : other.text;
  const pooled = [...input.systems.keys()].filter((at) => systems.has(input.systems[at]!.id));
  const [a, b] = pair.filter((at) => pooled.includes(at));
  const first = a ?? pooled[0]!;
  const second = b ?? pooled.find((at) => at !== first) ?? first;
  // What was left keeps its side.
  const swapped = a !== undefined && b === undefined && a === pair[1] && a !== pair[0];
  return { ...settings, measure, k: depth, pair: swapped ? [second, first] : [first, second] };
}

export function planOf(
  settings: JudgingSettings,
  input: PoolInput,
  counted: Pick<JudgingPlan, 'given' | 'completed'>,
): JudgingPlan {
  const { seed, measure, depth, systems, pair, retired } = settings;
  const ids = input.systems.map(({ id }) => id);
  return {
    queue: 'questions',
    seed,
    measure,
    depth,
    systems: ids.filter((id) => systems.has(id)),
    pair: [ids[pair[0]]!, ids[pair[1]]!],
    ...counted,
    ...(retired ? { retired } : {}),
  };
}
