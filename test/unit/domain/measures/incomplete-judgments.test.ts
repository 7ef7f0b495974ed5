import { describe, expect, it } from 'vitest';
import { value } from './make';

const judgments = { a: 1, b: 2, m: 0, n: 0, o: 0 };

describe('bpref', () => {
  it('takes off for each relevant document what is judged as not relevant above it', () => {
    expect(value('bpref', 'a m b', judgments)).toBe((1 + (1 - 1 / 2)) / 2);
    expect(value('bpref', 'm n a b', judgments)).toBe(0);
  });

  it('passes unjudged documents and negative grades over', () => {
    expect(value('bpref', 'x y a', judgments)).toBe(1 / 2);
    expect(value('bpref', 'minus a', { ...judgments, minus: -1 })).toBe(1 / 2);
  });

  it('rejects counting negative grades as judged, as ranx does', () => {
    expect(value('bpref', 'm minus a', { a: 1, m: 0, minus: -1 })).toBe(0);
    expect(value('bpref', 'minus a m b', { a: 1, b: 1, m: 0, n: 0, minus: -1 })).toBe((1 + 1 / 2) / 2);
  });

  it('divides by the judged documents that are not relevant where they are fewer than the relevant ones', () => {
    expect(value('bpref', 'm a', { a: 1, b: 1, m: 0 })).toBe(0);
  });

  it('counts grades below the threshold as not relevant', () => {
    expect(value('bpref(rel=2)', 'a b', { a: 1, b: 2 })).toBe(0);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('bpref', 'm', { m: 0 })).toBe(0);
  });
});

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
