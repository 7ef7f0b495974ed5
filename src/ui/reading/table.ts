import type { ResultRecord, Timings } from '../../contract/result';
import { measure, milliseconds, MISSING } from '../format';

export type Direction = 'ascending' | 'descending';
export type Cutoff = number | 'all';

interface Column {
  readonly id: string;
  readonly label: string;
  /** What the column says, for those who hover or listen. */
  readonly title: string;
  readonly kind: 'measure' | 'time';
}

const measureColumn = (id: string, label: string, title: string): Column => ({ id, label, title, kind: 'measure' });
const timeColumn = (id: keyof Timings, label: string, title: string): Column => ({ id, label, title, kind: 'time' });

export const COLUMNS: readonly Column[] = [
  measureColumn('HitRate', 'Hit Rate', 'Share of questions with a relevant passage among the first k'),
  measureColumn('MRR', 'MRR', 'Mean of 1 ÷ rank of the first relevant passage within k'),
  measureColumn('P', 'Precision', 'Relevant passages among the first k, divided by k'),
  measureColumn('Recall', 'Recall', 'Share of the relevant passages that are among the first k'),
  measureColumn('F1', 'F1', 'Harmonic mean of precision and recall at k'),
  timeColumn('indexMilliseconds', 'Index', 'Building the index and embedding the passages'),
  timeColumn('queryMedianMilliseconds', 'Median', 'Median time that a question took'),
  timeColumn('queryP95Milliseconds', '95 %', 'Time within which 95 % of the questions were answered'),
  timeColumn('totalMilliseconds', 'Total', 'Index and all questions'),
];

export interface Row {
  readonly key: string;
  readonly system: string;
  /** Position of the system in the result. */
  readonly position: number;
  readonly k: number;
  /** Values by column; undefined where one was not computed. */
  readonly values: Readonly<Record<string, number | undefined>>;
}

export function tableRows(result: ResultRecord, cutoff: Cutoff): Row[] {
  const ks = cutoff === 'all' ? result.spec.ks : [cutoff];
  return result.systems.flatMap((system, position) =>
    ks.map((k) => ({
      key: `${system.id}@${k}`,
      system: system.id,
      position,
      k,
      values: Object.fromEntries(
        COLUMNS.map(({ id, kind }) => [
          id,
          kind === 'measure' ? system.measures[`${id}@${k}`] : system.timings[id as keyof Timings],
        ]),
      ),
    })),
  );
}

export const cellText = (column: Column, value: number | undefined): string =>
  value === undefined ? MISSING : column.kind === 'measure' ? measure(value) : milliseconds(value);

/** Sorts by a column (`system`, `k` or a column's id); equal rows keep the order of the systems. */
export function sortRows(rows: readonly Row[], by: string, direction: Direction): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const valueOf = (row: Row): number | undefined =>
    by === 'system' ? row.position : by === 'k' ? row.k : row.values[by];
  return rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    // What was not computed stays at the end, whichever way the column is sorted.
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sign * (x - y) || a.position - b.position || a.k - b.k;
  });
}

/**
 * Cells that hold the best value of their column at their k, all of them where several tie. Compared as shown: a
 * difference that cannot be read is none. Nothing is best where there is nothing to compare with.
 */
export function bestCells(rows: readonly Row[]): ReadonlySet<string> {
  const best = new Set<string>();
  for (const k of new Set(rows.map((row) => row.k))) {
    const group = rows.filter((row) => row.k === k);
    if (group.length < 2) continue;
    for (const column of COLUMNS) {
      const values = group.map((row) => row.values[column.id]).filter((value) => value !== undefined);
      if (values.length === 0) continue;
      const winner = cellText(column, column.kind === 'measure' ? Math.max(...values) : Math.min(...values));
      for (const row of group)
        if (cellText(column, row.values[column.id]) === winner) best.add(cellKey(row, column.id));
    }
  }
  return best;
}

export const cellKey = (row: Row, column: string): string => `${row.key} ${column}`;
