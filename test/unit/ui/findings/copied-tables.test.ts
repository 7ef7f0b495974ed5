import { describe, expect, it } from 'vitest';
import { tsv } from '../../../../src/domain/report/copied-table';
import { rankingTable } from '../../../../src/ui/findings/copied-tables';
import { firstColumns, rankedColumns } from '../../../../src/ui/results/ranked-columns';
import { rankedRows } from '../../../../src/ui/findings/ranking';
import { sampleParts, shipped } from '../report/sample-parts';

const MEASURE = 'nDCG@10';
const { comparison } = sampleParts();
const columns = firstColumns(shipped, MEASURE).map((id) => rankedColumns(shipped).find((each) => each.id === id)!);

describe('the ranking for the clipboard', () => {
  it('has ranks, ids, figures with all digits, and differences with their intervals', () => {
    const rows = rankedRows(shipped, MEASURE, comparison, 'ensemble');
    const table = rankingTable(rows, columns, (id) => `<${id}>`, 'ensemble');
    expect(table.header).toEqual([
      'Rank',
      'System',
      'Id',
      'nDCG@10',
      'Hit Rate@5',
      'MRR@10',
      'Latency',
      'Difference to <ensemble>',
      'Low',
      'High',
    ]);
    const [first, second] = table.rows;
    expect(first!.slice(0, 4)).toEqual([
      { value: 1, text: '= 1' },
      '<ensemble>',
      'ensemble',
      { value: shipped.systems.find(({ id }) => id === 'ensemble')!.measures[MEASURE], text: '.785' },
    ]);
    expect(first!.slice(-3)).toEqual([null, null, null]);
    const [mean, low, high] = second!.slice(-3).map((cell) => (cell as { value: number }).value);
    expect(low!).toBeLessThan(mean!);
    expect(mean!).toBeLessThan(high!);
    expect(tsv(table).split('\n')[1]).toMatch(/\t\t\t$/);
  });

  it('has no ranks and no differences before systems are compared', () => {
    const table = rankingTable(rankedRows(shipped, MEASURE, null, 'ensemble'), columns, (id) => id, 'ensemble');
    expect(table.header).not.toContain('Low');
    expect(table.rows[0]![0]).toBeNull();
  });
});
