import { ALPHA } from '../../domain/statistics/paired';
import type { Comparison, PairComparison } from '../../domain/statistics/types';
import { type Difference, differencesFrom } from '../results/differences';
import type { ResultRecord, SystemResult } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';

interface SeparatingTest {
  readonly test: 'randomisation' | 'tukey';
  /** Whether the test separates the two systems of a pair. */
  readonly separates: (pair: PairComparison) => boolean;
}

/**
 * The test that says which systems differ: the paired randomisation test with Holm's correction over all pairs. Of R
 * resamples no p is below 1 / (R + 1), so that beyond R / 20 pairs the correction could separate none, whatever they
 * are. Tukey's HSD, which holds for all pairs at once, stands in there.
 */
export function separationOf({ pairs, resamples }: Comparison): SeparatingTest {
  const isOutOfReach = pairs.length / (resamples + 1) >= ALPHA;
  const isBelow = (p: number | null): boolean => p !== null && p < ALPHA;
  return isOutOfReach
    ? { test: 'tukey', separates: ({ tukey, meanDifference }) => meanDifference !== 0 && isBelow(tukey) }
    : {
        test: 'randomisation',
        separates: ({ holm, meanDifference }) => meanDifference !== 0 && isBelow(holm.randomisation),
      };
}

type Certainty = 'better-sure' | 'better-perhaps' | 'worse-sure' | 'worse-perhaps' | 'tie';

/**
 * How sure a difference is: *sure* where the test separates the two systems, *perhaps* where its 95 % interval leaves out
 * 0 and the test does not, a *tie* else, or where nothing is known.
 */
export function certaintyOf(
  difference: Difference | null,
  better: 'higher' | 'lower' | null,
  { separates }: SeparatingTest,
): Certainty {
  if (!difference || better === null) return 'tie';
  const { pair, interval, mean } = difference;
  const direction = mean > 0 === (better === 'higher') ? 'better' : 'worse';
  if (separates(pair)) return `${direction}-sure`;
  return !interval || (interval[0] <= 0 && interval[1] >= 0) ? 'tie' : `${direction}-perhaps`;
}

export interface RankedRow {
  readonly system: SystemResult;
  /** From 1; null until systems are compared, and without a figure. */
  readonly rank: number | null;
  /** Whether another row has the same rank. */
  readonly isShared: boolean;
  readonly endsRank: boolean;
  /** To the recommended system; null for that one, and until systems are compared. */
  readonly difference: Difference | null;
  /** Whether it has a mean: none where a sample of passages gives none. */
  readonly hasFigure: boolean;
  /** Systems with the same value of every measure on every question: they are folded into this row. */
  readonly identical: readonly string[];
}

/**
 * The systems of a result, best first by one measure; of equal means the earlier first.
 *
 * A rank is shared by systems of which no test separates two: going down the means, a system that is significantly
 * different from any system of the rank begins the next one (see `separationOf`). Systems of different ranks need not differ significantly.
 *
 * @param measure canonical text of one that the result has @param comparison of it; null until it is made
 */
export function rankedRows(
  result: ResultRecord,
  measure: string,
  comparison: Comparison | null,
  recommended: string,
): RankedRow[] {
  const { better } = definitionOf(measureOf(measure));
  const groups = identicalSystems(bestFirst(result, measure), recommended);
  const hasFigure = ([{ measures }]: Group): boolean => !Number.isNaN(measures[measure] ?? NaN);
  // Those without a figure come last.
  const ranks =
    comparison &&
    ranksOf(
      groups.filter(hasFigure).map(([{ id }]) => id),
      comparison,
    );
  const differences = comparison ? differencesFrom(comparison, recommended, result.systems, better) : [];
  return groups.map((group, i) => {
    const [system, ...others] = group;
    const rank = ranks?.[i] ?? null;
    const isShared = rank !== null && ranks!.filter((each) => each === rank).length > 1;
    return {
      system,
      rank,
      isShared,
      endsRank: rank !== null && i < groups.length - 1 && ranks![i + 1] !== rank,
      difference: differences.find((each) => each.system === system.id) ?? null,
      hasFigure: hasFigure(group),
      identical: others.map(({ id }) => id),
    };
  });
}

function bestFirst({ systems }: ResultRecord, measure: string): SystemResult[] {
  const sign = definitionOf(measureOf(measure)).better === 'lower' ? -1 : 1;
  const worth = ({ measures }: SystemResult): number => {
    const value = measures[measure] ?? NaN;
    return Number.isNaN(value) ? -Infinity : sign * value;
  };
  return [...systems].sort((a, b) => worth(b) - worth(a) || 0);
}

export const leaderOf = (result: ResultRecord, measure: string): string => bestFirst(result, measure)[0]!.id;

/** Ranks of systems in this order: as many systems as there are before a rank begins, and one. */
function ranksOf(systems: readonly string[], comparison: Comparison): number[] {
  const { separates } = separationOf(comparison);
  const apart = new Set(comparison.pairs.filter(separates).flatMap(({ a, b }) => [pairKey(a, b), pairKey(b, a)]));
  const ranks: number[] = [];
  let first = 0;
  systems.forEach((system, i) => {
    if (systems.slice(first, i).some((other) => apart.has(pairKey(system, other)))) first = i;
    ranks.push(first + 1);
  });
  return ranks;
}

const pairKey = (a: string, b: string): string => JSON.stringify([a, b]);

type Group = readonly [SystemResult, ...SystemResult[]];

/** Systems that answer every question alike, in the place of the first, and the recommended one before the others. */
function identicalSystems(ordered: readonly SystemResult[], recommended: string): Group[] {
  const groups: SystemResult[][] = [];
  for (const system of ordered) {
    const group = groups.find(([first]) => areIdentical(first!, system));
    if (!group) groups.push([system]);
    else if (system.id === recommended) group.unshift(system);
    else group.push(system);
  }
  return groups as unknown as Group[];
}

/** A run from a file is another thing, whatever its values. */
function areIdentical(a: SystemResult, b: SystemResult): boolean {
  if (a.file !== null || b.file !== null) return false;
  // Without a value nothing is known to be the same.
  if (Object.values(a.perQuery).every((values) => values.every(Number.isNaN))) return false;
  return Object.entries(a.perQuery).every(([text, values]) => {
    const others = b.perQuery[text];
    return others?.length === values.length && values.every((value, i) => Object.is(value, others[i]));
  });
}
