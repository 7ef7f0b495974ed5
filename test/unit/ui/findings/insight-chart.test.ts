import { describe, expect, it } from 'vitest';
import { intervalRows, intervalScale, squares } from '../../../../src/ui/findings/result-insights';
import { SLICE_INSIGHT, STAGE_INSIGHT } from '../shared/messages/insight-examples';

describe('the chart of an insight', () => {
  it('has a row for each slice, the highest first', () => {
    const { system, rows } = intervalRows(SLICE_INSIGHT);
    expect(system).toBe('bm25');
    expect(rows.map(({ label, mean }) => [label, mean])).toEqual([
      ['More', -0.038],
      ['Few', -0.148],
    ]);
  });

  it('has one row for a stage, and none for what is counted', () => {
    expect(intervalRows(STAGE_INSIGHT).rows).toEqual([{ label: 'All questions', mean: -0.009, ci95: [-0.031, 0.011] }]);
    const share = { count: 1, of: 4, ci95: [0, 1] } as const;
    const perfect = { code: 'perfect', data: { measure: 'MRR', systems: 2, share }, questions: [] } as const;
    expect(intervalRows(perfect)).toEqual({ system: null, rows: [] });
  });

  it('contains 0 and all intervals', () => {
    const { at, ticks } = intervalScale(intervalRows(SLICE_INSIGHT).rows, 100, 300);
    expect([at(-0.204), at(0)]).toEqual([100, 300]);
    expect(ticks).toContain(0);
  });

  it('has a square for each of up to 400 questions', () => {
    expect(squares(156, 272)).toEqual({ columns: 26, rows: 6 });
    expect(squares(401, 272)).toBeNull();
  });
});
