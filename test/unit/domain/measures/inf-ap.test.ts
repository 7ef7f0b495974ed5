import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('infAP', () => {
  it('is average precision, but for its ε, where the whole pool was judged', () => {
    const judgments = { a: 1, b: 1, m: 0, n: 0 };
    expect(value('infAP', 'm a n b', judgments)).toBeCloseTo(value('MAP', 'm a n b', judgments), 4);
  });

  it.each([-1, -2, -3, -100])('counts a document of grade %d as pooled and unjudged', (grade) => {
    // Of the two above b one is pooled and judged, and relevant; the other shares in its precision.
    expect(value('infAP', 'a pooled b', { a: 1, b: 1, pooled: grade })).toBeCloseTo((1 + 1 / 3 + (2 / 3) * 1) / 2, 4);
  });

  it('counts documents outside of the pool as not relevant', () => {
    expect(value('infAP', 'a x b', { a: 1, b: 1 })).toBeCloseTo((1 + 1 / 3 + (2 / 3) * (1 / 2)) / 2, 4);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('infAP', 'm', { m: 0 })).toBe(0);
  });
});
