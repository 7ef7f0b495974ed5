import { describe, expect, it } from 'vitest';
import { DEFAULT_CROSS_FITTED } from '../../../../../src/domain/fusion/cross-fitted-spec';
import { SLIDEFUSE } from '../../../../../src/domain/fusion/methods/slidefuse';
import { expectFused, fused, lists, question } from '../make';

const spec = (window: number) => ({ method: 'slidefuse' as const, probabilities: [[0.6, 0.3, 0.3]], window });

describe('SlideFuse', () => {
  it('adds the mean over the window, which ends with the list', () => {
    expectFused(lists('a b c'), spec(1), { a: 0.45, b: 0.4, c: 0.3 });
    expectFused(lists('a b'), spec(1), { a: 0.45, b: 0.45 });
  });

  it('counts ranks beyond what was trained as 0, not as absent from the mean', () => {
    expectFused(lists('a b c d'), spec(1), { a: 0.45, b: 0.4, c: 0.2, d: 0.15 });
  });

  it('is PosFuse with a window of 0', () => {
    const both = lists('a b c d');
    expect(fused(both, spec(0))).toEqual(fused(both, { method: 'posfuse', probabilities: [[0.6, 0.3, 0.3]] }));
  });
});

it('is trained to a probability a rank', () => {
  const options = { ...DEFAULT_CROSS_FITTED.slidefuse, window: 3 };
  const trained = SLIDEFUSE.train([question('a b', 'b'), question('c', 'c')], options, 1);
  expect(trained).toEqual({ probabilities: [[1 / 2, 1]], window: 3 });
});
