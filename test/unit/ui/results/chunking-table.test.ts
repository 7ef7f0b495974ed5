import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { chunkerName } from '../../../../src/domain/chunk/chunker-spec';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { compare } from '../../../../src/domain/statistics/compare';
import { chunkingCsv, chunkingTable } from '../../../../src/ui/results/chunking-table';
import { CARDS, resultOf } from '../result';

const SMALL: ChunkerSpec = { kind: 'window', size: 100, overlap: 0, context: 'none' };
const LARGE: ChunkerSpec = { kind: 'window', size: 500, overlap: 0, context: 'none' };
const WHOLE: ChunkerSpec = { kind: 'whole' };
const QUESTIONS = 40;
/** Ranks of 40 questions; the first `found` of them are 1, the others 0. */
const ranks = (found: number): number[] => Array.from({ length: QUESTIONS }, (_, i) => (i < found ? 1 : 0));

/** A result of bm25 and embedding, by chunking how many questions each answers. */
function result(
  chunkings: readonly ChunkerSpec[],
  found: readonly (readonly [number, number])[],
  relabel?: (id: string) => string,
): ResultRecord {
  const settings = { ...DEFAULT_SETTINGS, systems: ['bm25', 'embedding'] as const, chunkings, ks: [1, 3] };
  const spec = buildExperiment(settings, CARDS);
  const systems = relabel ? spec.systems.map((system) => ({ ...system, id: relabel(system.id) })) : spec.systems;
  const nameOf = (chunker: ChunkerSpec | undefined) => chunkerName(chunker ?? WHOLE);
  const at = systems.map(({ id, chunker, retrievers }) => {
    const place = chunkings.findIndex((each) => chunkerName(each) === nameOf(chunker));
    return [id, ranks(found[place]![retrievers[0]!.kind === 'dense' ? 1 : 0])] as const;
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

const comparisonOf = ({ systems }: ResultRecord) =>
  compare({
    measure: 'HitRate@1',
    systems: systems.map(({ id }) => id),
    values: systems.map(({ perQuery }) => perQuery['HitRate@1']!),
    seed: 42,
    resamples: 2000,
  });

const tableOf = (made: ResultRecord) => chunkingTable(made, 'HitRate@1', comparisonOf(made))!;

describe('the table of chunkings and retrievers', () => {
  it('has a row for each chunking with its passages, and a column for each retriever', () => {
    const table = tableOf(
      result(
        [SMALL, LARGE, WHOLE],
        [
          [10, 12],
          [20, 22],
          [30, 8],
        ],
      ),
    );
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

  it('marks a chunking that beats every other one with its retriever, and no best one that chance may have made', () => {
    const table = tableOf(
      result(
        [SMALL, LARGE],
        [
          [5, 20],
          [35, 21],
        ],
      ),
    );
    expect(table.rows.map(({ cells }) => cells.map((cell) => cell!.separated))).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  it('marks none that beats some of the others only', () => {
    const table = tableOf(
      result(
        [SMALL, LARGE, WHOLE],
        [
          [2, 2],
          [35, 35],
          [36, 36],
        ],
      ),
    );
    expect(table.rows.flatMap(({ cells }) => cells).some((cell) => cell!.separated)).toBe(false);
  });

  it('has intervals of each mean, and without a comparison neither these nor marks', () => {
    const made = result(
      [SMALL, LARGE],
      [
        [5, 20],
        [35, 21],
      ],
    );
    const [low, high] = tableOf(made).rows[0]!.cells[0]!.interval!;
    expect(low).toBeLessThan(5 / 40);
    expect(high).toBeGreaterThan(5 / 40);
    const before = chunkingTable(made, 'HitRate@1', null)!;
    expect(before.rows[1]!.cells[0]).toEqual({
      system: 'bm25 · window 500/0',
      value: 35 / 40,
      interval: null,
      separated: false,
    });
  });

  it('knows what belongs together by what systems are, not by their names', () => {
    const names = new Map<string, string>();
    const anything = (id: string): string => names.get(id) ?? names.set(id, `s${names.size}`).get(id)!;
    const table = tableOf(
      result(
        [SMALL, LARGE],
        [
          [1, 2],
          [3, 4],
        ],
        anything,
      ),
    );
    expect(table.retrievers).toHaveLength(2);
    expect(table.rows.map(({ cells }) => cells.map((cell) => cell!.value * 40))).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('is none where documents are cut one way', () => {
    const made = result([SMALL], [[5, 20]]);
    expect(chunkingTable(made, 'HitRate@1', null)).toBeNull();
    expect(chunkingTable(resultOf({ bm25: [1], embedding: [1] }), 'HitRate@1', null)).toBeNull();
  });

  it('is empty where a system is still to come', () => {
    const made = result(
      [SMALL, LARGE],
      [
        [5, 20],
        [35, 21],
      ],
    );
    const table = chunkingTable({ ...made, systems: made.systems.slice(0, 3) }, 'HitRate@1', null)!;
    expect(table.rows.flatMap(({ cells }) => cells).filter((cell) => cell === null)).toHaveLength(1);
  });
});

it('CSV has all digits, and an empty cell where there is no value', () => {
  const made = result(
    [SMALL, LARGE],
    [
      [1, 20],
      [35, 21],
    ],
  );
  const text = chunkingCsv(
    chunkingTable({ ...made, systems: made.systems.slice(0, 3) }, 'HitRate@1', null)!,
    'HitRate@1',
  );
  const lines = text.trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'chunking,passages,mean characters,bm25 HitRate@1,bm25 low,bm25 high,embedding HitRate@1,embedding low,embedding high',
  );
  expect(lines[1]).toBe('window 100/0,10,100,0.025,,,0.5,,');
});
