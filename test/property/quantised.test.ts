import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBinary, openQuantised } from '../../src/domain/retrieval/dense/open-vectors';
import { openInt8, largestWeight } from '../../src/domain/retrieval/dense/int8';
import { openMatrix } from '../../src/domain/retrieval/dense/search';

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
            .forEach((value, j) => expect(Math.abs(value - row[j]!)).toBeLessThanOrEqual(index.steps[j]! / 2 + 1e-12)),
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
