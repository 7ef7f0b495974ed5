import { describe, expect, it } from 'vitest';
import { estimateKind, passageSample } from '../../../../src/domain/evidence/passage-sample';
import {
  additiveRange,
  additiveValues,
  sampledRange,
  sampledValues,
} from '../../../../src/domain/evidence/sampled-values';
import type { PoolGrades } from '../../../../src/domain/evidence/pooled-question';
import { measureOf } from '../../../../src/domain/measures/parse';
import { uniform } from '../../../../src/domain/statistics/random';
import { poolOf, valuesOf } from './pools';

const pool = poolOf(
  [
    [1, 2, 3, 4, 5],
    [3, 6, 1, 7, 8],
    [9, 2, 6, 4, 1],
  ],
  [2, 7],
);
const GRADES = [2, 1, 0, 3, 0, 1, 0, 2, 1];
const UNBIASED = ['P@5', 'P(rel=2)@3', 'RBP@5', 'RBPgraded@4'];
const RATIO = ['nDCG@5', 'nDCGexp@3', 'Recall@3', 'RecallCapped@3', 'F1@5', 'MAP@5', 'MAPmin@3'];

const optionsOf = (text: string) => ({ measure: measureOf(text), relevance: 1, maxGrade: 3 });
const sampleOf = (text: string, seed = 's', known?: (item: number) => boolean) =>
  passageSample(pool.question, { seed, measure: measureOf(text), pair: null, ...(known && { known }) });
const values = (text: string, n: number, grades: PoolGrades = GRADES, sample = sampleOf(text)) =>
  sampledValues(pool.question, sample, n, grades, optionsOf(text));
const differences = (row: ArrayLike<number>): number[] => [row[0]! - row[1]!, row[0]! - row[2]!, row[1]! - row[2]!];

/** Means over many seeds, with their standard errors. */
function estimates(text: string, n: number, known?: (item: number) => boolean, of = values) {
  const seeds = 3000;
  const rows = Array.from({ length: seeds }, (_, seed) => of(text, n, GRADES, sampleOf(text, String(seed), known))!);
  return [0, 1, 2].map((system) => {
    const own = rows.map((row) => row[system]!);
    const mean = own.reduce((sum, value) => sum + value, 0) / seeds;
    const variance = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (seeds - 1);
    return { mean, error: Math.sqrt(variance / seeds) };
  });
}

describe('the order in which items are drawn', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(sampleOf('P@5').order).toEqual(sampleOf('P@5').order);
    const orders = new Set(Array.from({ length: 20 }, (_, seed) => sampleOf('P@5', String(seed)).order.join()));
    expect(orders.size).toBeGreaterThan(15);
  });

  it('has what can add to a value, and nothing that was known', () => {
    expect([...sampleOf('P@5').order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    // Below the cut no item can add anything; a ratio counts relevant passages of the whole pool.
    expect([...sampleOf('P@1').order].sort()).toEqual([0, 2, 8]);
    expect([...sampleOf('Recall@1').order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const { order, known } = sampleOf('P@5', 's', (item) => item < 4);
    expect([...order].sort()).toEqual([4, 5, 6, 7, 8]);
    expect(known).toEqual([0, 1, 2, 3]);
  });

  it('keeps the order of items that others join, of the same sizes', () => {
    const more = poolOf([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const less = poolOf([
      [1, 2],
      [4, 5],
    ]);
    const keys = ({ question }: typeof more): string[] =>
      passageSample(question, { seed: 'x', measure: measureOf('P@3'), pair: null }).order.map(
        (at) => question.items[at]!.key,
      );
    const few = keys(less);
    expect(keys(more).filter((key) => few.includes(key))).toEqual(few);
  });

  it('draws what moves the compared systems first, and others too', () => {
    const sizes = (pair: readonly number[] | null) =>
      passageSample(pool.question, { seed: 's', measure: measureOf('P@5'), pair }).sizes;
    // Item 1 is in lists 0 and 2, item 5 in lists 1 and 2.
    expect(sizes([0, 2])[1]).toBeLessThan(sizes([0, 2])[5]!);
    expect(sizes([1, 2])[5]).toBeLessThan(sizes([1, 2])[1]!);
    expect(Math.min(...sizes([0, 1]))).toBeGreaterThan(0);
  });
});

describe('values of sampled passages', () => {
  it('are null until what was drawn has a grade', () => {
    const { order } = sampleOf('P@5');
    const partial = GRADES.map((grade, item) => (item === order[2] ? undefined : grade));
    expect(values('P@5', 2, partial)).not.toBeNull();
    expect(values('P@5', 3, partial)).toBeNull();
    expect(values('P@5', 3, GRADES.with(order[2]!, -1))).toBeNull();
  });

  it('read no grade that was not drawn', () => {
    const { order } = sampleOf('nDCG@5');
    const others = GRADES.map((grade, item) => (order.indexOf(item) < 4 ? grade : 3 - grade));
    expect(values('nDCG@5', 4, others)).toEqual(values('nDCG@5', 4));
  });

  it.each([...UNBIASED, ...RATIO])('by %s are the measure itself where all of the pool is drawn', (text) => {
    const exact = valuesOf(pool, GRADES, text, 3);
    for (const n of [9, 50]) Array.from(values(text, n)!, (value, i) => expect(value).toBeCloseTo(exact[i]!, 12));
    const known = values(
      text,
      3,
      GRADES,
      sampleOf(text, 's', (item) => item !== 3 && item !== 7),
    );
    Array.from(known!, (value, i) => expect(value).toBeCloseTo(exact[i]!, 12));
  });

  it.each(UNBIASED)('by %s are unbiased, of each system', (text) => {
    const exact = valuesOf(pool, GRADES, text, 3);
    for (const n of [1, 3]) {
      for (const [i, { mean, error }] of estimates(text, n).entries())
        expect(Math.abs(mean - exact[i]!)).toBeLessThan(4 * error + 1e-12);
    }
  });

  it('are unbiased where some were known before', () => {
    const exact = valuesOf(pool, GRADES, 'P@5', 3);
    for (const [i, { mean, error }] of estimates('P@5', 2, (item) => item < 3).entries())
      expect(Math.abs(mean - exact[i]!)).toBeLessThan(4 * error + 1e-12);
  });

  it('have a wrong mean by weights of the first draw, and without weights', () => {
    const exact = valuesOf(pool, GRADES, 'P@5', 3)[0]!;
    const random = uniform(3);
    const wrong = { firstDraw: 0, unweighted: 0, unjudgedAsNotRelevant: 0 };
    const seeds = 2000;
    for (let seed = 0; seed < seeds; seed++) {
      const { order, sizes, shares } = sampleOf('P@5', String(random()));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      for (const item of order.slice(0, 3)) {
        const gained = GRADES[item]! >= 1 ? shares[0]![item]! : 0;
        // As if each draw had the chances of the first, and all had the same.
        wrong.firstDraw += (gained * total) / sizes[item]! / 3 / seeds;
        wrong.unweighted += (gained * order.length) / 3 / seeds;
        wrong.unjudgedAsNotRelevant += gained / seeds;
      }
    }
    const { mean, error } = estimates('P@5', 3)[0]!;
    expect(Math.abs(mean - exact)).toBeLessThan(4 * error + 1e-12);
    for (const [name, value] of Object.entries(wrong)) expect(Math.abs(value - exact), name).toBeGreaterThan(0.015);
  });

  it('of the sum that nDCG divides are unbiased', () => {
    const additive = (text: string, n: number, grades: PoolGrades, sample: ReturnType<typeof sampleOf>) =>
      additiveValues(sample, n, grades, optionsOf(text));
    const exact = additive('nDCG@5', 9, GRADES, sampleOf('nDCG@5'))!;
    const dcg = 2 + 1 / Math.log2(3) + 3 / Math.log2(5);
    const highest = [1, 2, 3, 4, 5].reduce((sum, rank) => sum + 3 / Math.log2(rank + 1), 0);
    expect(exact[0]).toBeCloseTo(dcg / highest, 12);
    const means = estimates('nDCG@5', 2, undefined, additive as typeof values);
    for (const [i, { mean, error }] of means.entries())
      expect(Math.abs(mean - exact[i]!)).toBeLessThan(4 * error + 1e-12);
  });

  it.each([...UNBIASED, 'nDCG@5'])('by %s are within the range that was known before', (text) => {
    const random = uniform(8);
    for (let seed = 0; seed < 300; seed++) {
      const known = random() < 0.5 ? (item: number) => item % 3 === 0 : undefined;
      const sample = sampleOf(text, String(seed), known);
      const grades = GRADES.map(() => Math.floor(4 * random()));
      for (const n of [1, 2, 4, 9]) {
        const [low, high] = sampledRange([sample], n, optionsOf(text));
        for (const difference of differences(values(text, n, grades, sample)!)) {
          expect(difference).toBeGreaterThanOrEqual(low - 1e-12);
          expect(difference).toBeLessThanOrEqual(high + 1e-12);
        }
        const [additiveLow, additiveHigh] = additiveRange([sample], n);
        for (const difference of differences(additiveValues(sample, n, grades, optionsOf(text))!)) {
          expect(difference).toBeGreaterThanOrEqual(additiveLow - 1e-12);
          expect(difference).toBeLessThanOrEqual(additiveHigh + 1e-12);
        }
      }
    }
  });

  it('are marked as ratios where they are, and refused where there is no estimate', () => {
    for (const text of UNBIASED) expect(estimateKind(measureOf(text)), text).toBe('unbiased');
    for (const text of RATIO) expect(estimateKind(measureOf(text)), text).toBe('ratio');
    for (const text of ['MRR@5', 'HitRate@5', 'ERR@5', 'nDCG', 'bpref'])
      expect(estimateKind(measureOf(text)), text).toBeNull();
    expect(() => values('MRR@5', 3)).toThrow(RangeError);
  });
});
