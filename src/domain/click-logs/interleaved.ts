import type { Interval } from '../statistics/types';
import type { ClickLog } from './click-log';
import { groupedSequence } from './grouped-sequence';

const ALPHA = 0.05;

/** Two systems whose passages were shown in one list. */
export interface Interleaved {
  readonly first: string;
  readonly second: string;
  /** Lists with passages of both. */
  readonly impressions: number;
  /** Lists of which more passages of the first were clicked, and of the second; the others are ties. */
  readonly preferred: readonly [number, number];
  /** Share of lists that prefer the first, minus that of the second. */
  readonly difference: number;
  /** Of the difference, valid at every look. */
  readonly sequence: Interval | null;
  /** Impressions after which the sequence first excluded 0; null where it never did, and where there is none. */
  readonly decidedAfter: number | null;
}

/**
 * Interleaved comparisons: a list whose passages come from two systems prefers the one of which more were clicked, so that
 * every impression compares both. Chapelle, Joachims, Radlinski and Yue, “Large-scale validation and analysis of interleaved
 * search evaluation”, TOIS, 2012. All comparisons hold together.
 */
export function interleavedComparisons(log: ClickLog): Interleaved[] {
  if (!log.team.some((team) => team >= 0)) return [];
  const preferences = new Map<number, number[]>();
  for (let i = 0; i < log.query.length; i++) {
    const credits = new Map<number, number>();
    for (let s = log.starts[i]!; s < log.starts[i + 1]!; s++)
      if (log.team[s]! >= 0) credits.set(log.team[s]!, (credits.get(log.team[s]!) ?? 0) + log.clicked[s]!);
    const teams = [...credits.keys()].sort((a, b) => a - b);
    for (const [at, a] of teams.entries())
      for (const b of teams.slice(at + 1)) {
        const pair = a * log.arms.length + b;
        const own = preferences.get(pair) ?? [];
        own.push(Math.sign(credits.get(a)! - credits.get(b)!));
        preferences.set(pair, own);
      }
  }
  return [...preferences].map(([pair, values]) => {
    const [first, second] = [Math.floor(pair / log.arms.length), pair % log.arms.length];
    const { interval, decidedAfter } = groupedSequence(Float64Array.from(values), ALPHA / preferences.size);
    const counts = [1, -1].map((sign) => values.filter((value) => value === sign).length);
    return {
      first: log.arms[first]!,
      second: log.arms[second]!,
      impressions: values.length,
      preferred: [counts[0]!, counts[1]!],
      difference: (counts[0]! - counts[1]!) / values.length,
      sequence: interval,
      decidedAfter,
    };
  });
}
