import type { ResultRecord } from '../../contract/result';
import { measureOf } from '../../domain/measures/parse';
import { chunkingTable } from './chunking-table';

interface BudgetColumn {
  readonly retriever: string;
  /** Canonical text of the measure. */
  readonly measure: string;
  /** Of the retriever by this budget, the highest value is at these rows. */
  readonly best: readonly number[];
}

/** Recall in budgets of text, by chunking. */
export interface BudgetTable {
  /** Canonical texts of the measures, in the order of the result. */
  readonly measures: readonly string[];
  /** For each retriever each budget. */
  readonly columns: readonly BudgetColumn[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Chunkings of a retriever that one budget orders in one way and another in the other. */
  readonly reversed: readonly { readonly retriever: string; readonly pair: readonly [string, string] }[];
}

/** @returns null where no retriever was run with more than one chunking, or no recall in a budget was measured */
export function budgetTable(result: ResultRecord): BudgetTable | null {
  const measures = result.spec.measures.filter(isBudgetRecall);
  const tables = measures.flatMap((measure) => chunkingTable(result, measure, null) ?? []);
  const [first] = tables;
  if (!first) return null;
  const valueAt = (table: number, row: number, retriever: number): number | null =>
    tables[table]!.rows[row]!.cells[retriever]?.value ?? null;
  const names = first.rows.map(({ name }) => name);
  const rowsAt = (table: number, retriever: number) => names.map((_, row) => valueAt(table, row, retriever));
  const columns = first.retrievers.flatMap((retriever, r) =>
    measures.map((measure, t) => ({ retriever, measure, best: highest(rowsAt(t, r)) })),
  );
  return {
    measures,
    columns,
    rows: names.map((name, row) => ({
      name,
      values: first.retrievers.flatMap((_, r) => measures.map((__, t) => valueAt(t, row, r))),
    })),
    reversed: first.retrievers.flatMap((retriever, r) =>
      reversedPairs(measures.map((_, t) => rowsAt(t, r))).map(([a, b]) => ({
        retriever,
        pair: [names[a]!, names[b]!] as const,
      })),
    ),
  };
}

/** Recall of text in a budget, and of that alone. */
export function isBudgetRecall(text: string): boolean {
  const { name, cutoff, parameters } = measureOf(text);
  const { chars, tokens, rel } = parameters;
  return name === 'SpanRecall' && cutoff === null && rel === undefined && (chars ?? tokens) !== undefined;
}

function highest(values: readonly (number | null)[]): number[] {
  const most = Math.max(...values.map((value) => value ?? -Infinity));
  return values.flatMap((value, row) => (value !== null && value === most ? [row] : []));
}

/** Positions of which one list has the first above the second, and another the second above the first. */
function reversedPairs(lists: readonly (readonly (number | null)[])[]): [number, number][] {
  const pairs = lists[0]!.flatMap((_, a) => lists[0]!.slice(a + 1).map((__, i): [number, number] => [a, a + 1 + i]));
  return pairs.filter(([a, b]) => {
    const signs = new Set(
      lists.map((list) => (list[a] === null || list[b] === null ? 0 : Math.sign(list[a]! - list[b]!))),
    );
    return signs.has(1) && signs.has(-1);
  });
}
