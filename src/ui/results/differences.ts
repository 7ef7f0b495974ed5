import { type ScaleLinear, scaleLinear } from 'd3-scale';
import type { ResultRecord } from '../../contract/result';
import { ALPHA } from '../../domain/statistics/paired';
import type { Comparison, Interval, PairComparison } from '../../domain/statistics/types';
import { counted } from '../shared/format';
import { isCompared } from '../../engine/inspect/comparisons';

/** A system against the baseline. All signs are system − baseline. */
export interface Difference {
  readonly system: string;
  readonly position: number;
  readonly mean: number;
  readonly interval: Interval | null;
  readonly dz: number | null;
  readonly pair: PairComparison;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
  /** `better` and `worse` where Holm's p is below α, by what the measure calls better. */
  readonly verdict: 'better' | 'worse' | 'open';
}

export const comparedMeasures = (result: ResultRecord): string[] => result.spec.measures.filter(isCompared);

export function firstMeasure(measures: readonly string[]): string | null {
  return ['nDCG@10', 'HitRate@5'].find((text) => measures.includes(text)) ?? measures[0] ?? null;
}

export const firstBaseline = ({ systems }: ResultRecord): string =>
  (systems.find(({ id }) => id === 'bm25') ?? systems[0]!).id;

/** Every other system against the baseline, in the order of the systems. */
export function differencesFrom(
  { pairs }: Comparison,
  baseline: string,
  systems: readonly { readonly id: string }[],
  better: 'higher' | 'lower' | null,
): Difference[] {
  return systems.flatMap(({ id }, position) => {
    const pair = pairs.find(({ a, b }) => (a === id && b === baseline) || (a === baseline && b === id));
    return id === baseline || !pair ? [] : [oriented(pair, id, position, better)];
  });
}

function oriented(
  pair: PairComparison,
  system: string,
  position: number,
  better: 'higher' | 'lower' | null,
): Difference {
  const sign = pair.a === system ? 1 : -1;
  const mean = sign * pair.meanDifference;
  const { bca } = pair.ci95;
  const interval: Interval | null = bca && (sign === 1 ? bca : [-bca[1], -bca[0]]);
  const higher = sign === 1 ? pair.wins : pair.losses;
  const lower = sign === 1 ? pair.losses : pair.wins;
  const [wins, losses] = better === 'lower' ? [lower, higher] : [higher, lower];
  const p = pair.holm.randomisation;
  const significant = p !== null && p < ALPHA && mean !== 0;
  const verdict = !significant || better === null ? 'open' : mean > 0 === (better === 'higher') ? 'better' : 'worse';
  // Adding 0 keeps −0 from being shown.
  const dz = pair.dz === null ? null : sign * pair.dz + 0;
  return { system, position, mean, interval, dz, pair, wins, ties: pair.ties, losses, verdict };
}

/** From differences to percent of the width of a drawing that holds 0 and every interval, with a little room. */
export function scaleOf(differences: readonly Difference[]): ScaleLinear<number, number> {
  const ends = differences.flatMap(({ mean, interval }) => [mean, ...(interval ?? [])]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const room = (most - least) * 0.08 || 0.01;
  return scaleLinear([least - room, most + room], [0, 100]);
}

/** A difference that is not significant, in words. */
export function openQuestion({ system, pair, mean }: Difference, baseline: string): string {
  if (mean === 0) return `${system} and ${baseline} are the same on average.`;
  const needed = pair.questionsNeeded;
  if (needed === null) return `${system} is not significantly different from ${baseline}.`;
  return needed <= pair.questions
    ? `${system} is not significantly different from ${baseline}, once the number of comparisons is counted in.`
    : `${system} is not significantly different from ${baseline}: a difference of this size would need about ${counted(needed, 'question')} to be seen with 80 % power.`;
}
