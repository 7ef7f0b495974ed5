import type { ResultRecord } from '../../contract/result';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { beatenBy, systemLetters } from '../../domain/report/significance-letters';
import type { Comparison, Interval } from '../../domain/statistics/types';
import { isCompared } from '../../workbench/inspect/comparisons';
import { tableColumns, type MeasureColumn } from './columns';
import type { Cutoff, Row, Table } from './table';

interface CellMark {
  readonly letters: string;
  readonly beaten: readonly string[];
  /** 95 % BCa interval of the mean; null where there is none, or none yet. */
  readonly interval: Interval | null;
}

const NONE: CellMark = { letters: '', beaten: [], interval: null };
/** Characters that the mark of ties takes. */
const TIES = 2;

/** Canonical texts of the measures that a table shows. */
export function shownMeasures(result: ResultRecord, cutoff: Cutoff): string[] {
  const ks = cutoff === 'all' ? result.spec.ks : [cutoff];
  const columns = tableColumns(result).filter((column) => column.kind === 'measure');
  return [...new Set(columns.flatMap(({ textAt }) => ks.map(textAt)))];
}

/** Those of them that systems are compared by. */
export const shownComparisons = (result: ResultRecord, cutoff: Cutoff): string[] =>
  shownMeasures(result, cutoff).filter(isCompared);

/** Marks beside the numbers of a table, with the most characters a column. @param comparisonOf null until it is made */
export function marksOf(
  result: ResultRecord,
  { measures, rows }: Table,
  comparisonOf: (measure: string) => Comparison | null,
) {
  // All at once, so that whoever derives from this depends on every comparison.
  const texts = measures.flatMap(({ textAt }) => rows.map(({ k }) => textAt(k)));
  const known = new Map([...new Set(texts)].map((text) => [text, systemMarks(result, comparisonOf(text))]));
  const at = (row: Row, column: MeasureColumn): CellMark => known.get(column.textAt(row.k))?.get(row.system) ?? NONE;
  const width = (row: Row, column: MeasureColumn): number =>
    at(row, column).letters.length + (row.ties[column.id] ? TIES : 0);
  return { at, slot: (column: MeasureColumn) => Math.max(0, ...rows.map((row) => width(row, column))) };
}

function systemMarks({ systems }: ResultRecord, comparison: Comparison | null): ReadonlyMap<string, CellMark> {
  if (!comparison) return new Map();
  const letters = systemLetters(systems.length);
  const letterOf = new Map(systems.map(({ id }, i) => [id, letters[i]!]));
  const beaten = beatenBy(comparison, definitionOf(measureOf(comparison.measure)).better);
  return new Map(
    comparison.means.map(({ system, ci95 }) => {
      const others = beaten.get(system) ?? [];
      const mark = { letters: others.map((id) => letterOf.get(id) ?? '').join(''), beaten: others, interval: ci95.bca };
      return [system, mark];
    }),
  );
}
