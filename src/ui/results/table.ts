import type { ResultRecord, SystemResult, TieRange } from '../../contract/result';
import { digitsToDistinguish } from '../../domain/report/digits-to-distinguish';
import { count, counted, measure } from '../shared/format';
import { cellText, tableColumns, type Column, type MeasureColumn, type TimeColumn } from './columns';

export type Direction = 'ascending' | 'descending';
export type Cutoff = number | 'all';

export interface Row {
  readonly key: string;
  readonly system: string;
  readonly position: number;
  readonly k: number;
  /** Values by column; undefined where one was not computed. */
  readonly values: Readonly<Record<string, number | undefined>>;
  /** By column, where ties decide the value. */
  readonly ties: Readonly<Record<string, TieRange>>;
  /** Share of the documents retrieved within k that nobody judged. */
  readonly unjudged: number;
  /** What became of questions without results; null where there are none. */
  readonly missing: string | null;
}

export interface Table {
  readonly measures: readonly MeasureColumn[];
  readonly times: readonly TimeColumn[];
  readonly rows: readonly Row[];
  /** Whether any document in it is unjudged. */
  readonly holes: boolean;
}

export function tableOf(result: ResultRecord, cutoff: Cutoff): Table {
  const columns = tableColumns(result);
  const ks = cutoff === 'all' ? result.spec.ks : [cutoff];
  const rows = result.systems.flatMap((system, position) =>
    ks.map((k): Row => {
      const { values, ties } = cells(system, columns, k);
      const unjudged = system.unjudged[k] ?? 0;
      const missing = missingText(result, system);
      return { key: `${system.id}@${k}`, system: system.id, position, k, values, ties, unjudged, missing };
    }),
  );
  const measures = columns.filter((column) => column.kind === 'measure');
  const times = columns.filter((column) => column.kind === 'time');
  return { measures, times, rows, holes: rows.some(({ unjudged }) => unjudged > 0) };
}

function cells(system: SystemResult, columns: readonly Column[], k: number): Pick<Row, 'values' | 'ties'> {
  const valueOf = (column: Column): number | undefined =>
    column.kind === 'measure' ? system.measures[column.textAt(k)] : system.timings?.[column.id];
  const ties = columns.flatMap((column) => {
    const range = column.kind === 'measure' ? system.ties[column.textAt(k)] : undefined;
    return range ? [[column.id, range] as const] : [];
  });
  return {
    values: Object.fromEntries(columns.map((column) => [column.id, valueOf(column)])),
    ties: Object.fromEntries(ties),
  };
}

function missingText({ queries, spec }: ResultRecord, { answered }: SystemResult): string | null {
  const missing = queries.length - answered;
  if (missing === 0) return null;
  if (spec.missing === 'skip') return `over ${count(answered)} of ${count(queries.length)} questions`;
  return `${count(missing)} of ${count(queries.length)} questions without results count 0`;
}

export function tieText({ low, high, questions }: TieRange): string {
  const digits = digitsToDistinguish([low, high]);
  return `Ties decide this: ${measure(low, digits)} to ${measure(high, digits)} under other orders of equal scores, in ${counted(questions, 'question')}.`;
}

/** Sorts by a column (`system`, `k`, `unjudged` or a column's id); equal rows keep the order of the systems. */
export function sortRows(rows: readonly Row[], by: string, direction: Direction): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const valueOf = (row: Row): number | undefined => {
    if (by === 'system') return row.position;
    return by === 'k' || by === 'unjudged' ? row[by] : row.values[by];
  };
  return rows.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    // What was not computed stays at the end, whichever way the column is sorted.
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    return sign * (x - y) || a.position - b.position || a.k - b.k;
  });
}

/**
 * Cells that hold the best value of their column at their k, ties included. Compared as shown: a difference that cannot
 * be read is none. None where there is nothing to compare, or a column is neither better nor worse.
 */
export function bestCells({ measures, times, rows }: Table): ReadonlySet<string> {
  const best = new Set<string>();
  for (const k of new Set(rows.map((row) => row.k))) {
    const group = rows.filter((row) => row.k === k);
    for (const column of [...measures, ...times]) {
      const values = group.map((row) => row.values[column.id]).filter(isNumber);
      if (values.length < 2 || column.better === null) continue;
      const winner = cellText(column, column.better === 'higher' ? Math.max(...values) : Math.min(...values));
      for (const row of group)
        if (cellText(column, row.values[column.id]) === winner) best.add(cellKey(row, column.id));
    }
  }
  return best;
}

const isNumber = (value: number | undefined): value is number => value !== undefined && !Number.isNaN(value);

export const cellKey = (row: Row, column: string): string => `${row.key} ${column}`;
