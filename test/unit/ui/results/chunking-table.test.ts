import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import { chunkerName, type ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { budgetRecall, TEXT_BUDGETS } from '../../../../src/domain/measures/first-measure';
import { budgetTable, chunkingTable, isBudgetRecall } from '../../../../src/ui/results/chunking-table';
import { budgetOf, labelOf } from '../../../../src/ui/results/columns';
import { rowsIn } from '../../../rows';
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
    const rows = table.rows.map(({ name, passages, length }) => `${name} ${passages} ${length}`);
    expect(rows).toEqual(['window 100/0 10 100', 'window 500/0 20 200', 'whole 30 300']);
    const found = table.rows.map(({ cells }) => cells.map((cell) => cell!.value * 40));
    expect(found).toEqual(rowsIn('10 12, 20 22, 30 8'));
  });

  it('knows what belongs together by what systems are, not by their names', () => {
    const names = new Map<string, string>();
    const anything = (id: string): string => names.get(id) ?? names.set(id, `s${names.size}`).get(id)!;
    const table = tableOf(result([[SMALL, 1, 2], [LARGE, 3, 4]], anything)); // prettier-ignore
    expect(table.retrievers).toHaveLength(2);
    expect(table.rows.map(({ cells }) => cells.map((cell) => cell!.value * 40))).toEqual(rowsIn('1 2, 3 4'));
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

/** @param values of bm25, by chunking, at each budget; embedding has .5 everywhere */
function budgets(values: readonly (readonly number[])[]): ResultRecord {
  const chunkings = values.map((_, i): ChunkerSpec => ({
    kind: 'window',
    size: 100 * (i + 1),
    overlap: 0,
    context: 'none',
  }));
  const spec = buildExperiment({ ...DEFAULT_SETTINGS, systems: ['bm25', 'embedding'], chunkings }, CARDS);
  const made = resultOf(Object.fromEntries(spec.systems.map(({ id }) => [id, [1]])));
  return {
    ...made,
    spec,
    systems: spec.systems.map(({ id, retrievers }, i) => ({
      ...made.systems[i]!,
      id,
      measures: Object.fromEntries(
        TEXT_BUDGETS.map((budget, b) => [
          budgetRecall(budget),
          retrievers[0]!.kind === 'dense' ? 0.5 : values[i % values.length]![b]!,
        ]),
      ),
    })),
    chunkings: chunkings.map((chunker) => ({ chunker, passages: 1, characters: 1 })),
  };
}

describe('recall in budgets of text', () => {
  it('has each budget of each retriever, with the highest of each marked', () => {
    const table = budgetTable(budgets(rowsIn('0.1 0.4 0.6, 0.2 0.5 0.7')))!;
    expect(table.columns).toHaveLength(6);
    expect(table.columns[0]).toEqual({ retriever: 'bm25', measure: 'SpanRecall(chars=2000)', best: [1] });
    expect(table.columns[3]).toMatchObject({ retriever: 'embedding', best: [0, 1] });
    expect(table.rows.map(({ name, values }) => [name, ...values].join(' '))).toEqual([
      'window 100/0 0.1 0.4 0.6 0.5 0.5 0.5',
      'window 200/0 0.2 0.5 0.7 0.5 0.5 0.5',
    ]);
    expect(table.reversed).toEqual([]);
  });

  it('names the chunkings that budgets order in two ways; a tie is no order', () => {
    const { reversed } = budgetTable(budgets(rowsIn('0.3 0.4 0.6, 0.2 0.5 0.7, 0.2 0.5 0.5')))!;
    expect(reversed).toEqual([
      { retriever: 'bm25', pair: ['window 100/0', 'window 200/0'] },
      { retriever: 'bm25', pair: ['window 100/0', 'window 300/0'] },
    ]);
  });

  it('is absent where documents are cut in one way, or nothing of it was measured', () => {
    expect(budgetTable(budgets([[1, 1, 1]]))).toBeNull();
    const two = budgets(rowsIn('1 1 1, 1 1 1'));
    expect(budgetTable({ ...two, spec: { ...two.spec, measures: ['MAP'] } })).toBeNull();
  });

  it('is of a budget alone, and named by it', () => {
    const measures = ['SpanRecall(chars=9)', 'SpanRecall(tokens=9)', 'SpanRecall@5', 'SpanIoU(chars=9)', 'Recall@5'];
    expect(measures.map(isBudgetRecall)).toEqual([true, true, false, false, false]);
    expect(isBudgetRecall('SpanRecall(rel=2,chars=9)')).toBe(false);
    expect(budgetOf('SpanRecall(rel=2,chars=9)')).toBe('9 characters');
    expect(labelOf('SpanRecall(chars=4000)')).toBe('Span Recall in 4,000 characters');
    expect(labelOf('SpanIoU(tokens=500)')).toBe('Span IoU in 500 tokens');
    expect(labelOf('SpanRecall@5')).toBe('Span Recall@5');
  });
});
