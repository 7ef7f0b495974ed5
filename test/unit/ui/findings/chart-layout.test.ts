import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spread, type Cost, paretoFront } from '../../../../src/ui/findings/chart-layout';

const WIDE = [-1e6, 1e6] as const;

describe('marks that would touch', () => {
  it('keep their order, and stay within the ends', () => {
    expect(spread([5, 2, 3], 10, [0, 100])).toEqual([20, 0, 10]);
    expect(spread([99, 98], 10, [0, 100])).toEqual([100, 90]);
  });

  it('are never nearer than the gap, and never moved where no neighbour is near', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 }), (places) => {
        const moved = spread(places, 10, WIDE);
        const sorted = [...moved].sort((a, b) => a - b);
        for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThan(10 - 1e-9);
        places.forEach((place, i) => {
          if (places.every((other, j) => j === i || Math.abs(other - place) > 10 * places.length))
            expect(moved[i]).toBeCloseTo(place, 9);
        });
      }),
    );
  });

  it('move by the least sum of squares, as a search over all small moves confirms', () => {
    const places = [10, 13, 14, 40];
    const cost = (moved: readonly number[]) => moved.reduce((sum, x, i) => sum + (x - places[i]!) ** 2, 0);
    const found = cost(spread(places, 10, WIDE));
    let least = Infinity;
    for (let a = -10; a <= 30; a += 0.5)
      for (let b = a + 10; b <= 40; b += 0.5)
        for (let c = b + 10; c <= 50; c += 0.5)
          for (let d = c + 10; d <= 60; d += 0.5) least = Math.min(least, cost([a, b, c, d]));
    expect(found).toBeLessThanOrEqual(least + 1e-9);
    expect(found).toBeGreaterThan(least - 1);
  });
});

const of = (all: readonly (readonly [cost: number, value: number])[]) =>
  all.map(([cost, value], i): Cost => ({ id: `${i}`, cost, value }));
const ids = (all: readonly Cost[]) => all.map(({ id }) => id);

it('holds what nothing else is as cheap and better than', () => {
  expect(ids(paretoFront(of([[1, 0.7], [2, 0.69], [3, 0.8], [3, 0.79], [400, 0.8]])))).toEqual(['0', '2']); // prettier-ignore
  expect(ids(paretoFront(of([[1, 0.7], [2, 0.6]]), 'lower'))).toEqual(['0', '1']); // prettier-ignore
  expect(paretoFront([])).toEqual([]);
});

it('is what comparing each with each says', () => {
  const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 8 })), { maxLength: 12 });
  fc.assert(
    fc.property(points, (pairs) => {
      const all = of(pairs);
      const dominated = (a: Cost) =>
        all.some((b) => b.cost <= a.cost && b.value >= a.value && (b.cost < a.cost || b.value > a.value));
      const same = (a: Cost) => all.find((b) => b.cost === a.cost && b.value === a.value) === a;
      const expected = all.filter((a) => !dominated(a) && same(a)).sort((a, b) => a.cost - b.cost);
      expect(paretoFront(all)).toEqual(expected);
    }),
  );
});
