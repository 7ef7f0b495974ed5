import { leastScoreOf } from '../../domain/experiment/retrievers';
import type { DrawnMap } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import type { Varied } from '../../domain/lab/grid';
import { absentOf, type LabSetting, METHOD_NAMES, METHODS, type MethodCard } from '../../domain/fusion/method-settings';
import { bestOf } from '../../domain/lab/map';
import { mean } from '../../domain/measures/score';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';
import type { FusionMethod } from '../../domain/fusion/fusion-spec';
import type { AbsentPolicy, NormName } from '../../domain/fusion/method';
import { median } from '../../domain/statistics/quantile';
import { standingOf } from '../results/columns';
import { fixed, intervalWords } from '../shared/format';
import { FUSION_NUMBERS, NORM_LABELS, POLICY_LABELS } from '../shared/messages/method-names';
import { lowerFirst } from '../shared/system-text';

export const PART_LABELS: Readonly<Record<Varied, string>> = {
  method: 'Method',
  weights: 'Weights',
  constant: FUSION_NUMBERS.constant.label,
  k: FUSION_NUMBERS.k.label,
  gamma: FUSION_NUMBERS.gamma.label,
  sigma: FUSION_NUMBERS.sigma.label,
  persistence: FUSION_NUMBERS.persistence.label,
  norm: 'Normalisation',
  absent: 'Missing documents',
};

const READS: Readonly<Record<MethodCard['reads'], string>> = {
  scores: 'of scores',
  ranks: 'of ranks',
  votes: 'votes',
  trained: 'trained',
};

export const methodOptions = (trainable: boolean): { value: FusionMethod; label: string; disabled?: boolean }[] =>
  METHOD_NAMES.map((method) => {
    const { label, reads } = METHODS[method];
    return { value: method, label: `${label} (${READS[reads]})`, disabled: reads === 'trained' && !trainable };
  });

/** `.30`, and `.3333` where two decimals do not tell it. */
export const weightOf = (weight: number): string =>
  fixed(weight, Math.abs(weight * 100 - Math.round(weight * 100)) < 1e-9 ? 2 : 4).replace(/^0\./, '.');

const constantText = (constant: number | 'half-length'): string =>
  constant === 'half-length' ? 'half of each list' : String(constant);

/** All of a setting that its method takes, in one line: `Weighted CombSUM, .30 bm25 + .70 embedding, min-max, …`. */
export function fusionSettingText(setting: LabSetting, lists: readonly string[]): string {
  const { method, norm, weights } = setting;
  const card = METHODS[method];
  const parts: string[] = [card.label];
  if (card.weights) parts.push(weights.map((weight, i) => `${weightOf(weight)} ${lists[i] ?? ''}`).join(' + '));
  for (const name of card.numbers)
    parts.push(name === 'constant' ? `constant ${constantText(setting.constant)}` : `${name} ${String(setting[name])}`);
  if (card.norm) parts.push(`normalisation ${lowerFirst(NORM_LABELS[norm])}`);
  if (card.absent.length > 0) parts.push(`a missing document ${POLICY_LABELS[absentOf(setting)]}`);
  return parts.join(', ');
}

export function settingProblem({ method, weights }: LabSetting): string | null {
  if (METHODS[method].weights && weights.every((weight) => weight === 0)) return 'At least one weight must be above 0.';
  return null;
}

export const betterOf = (measure: string): 'higher' | 'lower' | null => definitionOf(measureOf(measure)).better;

/** The list with the best mean by a measure, of equal ones the first. */
export function bestList({ systems }: ResultRecord, lists: readonly string[], measure: string): string {
  const means = lists.map((id) => mean(systems.find((system) => system.id === id)?.perQuery[measure] ?? []));
  return lists[bestOf(Float64Array.from(means), betterOf(measure) ?? 'higher')] ?? systems[0]!.id;
}

/** The lowest score that each list could give: −1 for a cosine; 0 for others, which holds for BM25 and is a guess else. */
export function lowestScores({ spec }: ResultRecord, lists: readonly string[]): number[] {
  return lists.map((id) => {
    const first = spec.systems.find((system) => system.id === id)?.retrievers[0];
    return first ? leastScoreOf(first) : 0;
  });
}

/** Height of a row of a triangle whose points are 1 apart. */
const ROW_HEIGHT = Math.sqrt(3) / 2;

/** Distances between the best and the middle value that colours cover. */
const COVERED = 3;

/** The ends of a map's colours, times `sign`. The palest is three times as far from the best as the median. */
export function mapScale(means: Float64Array, sign: 1 | -1): { palest: number; lowest: number; best: number } {
  const shown = means.filter((value) => !Number.isNaN(value)).map((value) => sign * value);
  const [lowest, best] = [Math.min(...shown), Math.max(...shown)];
  return { palest: Math.max(lowest, best - COVERED * (best - median(shown))), lowest, best };
}

/** ` (−.047 to +.058, held out)`, after a difference; empty without an interval. */
export const intervalNote = (ends: readonly [number, number] | null, how: string): string =>
  ends === null ? '' : ` (${intervalWords(ends)}, ${how})`;

/** Points of a map: `x`, `y` are centres in units of cells; `share` is 0 for the worst, 1 for the best. */
export function mapCells(map: DrawnMap, lists: readonly string[], now: LabSetting) {
  const { plan, means, best, request, differences, intervals } = map;
  const better = betterOf(request.measure);
  const sign = better === 'lower' ? -1 : 1;
  const { palest, best: high } = mapScale(means, sign);
  const current = fusionSettingText(now, lists);
  return plan.settings.map((setting, index) => {
    const text = fusionSettingText(setting, lists);
    const interval = intervals[index] ?? null;
    return {
      index,
      ...placeOf(plan, setting, index),
      setting,
      value: means[index]!,
      difference: differences[index]!,
      interval,
      standing: standingOf(interval, better),
      share: high > palest ? Math.max(0, (sign * means[index]! - palest) / (high - palest)) : 1,
      best: index === best,
      current: text === current,
      label: plan.kind === 'grid' ? text : weightsText(setting.weights),
    };
  });
}

export type MapCell = ReturnType<typeof mapCells>[number];

export const weightsText = (weights: readonly number[]): string => weights.map(weightOf).join(' / ');

/** In a triangle the first list is at the top, the second below on the left, the third on the right. */
function placeOf(plan: DrawnMap['plan'], { weights }: LabSetting, index: number): { x: number; y: number } {
  if (plan.kind === 'grid') {
    const width = plan.x.values.length;
    return { x: (index % width) + 0.5, y: Math.floor(index / width) + 0.5 };
  }
  return inTriangle(weights, plan.steps);
}

/** Barycentric: the place in a triangle whose points are 1 apart. */
export function inTriangle(weights: readonly number[], steps: number): { x: number; y: number } {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const [first = 0, , third = 0] = weights.map((weight) => weight / total);
  return { x: steps * (third + first / 2), y: steps * (1 - first) * ROW_HEIGHT };
}

function axisText(part: Varied, value: unknown): string {
  if (part === 'norm') return NORM_LABELS[value as NormName];
  if (part === 'absent') return POLICY_LABELS[value as AbsentPolicy];
  return value === 'half-length' ? '½ list' : String(value);
}

interface MapTick {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'middle' | 'end';
}

/** What a map of cells needs: the shape of a cell, its size in cells, and the texts of its axes. */
export function mapLayout(plan: DrawnMap['plan'], lists: readonly string[]) {
  if (plan.kind !== 'grid') {
    const { steps } = plan;
    const height = steps * ROW_HEIGHT;
    const ticks: MapTick[] = [
      { x: steps / 2, y: -1, text: lists[0] ?? '', anchor: 'middle' },
      { x: -0.5, y: height + 1.6, text: lists[1] ?? '', anchor: 'start' },
      { x: steps + 0.5, y: height + 1.6, text: lists[2] ?? '', anchor: 'end' },
    ];
    return { shape: 'hexagon' as const, box: [-1, -2, steps + 2, height + 4] as const, ticks };
  }
  const { x, y } = plan;
  const [columns, rows] = [x.values.length, y?.values.length ?? 1];
  /** Every other text, where texts of numbers would touch. */
  const every = columns > 12 ? 2 : 1;
  const beside = y ? Math.max(...y.values.map((value) => axisText(y.part, value).length)) * 0.34 + 0.4 : 0;
  const tick = (x: number, y: number, text: string, anchor: MapTick['anchor']): MapTick => ({ x, y, text, anchor });
  const below = x.values.map((value, i) => tick(i + 0.5, rows + 0.8, shortText(axisText(x.part, value)), 'middle'));
  const left = (y?.values ?? []).map((value, i) => tick(-0.3, i + 0.7, axisText(y!.part, value), 'end'));
  const ticks = [...below.filter((_, i) => i % every === 0), ...left];
  return { shape: 'square' as const, box: [-beside, -0.2, columns + beside + 0.2, rows + 1.4] as const, ticks };
}

const shortText = (text: string): string => (text.length > 9 ? `${text.slice(0, 8)}…` : text);

/** Left of a list whose weight becomes 0, so that it grows again in its own ratio. */
const TRACE = 1e-9;

/** Weights that add to 1 with one changed; the others keep their ratio. @param value 0 to 1 */
export function reweighted(weights: readonly number[], at: number, value: number): number[] {
  const others = weights.reduce((sum, weight, i) => (i === at ? sum : sum + weight), 0);
  const left = Math.max(TRACE, 1 - value);
  return weights.map((weight, i) => {
    if (i === at) return Math.max(TRACE, value);
    return left * (others > 0 ? weight / others : 1 / (weights.length - 1));
  });
}

/** Weights as whole steps of 1 that add to 1: each rounded down, and what is left to those that lost most. */
export function inSteps(weights: readonly number[], steps: number): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight / total) * steps);
  // A whole number that is off by rounding is not rounded down.
  const whole = exact.map((each) => Math.floor(each + 1e-6));
  const left = steps - whole.reduce((sum, each) => sum + each, 0);
  const byLoss = [...exact.keys()].sort((a, b) => exact[b]! - whole[b]! - (exact[a]! - whole[a]!) || a - b);
  for (const i of byLoss.slice(0, left)) whole[i]!++;
  return whole.map((each) => each / steps);
}
