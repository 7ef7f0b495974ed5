import { ALPHA } from '../../domain/statistics/paired';
import type { Comparison, PairComparison } from '../../domain/statistics/types';
import { type Difference, differencesFrom } from '../results/columns';
import type { ResultRecord, SystemResult } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { definitionOf } from '../../domain/measures/registry';
import type { CopiedCell, CopiedTable } from '../../domain/report/copied-table';
import type { SliceReport } from '../../domain/slices/report';
import { difference, measure as valueText, count, counted } from '../shared/format';
import { cellDifference, dimensionName, sliceName } from '../shared/messages/slices';
import { figureText, type RankedColumn } from '../results/ranked-columns';

interface SeparatingTest {
  readonly test: 'randomisation' | 'tukey';
  readonly separates: (pair: PairComparison) => boolean;
}

/**
 * Paired randomisation tests with Holm over all pairs. Of R resamples no p is below 1 / (R + 1): beyond R / 20 pairs
 * none could be separated, and Tukey's HSD stands in.
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

/** *Sure* if the test separates both, *perhaps* if only the 95 % interval excludes 0, otherwise a *tie*. */
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

export type RankedRow = ReturnType<typeof rankedRows>[number];

/**
 * Best first, of equal means the earlier. Going down the means, a system that is significantly different from any of a
 * rank begins the next one (see `separationOf`); systems of different ranks need not differ significantly. @param
 * measure canonical text of one that the result has @param comparison of it; null until it is made
 */
export function rankedRows(result: ResultRecord, measure: string, comparison: Comparison | null, recommended: string) {
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
      /** From 1; null until systems are compared, and without a figure. */
      rank,
      isShared,
      endsRank: rank !== null && i < groups.length - 1 && ranks![i + 1] !== rank,
      difference: differences.find((each) => each.system === system.id) ?? null,
      /** Whether it has a mean: none where a sample of passages gives none. */
      hasFigure: hasFigure(group),
      /** Systems with the same value of every measure on every question: they are folded into this row. */
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

type NameOf = (system: string) => string;

export function rankingTable(
  rows: readonly RankedRow[],
  figures: readonly RankedColumn[],
  nameOf: NameOf,
  reference: string,
): CopiedTable {
  const isCompared = rows.some((row) => row.difference !== null);
  const against = `Difference to ${nameOf(reference)}`;
  return {
    header: [
      'Rank',
      'System',
      'Id',
      ...figures.map(({ label }) => label),
      ...(isCompared ? [against, 'Low', 'High'] : []),
    ],
    rows: rows.map(({ system, rank, isShared, difference: own }) => [
      rank === null ? null : { value: rank, text: `${isShared ? '= ' : ''}${rank}` },
      nameOf(system.id),
      system.id,
      ...figures.map((column): CopiedCell => {
        const value = column.valueOf(system);
        return value === undefined || Number.isNaN(value) ? null : { value, text: figureText(column, system) };
      }),
      ...(isCompared ? [own?.mean, own?.interval?.[0], own?.interval?.[1]].map(differenceCell) : []),
    ]),
  };
}

const differenceCell = (value: number | undefined): CopiedCell =>
  value === undefined ? null : { value, text: difference(value, 3) };

/** The map of slices: of the best system its means, of others their differences to it. */
export function slicesTable(report: SliceReport, shown: readonly number[], nameOf: NameOf): CopiedTable {
  return {
    header: ['Divided by', 'Slice', 'Questions', ...shown.map((s) => nameOf(report.systems[s]!.id))],
    rows: report.dimensions.flatMap((dimension) =>
      dimension.slices.map((slice) => [
        dimensionName(dimension),
        sliceName(slice.label),
        { value: slice.counted, text: String(slice.counted) },
        ...shown.map((s): CopiedCell => {
          if (report.systems[s]!.id === report.best) return { value: slice.best, text: valueText(slice.best, 3) };
          const { mean } = slice.differences[s]!;
          return { value: mean, text: cellDifference(mean) };
        }),
      ]),
    ),
  };
}

export const rankingTest = (
  test: 'randomisation' | 'tukey',
  { pairs, resamples }: Pick<Comparison, 'pairs' | 'resamples'>,
): string =>
  test === 'tukey'
    ? `Tukey’s HSD; ${counted(pairs.length, 'pair')} are too many for Holm’s correction of ${count(resamples)} permutations`
    : `paired randomisation test, Holm-corrected for ${counted(pairs.length, 'pair')}`;
