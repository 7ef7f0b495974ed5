import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('11pt_avg', () => {
  it('is the mean of interpolated precision at 0, 0.1, …, 1', () => {
    const levels = Array.from({ length: 11 }, (_, i) =>
      value(`iprec_at_recall_${(i / 10).toFixed(2)}`, 'x a b y c', { a: 1, b: 1, c: 1, d: 1 }),
    );
    const mean = levels.reduce((sum, each) => sum + each, 0) / 11;
    expect(value('11pt_avg', 'x a b y c', { a: 1, b: 1, c: 1, d: 1 })).toBeCloseTo(mean, 15);
  });
});
