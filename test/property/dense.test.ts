import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBinary, openMmr, openQuantised, openSvm } from '../../src/domain/retrieval/dense/open-vectors';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import type { MetricName } from '../../src/domain/retrieval/dense/metrics';
import { largestWeight, openInt8 } from '../../src/domain/retrieval/dense/int8';

describe('dense', () => {
  const WIDTH = 3;
  const clock = (): number => 0;
  const whole = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: WIDTH, maxLength: WIDTH });
  const wholeRows = fc.array(whole, { minLength: 1, maxLength: 20 });
  const matrix = (rows: readonly (readonly number[])[]): Float32Array => Float32Array.from(rows.flat());

  /** Vectors of length 1, as nearly as single precision allows. */
  const unit = whole
    .filter((row) => row.some((value) => value !== 0))
    .map((row) => row.map((value) => value / Math.hypot(...row)));

  const scores: Record<MetricName, (a: readonly number[], b: readonly number[]) => number> = {
    'dot-product': (a, b) => a.reduce((sum, value, i) => sum + value * b[i]!, 0),
    euclidean: (a, b) => -Math.hypot(...a.map((value, i) => value - b[i]!)),
    cosine: (a, b) => {
      const lengths = Math.hypot(...a) * Math.hypot(...b);
      return lengths === 0 ? 0 : scores['dot-product'](a, b) / lengths;
    },
  };

  describe('search over a matrix', () => {
    it.each(['cosine', 'dot-product', 'euclidean'] as const)('by %s scores as the formula does, in order', (metric) => {
      fc.assert(
        fc.property(wholeRows, fc.array(whole, { maxLength: 6 }), (rows, queries) => {
          const { lists } = openMatrix(matrix(rows), WIDTH, metric).search(matrix(queries), 7, clock);
          queries.forEach((query, q) => {
            const list = lists[q]!;
            const naive = rows.map((row) => scores[metric](row, query));
            for (const { doc, score } of list) expect(score).toBeCloseTo(naive[doc]!, 12);
            const sorted = [...naive].sort((a, b) => b - a).slice(0, 7);
            list.forEach(({ score }, i) => expect(score).toBeCloseTo(sorted[i]!, 12));
            for (let i = 1; i < list.length; i++)
              expect(
                list[i]!.score < list[i - 1]!.score ||
                  (list[i]!.score === list[i - 1]!.score && list[i]!.doc > list[i - 1]!.doc),
              ).toBe(true);
          });
        }),
      );
    });

    it('by Euclidean distance and by dot product has the order of the cosine on vectors of length 1', () => {
      fc.assert(
        fc.property(fc.array(unit, { minLength: 1, maxLength: 12 }), unit, (rows, query) => {
          const cosines = rows.map((row) => scores.cosine(row, query));
          for (const metric of ['euclidean', 'dot-product'] as const) {
            const [list] = openMatrix(matrix(rows), WIDTH, metric).search(matrix([query]), 12, clock).lists;
            // Lengths are 1 to seven digits, so that cosines which are nearer than that may come either way.
            for (let i = 1; i < list!.length; i++)
              expect(cosines[list![i]!.doc]! - cosines[list![i - 1]!.doc]!).toBeLessThan(1e-6);
          }
        }),
      );
    });
  });

  describe('maximal marginal relevance', () => {
    const lambda = fc.double({ min: 0, max: 1, noNaN: true });

    it('with λ = 1 is the cosine', () => {
      fc.assert(
        fc.property(wholeRows, whole, (rows, query) => {
          const options = { lambda: 1, fetchDepth: 20, depth: 20 };
          const cosines = openMatrix(matrix(rows), WIDTH, 'cosine').search(matrix([query]), 20, clock);
          expect(openMmr(matrix(rows), WIDTH).search(matrix([query]), options, clock).lists).toEqual(cosines.lists);
        }),
      );
    });

    it('keeps its order where a run is sorted by score, and a shorter list is the beginning of a longer one', () => {
      fc.assert(
        fc.property(wholeRows, whole, lambda, fc.integer({ min: 0, max: 20 }), (rows, query, mix, depth) => {
          const search = (kept: number) =>
            openMmr(matrix(rows), WIDTH).search(matrix([query]), { lambda: mix, fetchDepth: 12, depth: kept }, clock)
              .lists[0]!;
          const all = search(20);
          expect([...all].sort((a, b) => b.score - a.score || a.doc - b.doc)).toEqual(all);
          expect(search(depth)).toEqual(all.slice(0, depth));
        }),
      );
    });

    it('takes what the formula gives, step by step', () => {
      fc.assert(
        fc.property(wholeRows, whole, lambda, (rows, query, mix) => {
          const { lists } = openMmr(matrix(rows), WIDTH).search(
            matrix([query]),
            { lambda: mix, fetchDepth: 20, depth: 20 },
            clock,
          );
          const order = lists[0]!.map(({ doc }) => doc);
          expect(new Set(order).size).toBe(rows.length);
          for (let taken = 1; taken < order.length; taken++) {
            const value = (doc: number): number =>
              mix * scores.cosine(rows[doc]!, query) -
              (1 - mix) * Math.max(...order.slice(0, taken).map((other) => scores.cosine(rows[doc]!, rows[other]!)));
            const best = Math.max(...order.slice(taken).map(value));
            expect(value(order[taken]!)).toBeCloseTo(best, 12);
          }
        }),
      );
    });
  });

  describe('the exemplar SVM', () => {
    interface Plane {
      readonly weights: Float64Array;
      readonly intercept: number;
    }

    function loss(
      rows: readonly number[][],
      query: readonly number[],
      c: number,
      { weights, intercept }: Plane,
    ): number {
      const decide = (row: readonly number[]): number => row.reduce((sum, x, i) => sum + x * weights[i]!, intercept);
      const n = rows.length + 1;
      const hinge = (margin: number): number => Math.max(0, 1 - margin) ** 2;
      const size = weights.reduce((sum, w) => sum + w * w, intercept * intercept);
      const others = rows.reduce((sum, row) => sum + hinge(-decide(row)), 0);
      return size / 2 + ((c * n) / 2) * hinge(decide(query)) + ((c * n) / (2 * rows.length)) * others;
    }

    it('is at a minimum: a step to any side loses', () => {
      const step = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 4, maxLength: 4 });
      const c = fc.constantFrom(0.01, 0.1, 1, 10);
      fc.assert(
        fc.property(wholeRows, whole, c, step, (rows, query, weight, by) => {
          const found = openSvm(matrix(rows), WIDTH, weight).solve(matrix([query]));
          const least = loss(rows, query, weight, found);
          const distance = by.reduce((sum, each) => sum + each * each, 0);
          for (const size of [1, 0.01]) {
            const weights = found.weights.map((w, i) => w + size * by[i]!);
            const moved = loss(rows, query, weight, { weights, intercept: found.intercept + size * by[3]! });
            // The loss is 1-strongly convex: half the square of the step is the least that it costs.
            expect(moved - least).toBeGreaterThan((0.5 - 1e-6) * size * size * distance - 1e-11 * (1 + least));
          }
        }),
      );
    });

    it('gives equal rows equal decisions, and does not depend on the order of rows', () => {
      fc.assert(
        fc.property(wholeRows, whole, (rows, query) => {
          const twice = openSvm(matrix([...rows, ...rows]), WIDTH).solve(matrix([query])).decisions;
          rows.forEach((_, i) => expect(twice[i]).toBe(twice[rows.length + i]));
          const there = openSvm(matrix(rows), WIDTH).solve(matrix([query])).decisions;
          const back = openSvm(matrix([...rows].reverse()), WIDTH).solve(matrix([query])).decisions;
          there.forEach((decision, i) => expect(back[rows.length - 1 - i]).toBeCloseTo(decision, 11));
        }),
      );
    });
  });
});

describe('quantised', () => {
  const WIDTH = 5;
  const clock = (): number => 0;
  const number = fc.double({ min: -4, max: 4, noNaN: true }).map(Math.fround);
  const vector = fc.array(number, { minLength: WIDTH, maxLength: WIDTH });
  const rowsOf = fc.array(vector, { minLength: 1, maxLength: 30 });
  const matrix = (rows: readonly (readonly number[])[]): Float32Array => Float32Array.from(rows.flat());
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0);

  describe('int8', () => {
    it('is never further from the product than the bound that is told', () => {
      fc.assert(
        fc.property(rowsOf, vector, (rows, query) => {
          const index = openInt8(matrix(rows), WIDTH);
          const most = Math.max(...query.map((value, j) => Math.abs(value * index.steps[j]!)));
          const ofRows = query.reduce((sum, value, j) => sum + (Math.abs(value) * index.steps[j]!) / 2, 0);
          const bound = ofRows + (64 * WIDTH * most) / largestWeight(WIDTH);
          for (const { doc, score } of index.search(Float32Array.from(query), rows.length)[0]!)
            expect(Math.abs(score - product(query, rows[doc]!))).toBeLessThanOrEqual(bound + 1e-9);
        }),
      );
    });

    it('stands for numbers that are at most half a step from those of the row', () => {
      fc.assert(
        fc.property(rowsOf, (rows) => {
          const index = openInt8(matrix(rows), WIDTH);
          rows.forEach((row, r) =>
            index
              .decoded(r)
              .forEach((value, j) =>
                expect(Math.abs(value - row[j]!)).toBeLessThanOrEqual(index.steps[j]! / 2 + 1e-12),
              ),
          );
        }),
      );
    });

    it('finds what a loop over the numbers that its bytes stand for finds, but for the rounding of the question', () => {
      fc.assert(
        fc.property(rowsOf, vector, (rows, query) => {
          const index = openInt8(matrix(rows), WIDTH);
          const most = Math.max(...query.map((value, j) => Math.abs(value * index.steps[j]!)));
          for (const { doc, score } of index.search(Float32Array.from(query), rows.length)[0]!) {
            const naive = product([...index.decoded(doc)], query);
            expect(Math.abs(score - naive)).toBeLessThanOrEqual((64 * WIDTH * most) / largestWeight(WIDTH) + 1e-9);
          }
        }),
      );
    });
  });

  describe('binary', () => {
    it('scores by the signs that differ, in order', () => {
      fc.assert(
        fc.property(rowsOf, vector, (rows, query) => {
          const [list] = openBinary(matrix(rows), WIDTH).search(Float32Array.from(query), rows.length);
          const naive = rows.map((row) => {
            const differing = row.filter((value, j) => value > 0 !== query[j]! > 0).length;
            return 1 - (2 * differing) / WIDTH;
          });
          const sorted = naive.map((score, doc) => ({ doc, score })).sort((a, b) => b.score - a.score || a.doc - b.doc);
          expect(list).toEqual(sorted);
        }),
      );
    });
  });

  describe('quantised search', () => {
    it.each(['int8', 'binary'] as const)(
      'of %s vectors, scored again over all rows, is exact search to the last digit',
      (precision) => {
        fc.assert(
          fc.property(rowsOf, fc.array(vector, { maxLength: 5 }), (rows, queries) => {
            const depth = 4;
            const rescore = Math.ceil(rows.length / depth);
            for (const dimensions of [WIDTH, 2]) {
              const index = openQuantised(matrix(rows), WIDTH, { precision, rescore, dimensions });
              const { lists } = index.search(matrix(queries), depth, clock);
              expect(lists).toEqual(
                openMatrix(matrix(rows), WIDTH, 'cosine').search(matrix(queries), depth, clock).lists,
              );
            }
          }),
        );
      },
    );

    it('does not depend on the lengths of vectors, as the cosine does not', () => {
      fc.assert(
        fc.property(rowsOf, vector, (rows, query) => {
          const search = (factor: number) =>
            openQuantised(matrix(rows.map((row) => row.map((value) => value * factor))), WIDTH, {
              precision: 'int8',
              rescore: 0,
            }).search(Float32Array.from(query), 5, clock).lists;
          // A power of two leaves all digits as they are.
          expect(search(4)).toEqual(search(1));
        }),
      );
    });
  });
});
