import { describe, expect, it } from 'vitest';
import { bestCells, cellText, COLUMNS, sortRows, tableRows } from '../../../../src/ui/reading/table';
import { resultOf } from '../result';

const result = resultOf({ bm25: [1, 2, 0], embedding: [1, 3, 3], ensemble: [1, 1, 0] });

describe('the table of results', () => {
  it('has a row a system at one k, and a row a system and k at all', () => {
    expect(tableRows(result, 3).map((row) => row.key)).toEqual(['bm25@3', 'embedding@3', 'ensemble@3']);
    expect(tableRows(result, 'all')).toHaveLength(6);
  });

  it('marks every tie for the best as best, in times too', () => {
    const best = bestCells(tableRows(result, 3));
    expect([...best].filter((cell) => cell.includes('HitRate'))).toEqual(['embedding@3 HitRate']);
    expect([...best].filter((cell) => cell.includes('totalMilliseconds'))).toHaveLength(3);
  });

  it('compares within a k when all are shown', () => {
    const best = bestCells(tableRows(result, 'all'));
    expect(best.has('ensemble@1 HitRate')).toBe(true);
    expect(best.has('embedding@3 HitRate')).toBe(true);
  });

  it('shows a dash for what was not computed, and calls it neither best nor first', () => {
    const rows = tableRows(result, 3);
    const column = COLUMNS.find(({ id }) => id === 'MRR')!;
    expect(cellText(column, rows[0]!.values['MRR'])).toBe('—');
    expect([...bestCells(rows)].filter((cell) => cell.includes('MRR'))).toEqual([]);
  });

  it('calls nothing best where one system stands alone', () => {
    expect(bestCells(tableRows(resultOf({ bm25: [1] }), 1)).size).toBe(0);
  });

  it('sorts both ways, ties in the order of the systems', () => {
    const rows = tableRows(result, 3);
    const order = (by: string, direction: 'ascending' | 'descending'): string[] =>
      sortRows(rows, by, direction).map((row) => row.system);
    expect(order('HitRate', 'descending')).toEqual(['embedding', 'bm25', 'ensemble']);
    expect(order('HitRate', 'ascending')).toEqual(['bm25', 'ensemble', 'embedding']);
    expect(order('system', 'descending')).toEqual(['ensemble', 'embedding', 'bm25']);
  });
});
