import { describe, expect, it } from 'vitest';
import { clickSummary } from '../../../../src/domain/click-logs/summary';
import { ClickLogBuilder } from '../../../../src/domain/click-logs/click-log';
import { golden, goldenLog } from './golden-log';

describe('the summary of a log', () => {
  it('has how often each query was asked, and rates with weights where bias is identified', () => {
    const summary = clickSummary(goldenLog());
    expect(summary.asked.reduce((sum, each) => sum + each, 0)).toBe(golden.log.length);
    expect(summary.bias.kind).toBe('randomised');
    expect(summary.weighted!.rate).toHaveLength(golden.coec.length);
    expect(summary.differences).toEqual([]);
  });

  it('has no weights where bias is refused', () => {
    const builder = new ClickLogBuilder();
    builder.add({ query: 'q', arm: null, randomised: false, time: NaN, shown: [] });
    const summary = clickSummary(builder.finish());
    expect(summary.bias).toEqual({ kind: 'refused', why: 'no-clicks' });
    expect(summary.weighted).toBeNull();
    expect([...summary.asked]).toEqual([1]);
  });
});
