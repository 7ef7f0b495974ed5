import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { chunkerName, type ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { chunkingTable } from '../../../../src/ui/results/chunking-table';
import { CARDS, resultOf } from '../result';

const SMALL: ChunkerSpec = { kind: 'window', size: 100, overlap: 0, context: 'none' };
const LARGE: ChunkerSpec = { kind: 'window', size: 500, overlap: 0, context: 'none' };
const WHOLE: ChunkerSpec = { kind: 'whole' };
const QUESTIONS = 40;
/** Ranks of 40 questions; the first `found` of them are 1, the others 0. */
const ranks = (found: number): number[] => Array.from({ length: QUESTIONS }, (_, i) => (i < found ? 1 : 0));

/** @param found by chunking how many questions bm25 and embedding answer */
function result(
  found: readonly (readonly [ChunkerSpec, bm25: number, embedding: number])[],
  relabel?: (id: string) => string,
): ResultRecord {
  const chunkings = found.map(([chunking]) => chunking);
  const settings = { ...DEFAULT_SETTINGS, systems: ['bm25', 'embedding'] as const, chunkings, ks: [1, 3] };
  const spec = buildExperiment(settings, CARDS);
  const systems = relabel ? spec.systems.map((system) => ({ ...system, id: relabel(system.id) })) : spec.systems;
  const nameOf = (chunker: ChunkerSpec | undefined) => chunkerName(chunker ?? WHOLE);
  const at = systems.map(({ id, chunker, retrievers }) => {
    const place = chunkings.findIndex((each) => chunkerName(each) === nameOf(chunker));
    return [id, ranks(found[place]![retrievers[0]!.kind === 'dense' ? 2 : 1])] as const;
  });
  return {
    ...resultOf(Object.fromEntries(at)),
    spec: { ...spec, systems },
    chunkings: chunkings.map((each, i) => ({
      chunker: each.kind === 'whole' ? null : each,
      passages: 10 * (i + 1),
      characters: 1000 * (i + 1) * (i + 1),
    })),
  };
}

const tableOf = (made: ResultRecord) => chunkingTable(made, 'HitRate@1')!;

describe('the table of chunkings and retrievers', () => {
  it('has a row for each chunking with its passages, and a column for each retriever', () => {
    const table = tableOf(result([[SMALL, 10, 12], [LARGE, 20, 22], [WHOLE, 30, 8]])); // prettier-ignore
    expect(table.retrievers).toEqual(['bm25', 'embedding']);
    expect(table.rows.map(({ name, passages, length }) => [name, passages, length])).toEqual([
      ['window 100/0', 10, 100],
      ['window 500/0', 20, 200],
      ['whole', 30, 300],
    ]);
    expect(table.rows.map(({ cells }) => cells.map((cell) => cell!.value))).toEqual([
      [10 / 40, 12 / 40],
      [20 / 40, 22 / 40],
      [30 / 40, 8 / 40],
    ]);
  });

  it('knows what belongs together by what systems are, not by their names', () => {
    const names = new Map<string, string>();
    const anything = (id: string): string => names.get(id) ?? names.set(id, `s${names.size}`).get(id)!;
    const table = tableOf(result([[SMALL, 1, 2], [LARGE, 3, 4]], anything)); // prettier-ignore
    expect(table.retrievers).toHaveLength(2);
    expect(table.rows.map(({ cells }) => cells.map((cell) => cell!.value * 40))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('is none where documents are cut one way', () => {
    const made = result([[SMALL, 5, 20]]);
    expect(chunkingTable(made, 'HitRate@1')).toBeNull();
    expect(chunkingTable(resultOf({ bm25: [1], embedding: [1] }), 'HitRate@1')).toBeNull();
  });

  it('is empty where a system is still to come', () => {
    const made = result([[SMALL, 5, 20], [LARGE, 35, 21]]); // prettier-ignore
    const table = chunkingTable({ ...made, systems: made.systems.slice(0, 3) }, 'HitRate@1')!;
    expect(table.rows.flatMap(({ cells }) => cells).filter((cell) => cell === null)).toHaveLength(1);
  });
});
