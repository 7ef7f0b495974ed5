import type { ResultRecord } from '../../contract/result';
import { chunkerName } from '../../domain/chunk/chunker-spec';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { csv } from '../../domain/report/csv';
import { beatenBy } from '../../domain/report/significance-letters';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { SystemSpec } from '../../domain/experiment/experiment';
import { canonicalJson } from '../../base/hash';
import type { Comparison, Interval } from '../../domain/statistics/types';

interface ChunkingCell {
  readonly system: string;
  readonly value: number;
  /** 95 % BCa interval of the mean; null where there is none, or none yet. */
  readonly interval: Interval | null;
  /** Whether it beats the same retriever under every other chunking: Holm's p of the randomisation test below .05. */
  readonly separated: boolean;
}

interface ChunkingRow {
  readonly name: string;
  readonly passages: number;
  /** Mean of the passages in characters, with their prefixes. */
  readonly length: number;
  /** By retriever; null where it was not run. */
  readonly cells: readonly (ChunkingCell | null)[];
}

export interface ChunkingTable {
  /** Names of the systems without that of the chunking. */
  readonly retrievers: readonly string[];
  readonly rows: readonly ChunkingRow[];
}

const WHOLE: ChunkerSpec = { kind: 'whole' };
const keyOf = (chunker: ChunkerSpec | null | undefined): string => canonicalJson(chunker ?? WHOLE);

/**
 * The systems of a result by chunking and retriever.
 *
 * @param measure canonical text of one that the result has; `comparison` is by it, null until it is made
 * @returns null where no retriever was run with more than one chunking
 */
export function chunkingTable(
  result: ResultRecord,
  measure: string,
  comparison: Comparison | null,
): ChunkingTable | null {
  const own = result.spec.systems.filter(({ retrievers }) => retrievers.every(({ kind }) => kind !== 'run'));
  const retrievers = new Map<string, SystemSpec[]>();
  for (const system of own)
    retrievers.set(withoutChunker(system), [...(retrievers.get(withoutChunker(system)) ?? []), system]);
  if (![...retrievers.values()].some((same) => same.length > 1)) return null;
  const values = new Map(result.systems.map(({ id, measures }) => [id, measures[measure]]));
  const intervals = new Map(comparison?.means.map(({ system, ci95 }) => [system, ci95.bca]));
  const columns = [...retrievers.values()].map((same) => {
    const winner = comparison && separatedOf(same, comparison);
    return new Map(
      same.map(({ id, chunker }): [string, ChunkingCell | null] => {
        const value = values.get(id);
        if (value === undefined) return [keyOf(chunker), null];
        return [keyOf(chunker), { system: id, value, interval: intervals.get(id) ?? null, separated: id === winner }];
      }),
    );
  });
  const rows = [...new Map(own.map(({ chunker }) => [keyOf(chunker), chunker ?? WHOLE]))].map(
    ([key, chunker]): ChunkingRow => {
      const chunking = result.chunkings.find((each) => keyOf(each.chunker) === key);
      const passages = chunking?.passages ?? 0;
      return {
        name: chunkerName(chunker),
        passages,
        length: chunking && passages > 0 ? chunking.characters / passages : 0,
        cells: columns.map((cells) => cells.get(key) ?? null),
      };
    },
  );
  return { retrievers: [...retrievers.values()].map(nameOf), rows };
}

/** A system without its chunking and its name. */
const withoutChunker = ({ id: _id, chunker: _chunker, ...rest }: SystemSpec): string => canonicalJson(rest);

/** The name of a system without that of its chunking, as systems are named that are run with several. */
function nameOf(same: readonly SystemSpec[]): string {
  const { id, chunker } = same[0]!;
  const suffix = ` · ${chunkerName(chunker ?? WHOLE)}`;
  return id.endsWith(suffix) ? id.slice(0, -suffix.length) : id;
}

function separatedOf(systems: readonly SystemSpec[], comparison: Comparison): string | null {
  const beaten = beatenBy(comparison, definitionOf(measureOf(comparison.measure)).better);
  const ids = systems.map(({ id }) => id);
  const beatsAll = (id: string): boolean =>
    ids.length > 1 && ids.every((other) => other === id || (beaten.get(id) ?? []).includes(other));
  return ids.find(beatsAll) ?? null;
}

/** The table with all digits: a value and the ends of its interval for each retriever. */
export function chunkingCsv({ retrievers, rows }: ChunkingTable, measure: string): string {
  const header = [
    'chunking',
    'passages',
    'mean characters',
    ...retrievers.flatMap((name) => [`${name} ${measure}`, `${name} low`, `${name} high`]),
  ];
  return csv(
    header,
    rows.map(({ name, passages, length, cells }) => [
      name,
      passages,
      length,
      ...cells.flatMap((cell) => [cell?.value, cell?.interval?.[0], cell?.interval?.[1]]),
    ]),
  );
}
