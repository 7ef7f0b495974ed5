import { describe, expect, it } from 'vitest';
import type { ResultRecord } from '../../../../src/contract/result';
import type { ChunkerSpec } from '../../../../src/domain/chunk/chunker-spec';
import { buildExperiment, DEFAULT_SETTINGS } from '../../../../src/domain/experiment/settings';
import { budgetRecall, TEXT_BUDGETS } from '../../../../src/domain/measures/first-measure';
import { budgetTable, isBudgetRecall } from '../../../../src/ui/results/chunking-table';
import { budgetOf, labelOf } from '../../../../src/ui/results/columns';
import { CARDS, resultOf } from '../result';

const window = (size: number): ChunkerSpec => ({ kind: 'window', size, overlap: 0, context: 'none' });

/** @param values of bm25, by chunking, at each budget; embedding has .5 everywhere */
function result(values: readonly (readonly number[])[]): ResultRecord {
  const chunkings = values.map((_, i) => window(100 * (i + 1)));
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
    const table = budgetTable(
      result([
        [0.1, 0.4, 0.6],
        [0.2, 0.5, 0.7],
      ]),
    )!;
    expect(table.columns).toHaveLength(6);
    expect(table.columns[0]).toEqual({ retriever: 'bm25', measure: 'SpanRecall(chars=2000)', best: [1] });
    expect(table.columns[3]).toMatchObject({ retriever: 'embedding', best: [0, 1] });
    expect(table.rows.map(({ name, values }) => [name, ...values])).toEqual([
      ['window 100/0', 0.1, 0.4, 0.6, 0.5, 0.5, 0.5],
      ['window 200/0', 0.2, 0.5, 0.7, 0.5, 0.5, 0.5],
    ]);
    expect(table.reversed).toEqual([]);
  });

  it('names the chunkings that budgets order in two ways; a tie is no order', () => {
    const { reversed } = budgetTable(
      result([
        [0.3, 0.4, 0.6],
        [0.2, 0.5, 0.7],
        [0.2, 0.5, 0.5],
      ]),
    )!;
    expect(reversed).toEqual([
      { retriever: 'bm25', pair: ['window 100/0', 'window 200/0'] },
      { retriever: 'bm25', pair: ['window 100/0', 'window 300/0'] },
    ]);
  });

  it('is absent where documents are cut in one way, or nothing of it was measured', () => {
    expect(budgetTable(result([[1, 1, 1]]))).toBeNull();
    const two = result([
      [1, 1, 1],
      [1, 1, 1],
    ]);
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
