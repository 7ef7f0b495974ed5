import { describe, expect, it } from 'vitest';
import type { ResultRecord, SystemResult } from '../../../../src/contract/result';
import { cellText, labelOf, tableColumns } from '../../../../src/ui/results/columns';
import { bestCells, sortRows, tableOf, tieText } from '../../../../src/ui/results/table';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 2, 0], embedding: [1, 3, 3], ensemble: [1, 1, 0] });

/** The result with something else about its first system. */
const changed = (change: Partial<SystemResult>, missing: 'zero' | 'skip' = 'zero'): ResultRecord => ({
  ...result,
  spec: { ...result.spec, missing },
  systems: result.systems.map((system, i) => (i === 0 ? { ...system, ...change } : system)),
});

describe('the columns', () => {
  it('have names of their own where a measure is taken at every k and without a cut', () => {
    const both = { ...result, spec: { ...result.spec, measures: [...result.spec.ks.map((k) => `MRR@${k}`), 'MRR'] } };
    expect(
      tableColumns(both)
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(['MRR@k', 'MRR']);
  });

  it('are the measures of every k, the others, and times', () => {
    expect(tableColumns(result).map(({ id, label }) => [id, label])).toEqual([
      ['HitRate', 'Hit Rate'],
      ['MAP', 'MAP'],
      ['indexMilliseconds', 'Index'],
      ['queryMedianMilliseconds', 'Median'],
      ['queryP95Milliseconds', '95 %'],
      ['totalMilliseconds', 'Total'],
    ]);
  });

  it('have no times where every run was made elsewhere', () => {
    const elsewhere = { ...result, systems: result.systems.map((system) => ({ ...system, timings: null })) };
    expect(tableColumns(elsewhere).map(({ id }) => id)).toEqual(['HitRate', 'MAP']);
  });

  it('name a measure with its parameters and its cut-off', () => {
    expect(labelOf('P(rel=2)@5')).toBe('Precision(rel=2)@5');
    expect(labelOf('iprec_at_recall_0.10')).toBe('Interpolated P 0.10');
  });
});

describe('the table of results', () => {
  it('has a row a system at one k, and a row a system and k at all', () => {
    expect(tableOf(result, 3).rows.map((row) => row.key)).toEqual(['bm25@3', 'embedding@3', 'ensemble@3']);
    expect(tableOf(result, 'all').rows).toHaveLength(6);
  });

  it('shows measures without a k in the rows of every k', () => {
    const { rows } = tableOf(result, 'all');
    expect(rows[0]!.values['MAP']).toBeCloseTo(0.5);
    expect(rows[1]!.values['MAP']).toBe(rows[0]!.values['MAP']);
  });

  it('marks every tie for the best as best, in times too', () => {
    const best = bestCells(tableOf(result, 3));
    expect([...best].filter((cell) => cell.includes('HitRate'))).toEqual(['embedding@3 HitRate']);
    expect([...best].filter((cell) => cell.includes('totalMilliseconds'))).toHaveLength(3);
  });

  it('compares within a k when all are shown', () => {
    const best = bestCells(tableOf(result, 'all'));
    expect(best.has('ensemble@1 HitRate')).toBe(true);
    expect(best.has('embedding@3 HitRate')).toBe(true);
  });

  it('takes the lowest for the best where lower is better, and none where neither is', () => {
    const table = tableOf(result, 3);
    const judged = (better: 'lower' | null) =>
      bestCells({ ...table, times: [], measures: table.measures.map((column) => ({ ...column, better })) });
    expect([...judged('lower')].filter((cell) => cell.includes('HitRate'))).toEqual([
      'bm25@3 HitRate',
      'ensemble@3 HitRate',
    ]);
    expect(judged(null).size).toBe(0);
  });

  it('shows a dash for what was not computed, and calls it neither best nor first', () => {
    const table = tableOf(changed({ timings: null, measures: { 'HitRate@3': NaN } }), 3);
    const texts = [...table.measures, ...table.times].map((column) =>
      cellText(column, table.rows[0]!.values[column.id]),
    );
    expect(new Set(texts)).toEqual(new Set(['—']));
    expect([...bestCells(table)].filter((cell) => cell.startsWith('bm25'))).toEqual([]);
  });

  it('calls nothing best where there is one system alone', () => {
    expect(bestCells(tableOf(resultOf({ bm25: [1] }), 1)).size).toBe(0);
  });

  it('sorts both ways, ties in the order of the systems', () => {
    const { rows } = tableOf(result, 3);
    const order = (by: string, direction: 'ascending' | 'descending'): string[] =>
      sortRows(rows, by, direction).map((row) => row.system);
    expect(order('HitRate', 'descending')).toEqual(['embedding', 'bm25', 'ensemble']);
    expect(order('HitRate', 'ascending')).toEqual(['bm25', 'ensemble', 'embedding']);
    expect(order('system', 'descending')).toEqual(['ensemble', 'embedding', 'bm25']);
  });
});

describe('warnings beside the numbers', () => {
  it('stand in the column that ties decide, at its k', () => {
    const range = { low: 0.5, high: 0.75, questions: 1 };
    const { rows } = tableOf(changed({ ties: { 'HitRate@3': range } }), 'all');
    expect(rows.map(({ ties }) => ties)).toEqual([{}, { HitRate: range }, {}, {}, {}, {}]);
    expect(tieText(range)).toBe('Ties decide this: .5000 to .7500 under other orders of equal scores, in 1 question.');
  });

  it('tell the share that is unjudged at the k shown', () => {
    const holes = changed({ unjudged: { 1: 0, 3: 0.25 } });
    expect(tableOf(holes, 3)).toMatchObject({ holes: true, rows: [{ unjudged: 0.25 }, { unjudged: 0 }, {}] });
    expect(tableOf(holes, 1).holes).toBe(false);
  });

  it('say what became of questions without results', () => {
    const missing = (policy: 'zero' | 'skip') => tableOf(changed({ answered: 1 }, policy), 1).rows[0]!.missing;
    expect(missing('skip')).toBe('over 1 of 3 questions');
    expect(missing('zero')).toBe('2 of 3 questions without results count 0');
    expect(tableOf(result, 1).rows[0]!.missing).toBeNull();
  });
});
