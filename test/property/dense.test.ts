import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBinary, openMmr, openQuantised } from '../../src/domain/retrieval/dense/open-vectors';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import type { MetricName } from '../../src/domain/retrieval/dense/metrics';
import { largestWeight, openInt8 } from '../../src/domain/retrieval/dense/int8';

describe('dense', () => {
  const WIDTH = 3;
  const clock = (): number => 0;
  const whole = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: WIDTH, maxLength: WIDTH });
  const wholeRows = fc.array(whole, { minLength: 1, maxLength: 20 });
  const matrix = (rows: readonly (readonly number[])[]): Float32Array => Float32Array.from(rows.flat());

  const scores: Record<MetricName, (a: readonly number[], b: readonly number[]) => number> = {
    'dot-product': (a, b) => a.reduce((sum, value, i) => sum + value * b[i]!, 0),
    euclidean: (a, b) => -Math.hypot(...a.map((value, i) => value - b[i]!)),
    cosine: (a, b) => {
      const lengths = Math.hypot(...a) * Math.hypot(...b);
      return lengths === 0 ? 0 : scores['dot-product'](a, b) / lengths;
    },
  };

  it.each(['cosine', 'dot-product', 'euclidean'] as const)(
    'search over a matrix by %s scores as the formula does, in order',
    (metric) => {
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
    },
  );

  describe('maximal marginal relevance', () => {
    const lambda = fc.double({ min: 0, max: 1, noNaN: true });

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

  it('binary scores by the signs that differ, in order', () => {
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

  it.each(['int8', 'binary'] as const)(
    'quantised search of %s vectors, scored again over all rows, is exact search to the last digit',
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
});
