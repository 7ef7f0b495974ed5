import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openBytes } from '../../src/adapters/vectors/vectors';
import { openKernelMatrix } from '../../src/adapters/vectors/kernel/matrix';
import { openNear } from '../../src/adapters/vectors/near';
import { createThreads } from '../../src/adapters/vectors/threads';
import { type MetricName, sums } from '../../src/domain/retrieval/dense/metrics';
import { openQuantised } from '../../src/domain/retrieval/dense/open-vectors';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import type { Vectors } from '../../src/base/vectors';
import { clustered, seeded } from '../vectors';

/** The kernel in the place of what is written in TypeScript: the same rows in the same order with the same scores, to the last bit. */

const clock = () => 0;
const alone = createThreads(null, 1);
const METRICS = Object.keys(sums) as MetricName[];

async function byKernel(rows: Vectors, queries: Float32Array, dimensions: number, metric: MetricName, depth: number) {
  const matrix = openKernelMatrix(rows, dimensions);
  expect(matrix).not.toBeNull();
  return (await openNear(matrix!, metric, alone)(queries, depth, clock)).lists;
}

const plainly = (rows: Vectors, queries: Float32Array, dimensions: number, metric: MetricName, depth: number) =>
  openMatrix(rows, dimensions, metric).search(queries, depth, clock).lists;

/** Few values, so that sums tie; and any, of which some are negative or 0. */
const coarse = fc.constantFrom(-1, -0.5, 0, 0.5, 1);
const fine = fc.float({ min: -2, max: 2, noNaN: true }).map((value) => (Math.abs(value) < 1e-4 ? 0 : value));

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const packed = {
  1: (length: number): fc.Arbitrary<Vectors> => bytes(length / 8),
  8: (length: number): fc.Arbitrary<Vectors> => bytes(length).map((values) => new Int8Array(values)),
};

const matrices = fc
  .tuple(
    fc.constantFrom<1 | 8 | 32>(1, 8, 32, 32),
    fc.integer({ min: 1, max: 37 }),
    fc.integer({ min: 1, max: 140 }),
    fc.integer({ min: 1, max: 9 }),
  )
  .map(([bits, width, rows, questions]) => [bits, bits === 1 ? 8 * width : width, rows, questions] as const)
  .chain(([bits, dimensions, rows, questions]) =>
    fc.record({
      dimensions: fc.constant(dimensions),
      rows:
        bits === 32
          ? fc.constantFrom(coarse, fine).chain((value) => numbers(value, dimensions * rows))
          : packed[bits](dimensions * rows),
      queries: fc.constantFrom(coarse, fine).chain((value) => numbers(value, dimensions * questions)),
      depth: fc.integer({ min: 0, max: rows + 3 }),
      metric: fc.constantFrom(...METRICS),
    }),
  );

const numbers = (value: fc.Arbitrary<number>, length: number) =>
  fc.array(value, { minLength: length, maxLength: length }).map((values) => Float32Array.from(values));

describe('exact search by the kernel', () => {
  it('equals exact search for any matrix, number of dimensions, questions and depth', async () => {
    await fc.assert(
      fc.asyncProperty(matrices, async ({ rows, queries, dimensions, metric, depth }) => {
        const found = await byKernel(rows, queries, dimensions, metric, depth);
        expect(found).toEqual(plainly(rows, queries, dimensions, metric, depth));
      }),
      { numRuns: 150 },
    );
  });

  it.each(METRICS)('equals it where lists are chosen among thousands, by %s', async (metric) => {
    const [rows, questions, dimensions] = [6000, 11, 50];
    const all = clustered(rows + questions, dimensions, 30);
    // Lengths differ by a factor of a million.
    if (metric !== 'euclidean')
      for (let row = 0; row < rows; row++)
        for (let i = 0; i < dimensions; i++) all[row * dimensions + i]! *= 10 ** ((row % 7) - 3);
    const [matrix, queries] = [all.slice(0, rows * dimensions), all.slice(rows * dimensions)];
    for (const depth of [1, 100, 1000])
      expect(await byKernel(matrix, queries, dimensions, metric, depth)).toEqual(
        plainly(matrix, queries, dimensions, metric, depth),
      );
  });

  it.each(METRICS)('keeps the order of rows that differ by less than single precision tells, by %s', async (metric) => {
    const [rows, dimensions] = [5000, 64];
    const random = seeded(3);
    const base = Float32Array.from({ length: dimensions }, () => random() - 0.5);
    // Every number of a row is that of the base, or the next one of single precision.
    const matrix = Float32Array.from({ length: rows * dimensions }, (_, i) => {
      const value = base[i % dimensions]!;
      return random() < 0.5 ? value : value * (1 + 2 ** -23);
    });
    const queries = Float32Array.from({ length: 3 * dimensions }, (_, i) => base[i % dimensions]! + 0.1 * random());
    const expected = plainly(matrix, queries, dimensions, metric, 50);
    expect(await byKernel(matrix, queries, dimensions, metric, 50)).toEqual(expected);
    // Sums in single precision alone put them in another order, so that this is no easy case.
    const estimates = Float32Array.from({ length: rows }, (_, row) => {
      let sum = 0;
      for (let i = 0; i < dimensions; i++) sum = Math.fround(sum + matrix[row * dimensions + i]! * queries[i]!);
      return sum;
    });
    const order = [...estimates.keys()].sort((a, b) => estimates[b]! - estimates[a]! || a - b).slice(0, 50);
    if (metric === 'dot-product') expect(order).not.toEqual(expected[0]!.map(({ doc }) => doc));
  });

  it('leaves to exact search what single precision does not bear: questions of 0 and beyond 10 to the tenth', async () => {
    const rows = Float32Array.of(1, 2, 0, 0, -1, 3, 2, 2);
    const queries = Float32Array.of(0, 0, 1e-30, 1e-30, 1e20, -1e20, 1, 1);
    for (const metric of METRICS)
      expect(await byKernel(rows, queries, 2, metric, 4)).toEqual(plainly(rows, queries, 2, metric, 4));
  });

  it.each([
    ['that are not finite', Float32Array.of(1, NaN)],
    ['that are too long', Float32Array.of(1, 1e12)],
    ['that are too short', Float32Array.of(1, 1e-12)],
    ['that are none', new Float32Array()],
  ])('does not take vectors %s', (_, rows) => {
    expect(openKernelMatrix(rows, 1)).toBeNull();
  });
});

/** Of 0 no number is, so that a question has a direction. */
const somewhere = fine.map((value) => value || 1);

describe('search among bytes by the kernel', () => {
  it('equals it for any matrix, number of dimensions and questions, rescored or not', async () => {
    const cases = fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 9 }))
      .chain(([dimensions, rows, questions]) =>
        fc.record({
          dimensions: fc.constant(dimensions),
          kept: fc.integer({ min: 1, max: dimensions }),
          rows: fc.oneof(
            fc.constantFrom(coarse, somewhere).chain((value) => numbers(value, dimensions * rows)),
            packed[8](dimensions * rows),
          ),
          queries: fc.constantFrom(coarse, somewhere).chain((value) => numbers(value, dimensions * questions)),
          depth: fc.integer({ min: 0, max: rows + 3 }),
          rescore: fc.constantFrom(0, 1, 4),
        }),
      );
    await fc.assert(
      fc.asyncProperty(cases, async ({ rows, queries, dimensions, kept, depth, rescore }) => {
        const options = { precision: 'int8', rescore, dimensions: kept } as const;
        const matrix = openKernelMatrix(rows, dimensions)!;
        const { lists } = await openBytes(matrix, options, alone)(queries, depth, clock);
        expect(lists).toEqual(openQuantised(rows, dimensions, options).search(queries, depth, clock).lists);
      }),
      { numRuns: 100 },
    );
  });

  it('equals it where lists are chosen among thousands, of which many tie', async () => {
    const [rows, questions, dimensions] = [9000, 6, 12];
    const random = seeded(5);
    const all = Float32Array.from({ length: (rows + questions) * dimensions }, () => Math.floor(random() * 3) - 1);
    const [matrix, queries] = [all.slice(0, rows * dimensions), all.slice(rows * dimensions)];
    for (const rescore of [0, 4]) {
      const options = { precision: 'int8', rescore } as const;
      const { lists } = await openBytes(openKernelMatrix(matrix, dimensions)!, options, alone)(queries, 200, clock);
      expect(lists).toEqual(openQuantised(matrix, dimensions, options).search(queries, 200, clock).lists);
    }
  });
});
