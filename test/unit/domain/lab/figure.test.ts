import { describe, expect, it } from 'vitest';
import { Choices } from '../../../../src/domain/lab/choices';
import { heldOutInterval, NestedError } from '../../../../src/domain/lab/figure';
import { numbers } from '../statistics/close';

const INDEPENDENT = 0.7;
const heldOut = { mean: 4.5, independent: INDEPENDENT };
/** Student’s t on 9 degrees of freedom, from tables. */
const T = 2.2621571628;

const reachOf = (meanSquared: number | null, folds = 5): number => {
  const [low, high] = heldOutInterval(heldOut, 10, folds, meanSquared)!;
  expect((low + high) / 2).toBeCloseTo(4.5, 12);
  return (high - low) / 2;
};

describe('heldOutInterval', () => {
  it('adds a (K − 1)th to the variance, as test over training questions are', () => {
    expect(reachOf(null)).toBeCloseTo(T * Math.sqrt(INDEPENDENT * 1.25), 8);
    expect(reachOf(null, 3)).toBeCloseTo(T * Math.sqrt(INDEPENDENT * 1.5), 8);
  });

  it('has the variance of nested cross-validation between that and K times the uncorrected one', () => {
    expect(reachOf(2)).toBeCloseTo(T * Math.sqrt(2), 8);
    expect(reachOf(-1)).toBe(reachOf(null));
    expect(reachOf(1000)).toBeCloseTo(T * Math.sqrt(5 * INDEPENDENT), 8);
  });

  it('is a point where nothing varies, and none of one question', () => {
    expect(heldOutInterval({ mean: 0.1, independent: 0 }, 10, 5, null)).toEqual([0.1, 0.1]);
    expect(heldOutInterval({ mean: 1, independent: NaN }, 1, 5, null)).toBeNull();
  });
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('NestedError', () => {
  it('is the squared distance of inner and outer means, less what an outer mean varies by itself', () => {
    const nested = new NestedError(2);
    expect(nested.meanSquared).toBeNull();
    // Outer means are 2 and 5, each of variance 1; inner means, of the fold that is not left out, are 4 and 3.
    const outer = [1, 3, 4, 6];
    const inner = [2, 4, 3, 5];
    nested.add(Int32Array.of(0, 0, 1, 1), (one, other) => (q) => (one === other ? outer : inner)[q]!);
    expect(nested.meanSquared).toBe((1 / 2) * (((4 - 2) ** 2 + (3 - 5) ** 2) / 2 - 1));
    // 1, 3, 4 and 6 have the mean 3.5 and the variance 13/3.
    expect(nested.heldOut.mean).toBe(3.5);
    expect(nested.heldOut.independent).toBeCloseTo(13 / 3 / 4, 12);
  });

  it('leaves out questions without a value, and folds with fewer than two', () => {
    const nested = new NestedError(2);
    nested.add(Int32Array.of(0, 0, 1, 1), () => (q) => [1, NaN, 2, 4][q]!);
    // Fold 1 alone has two: its mean is 3, of variance 1, and that of the other is 1.
    expect(nested.meanSquared).toBe((1 / 2) * ((1 - 3) ** 2 - 1));
  });

  it('is that of choosing again without every two folds, from the definition', () => {
    const [candidates, questions, folds] = [4, 23, 5];
    const rows = Array.from({ length: candidates }, (_, c) => numbers(questions, c + 1));
    const choices = new Choices(new Int32Array(questions), 'higher');
    for (const row of rows) choices.add(row);
    const nested = new NestedError(folds);
    let [apart, variance, count] = [0, 0, 0];
    for (let split = 0; split < 3; split++) {
      const foldOf = Int32Array.from(numbers(questions, 50 + split), (number) => Math.floor(number * folds));
      const best = choices.dealt(foldOf);
      nested.add(foldOf, (one, other) => (q) => best(one, other)[q]!);
      const places = [...foldOf.keys()];
      const tunedOn = (training: readonly number[]): Float64Array =>
        rows.reduce((top, row) =>
          mean(training.map((q) => row[q]!)) > mean(training.map((q) => top[q]!)) ? row : top,
        );
      for (let out = 0; out < folds; out++) {
        const rest = places.filter((q) => foldOf[q] !== out);
        const outer = places.filter((q) => foldOf[q] === out).map((q) => tunedOn(rest)[q]!);
        const inner = rest.map((q) => tunedOn(rest.filter((other) => foldOf[other] !== foldOf[q]))[q]!);
        if (outer.length < 2) continue;
        apart += (mean(inner) - mean(outer)) ** 2;
        variance += mean(outer.map((value) => (value - mean(outer)) ** 2)) / (outer.length - 1);
        count++;
      }
    }
    expect(nested.meanSquared).toBeCloseTo((0.8 * (apart - variance)) / count, 12);
  });
});
