import { describe, expect, it } from 'vitest';
import { measureOf } from '../../../../src/domain/measures/parse';
import { BUDGET_MEASURES, LEADING_BUDGET, TEXT_BUDGETS } from '../../../../src/domain/measures/first-measure';

describe('what comparing chunkings measures', () => {
  it('is known, in canonical form, at three budgets that grow', () => {
    for (const text of BUDGET_MEASURES) expect(measureOf(text).text).toBe(text);
    expect(TEXT_BUDGETS).toHaveLength(3);
    expect([...TEXT_BUDGETS].sort((a, b) => a - b)).toEqual([...TEXT_BUDGETS]);
    expect(BUDGET_MEASURES).toContain(LEADING_BUDGET);
  });
});
