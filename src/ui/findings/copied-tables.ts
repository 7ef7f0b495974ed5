import type { CopiedCell, CopiedTable } from '../../domain/report/copied-table';
import type { SliceReport } from '../../domain/slices/report';
import { difference, measure as valueText } from '../shared/format';
import { cellDifference, dimensionName, sliceName } from '../shared/messages/slices';
import { figureText, type RankedColumn } from '../results/ranked-columns';
import type { RankedRow } from './ranking';

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
      ...figures.map(({ label, note }) => (note ? `${label} (${note})` : label)),
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
