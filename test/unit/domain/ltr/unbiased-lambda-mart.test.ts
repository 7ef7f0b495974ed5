import { describe, expect, it } from 'vitest';
import type { ClickedRows } from '../../../../src/domain/ltr/click-gradients';
import { applyModel } from '../../../../src/domain/ltr/model';
import { finish } from '../../../../src/domain/ltr/training';
import { CLICK_OPTIONS, trainOnClicks } from '../../../../src/domain/ltr/unbiased-lambda-mart';
import { uniform } from './made';

const QUERIES = 60;
const POSITIONS = 4;
/** Chance to look at a position. */
const LOOKED = [1, 0.5, 0.25, 0.12];

/**
 * Four candidates a query: the first feature is how much they help, the second where the log shows them. The order of the log
 * is by chance in each query, so that what helps and where it stands can be told apart.
 */
function logged() {
  const random = uniform(3);
  const values: number[] = [];
  const pairs = {
    clicked: [] as number[],
    other: [] as number[],
    clickedAt: [] as number[],
    otherAt: [] as number[],
    weight: [] as number[],
  };
  for (let query = 0; query < QUERIES; query++) {
    const helps = Array.from({ length: POSITIONS }, random);
    helps.forEach((value, position) => values.push(value, -position));
    for (let i = 0; i < POSITIONS; i++)
      for (let j = 0; j < POSITIONS; j++) {
        if (i === j) continue;
        pairs.clicked.push(query * POSITIONS + i);
        pairs.other.push(query * POSITIONS + j);
        pairs.clickedAt.push(i);
        pairs.otherAt.push(j);
        // As often as the position-based model expects it, in 1,000 lists.
        pairs.weight.push(1000 * LOOKED[i]! * helps[i]! * (1 - LOOKED[j]! * helps[j]!));
      }
  }
  const offsets = Int32Array.from({ length: QUERIES + 1 }, (_, q) => q * POSITIONS);
  const matrix = { names: ['helps', 'height'], values: Float64Array.from(values), offsets };
  const rows: ClickedRows = {
    offsets,
    positions: POSITIONS,
    clicked: Int32Array.from(pairs.clicked),
    other: Int32Array.from(pairs.other),
    clickedAt: Int32Array.from(pairs.clickedAt),
    otherAt: Int32Array.from(pairs.otherAt),
    weight: Float64Array.from(pairs.weight),
  };
  return { matrix, rows };
}

describe('Unbiased LambdaMART', () => {
  const { matrix, rows } = logged();
  const trained = (regularisation: number | null) =>
    finish(trainOnClicks(matrix, rows, { ...CLICK_OPTIONS, minRows: 5, rounds: 60, regularisation }));
  /** Share of the pairs in which the passage that helps more has the higher score. */
  const right = (regularisation: number | null): number => {
    const scores = applyModel(trained(regularisation).model, matrix);
    let [good, all] = [0, 0];
    for (let q = 0; q < QUERIES; q++)
      for (let i = q * POSITIONS; i < (q + 1) * POSITIONS; i++)
        for (let j = q * POSITIONS; j < i; j++) {
          all++;
          if (scores[i]! > scores[j]! === matrix.values[2 * i]! > matrix.values[2 * j]!) good++;
        }
    return good / all;
  };

  it('orders by what helps where clicks as they are order by position', () => {
    const [unbiased, naive] = [right(0), right(null)];
    expect(unbiased).toBeGreaterThan(naive + 0.05);
    expect(unbiased).toBeGreaterThan(0.8);
  });

  it('finds that lower positions are clicked less, and the less so the more it is regularised', () => {
    const free = trained(0).bias.clicked;
    const bound = trained(3).bias.clicked;
    expect(free[0]).toBe(1);
    for (let k = 1; k < POSITIONS; k++) {
      expect(free[k]).toBeLessThan(free[k - 1]!);
      expect(Math.abs(1 - bound[k]!)).toBeLessThan(Math.abs(1 - free[k]!));
    }
    expect(Array.from(trained(null).bias.clicked)).toEqual([1, 1, 1, 1]);
  });

  it('gives the same model for the same clicks, and none without a pair', () => {
    expect(trained(0)).toEqual(trained(0));
    const none = new Int32Array(0);
    const empty = { ...rows, clicked: none, other: none, clickedAt: none, otherAt: none, weight: new Float64Array(0) };
    expect(() => finish(trainOnClicks(matrix, empty, CLICK_OPTIONS))).toThrow('nothing to learn');
  });
});
