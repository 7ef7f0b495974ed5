import { describe, expect, it } from 'vitest';
import { groupedSequence } from '../../../../src/domain/click-logs/grouped-sequence';

describe('groupedSequence', () => {
  it('is decided where its interval first excludes 0', () => {
    const { interval, decidedAfter } = groupedSequence(new Float64Array(200).fill(0.8), 0.05);
    expect(interval![0]).toBeGreaterThan(0);
    expect(decidedAfter).toBeGreaterThan(0);
    expect(decidedAfter).toBeLessThan(100);
  });

  it('decides nothing where it ends without an interval, though it excluded 0 before', () => {
    const values = Float64Array.from({ length: 600 }, (_, i) => (i < 200 ? 0.4 : 1));
    expect(groupedSequence(values.subarray(0, 200), 0.05).decidedAfter).not.toBeNull();
    expect(groupedSequence(values, 0.05)).toEqual({ interval: null, decidedAfter: null });
  });

  it('reads values in groups of equal size where there are more than a thousand', () => {
    const values = Float64Array.from({ length: 2500 }, (_, i) => (i % 2 === 0 ? 0.9 : -0.1));
    expect(groupedSequence(values, 0.05).decidedAfter! % 3).toBe(0);
  });
});
