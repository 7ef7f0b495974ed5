import { describe, expect, it } from 'vitest';
import { Choices } from '../../../../src/domain/lab/choices';
import { NestedError } from '../../../../src/domain/lab/nested-error';
import { numbers } from '../statistics/close';

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
