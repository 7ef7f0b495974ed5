import type { ResultRecord } from '../../contract/result';
import { chunkerName, type ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { measureOf } from '../../domain/measures/parse';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { idWithoutChunking } from '../../domain/run-comparison/comparability';
import { canonicalJson } from '../../base/hash';

interface ChunkingCell {
  readonly system: string;
  readonly value: number;
}

const WHOLE: ChunkerSpec = { kind: 'whole' };
const keyOf = (chunker: ChunkerSpec | null | undefined): string => canonicalJson(chunker ?? WHOLE);

/** The systems of a result by chunking and retriever; null if no retriever was run with several chunkings. */
export function chunkingTable(result: ResultRecord, measure: string) {
  const own = result.spec.systems.filter(({ retrievers }) => retrievers.every(({ kind }) => kind !== 'run'));
  const retrievers = new Map<string, SystemSpec[]>();
  for (const system of own)
    retrievers.set(withoutChunker(system), [...(retrievers.get(withoutChunker(system)) ?? []), system]);
  if (![...retrievers.values()].some((same) => same.length > 1)) return null;
  const values = new Map(result.systems.map(({ id, measures }) => [id, measures[measure]]));
  const columns = [...retrievers.values()].map((same) => {
    return new Map(
      same.map(({ id, chunker }): [string, ChunkingCell | null] => {
        const value = values.get(id);
        return [keyOf(chunker), value === undefined ? null : { system: id, value }];
      }),
    );
  });
  const rows = [...new Map(own.map(({ chunker }) => [keyOf(chunker), chunker ?? WHOLE]))].map(([key, chunker]) => {
    const chunking = result.chunkings.find((each) => keyOf(each.chunker) === key);
    const passages = chunking?.passages ?? 0;
    return {
      name: chunkerName(chunker),
      passages,
      length: chunking && passages > 0 ? chunking.characters / passages : 0,
      /** By retriever; null where it was not run. */
      cells: columns.map((cells) => cells.get(key) ?? null),
    };
  });
  return { retrievers: [...retrievers.values()].map(([first]) => idWithoutChunking(first!)), rows };
}

const withoutChunker = ({ id: _id, chunker: _chunker, ...rest }: SystemSpec): string => canonicalJson(rest);

/** @returns null where no retriever was run with more than one chunking, or no recall in a budget was measured */
export function budgetTable(result: ResultRecord) {
  const measures = result.spec.measures.filter(isBudgetRecall);
  const tables = measures.flatMap((measure) => chunkingTable(result, measure) ?? []);
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
    /** Chunkings of a retriever that one budget orders in one way and another in the other. */
    reversed: first.retrievers.flatMap((retriever, r) =>
      reversedPairs(measures.map((_, t) => rowsAt(t, r))).map(([a, b]) => ({
        retriever,
        pair: [names[a]!, names[b]!] as const,
      })),
    ),
  };
}

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
