import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cost, paretoFront } from '../../../../src/ui/findings/chart-layout';

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
