import { describe, expect, it } from 'vitest';
import { lambdaGradients, type LambdaOptions } from '../../../../src/domain/ltr/lambda-mart';
import { dataOf, type Row } from './made';

const PLAIN: LambdaOptions = { gain: 'linear', truncation: 30, sigmoid: 1, normalise: false };

function derived(rows: Row[], scores: number[], options: Partial<LambdaOptions> = {}) {
  const data = dataOf([rows]);
  const into = { gradients: new Float64Array(rows.length), hessians: new Float64Array(rows.length) };
  lambdaGradients(data, { ...PLAIN, ...options })(Float64Array.from(scores), into);
  return { gradients: [...into.gradients], hessians: [...into.hessians] };
}

function close(found: readonly number[], expected: readonly number[]): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 13));
}

/** 1 − 1 / log2(3): what places 1 and 2 differ by. */
const STEP = 0.36907024642854247;

const pair: Row[] = [
  [2, 0],
  [0, 0],
];
const reversed: Row[] = [
  [0, 0],
  [2, 0],
];

describe('the lambdas of LambdaRank', () => {
  it('of one pair with equal scores, by hand: Δ = 2 · step / 2, ρ = ½', () => {
    const { gradients, hessians } = derived(pair, [0, 0]);
    close(gradients, [-STEP / 2, STEP / 2]);
    close(hessians, [STEP / 4, STEP / 4]);
  });

  it('of a pair in the wrong order by 1, by hand: ρ = 1 / (1 + e⁻¹)', () => {
    const wrong = 0.7310585786300049;
    const { gradients, hessians } = derived(reversed, [1, 0]);
    close(gradients, [STEP * wrong, -STEP * wrong]);
    close(hessians, [STEP * wrong * (1 - wrong), STEP * wrong * (1 - wrong)]);
  });

  it('of a pair in the right order by 1: the rest of ρ', () => {
    close(derived(pair, [1, 0]).gradients, [-STEP * (1 - 0.7310585786300049), STEP * (1 - 0.7310585786300049)]);
  });

  it('normalised, by hand: Δ ÷ 1.01, all · log2(1 + S) / S', () => {
    const { gradients, hessians } = derived(reversed, [1, 0], { normalise: true });
    close(gradients, [0.3087814269416452, -0.3087814269416452]);
    close(hessians, [0.08304411585434135, 0.08304411585434135]);
    // Where all scores are equal there is no distance to divide by.
    close(derived(pair, [0, 0], { normalise: true }).gradients, [
      -1.227940959659599 * (STEP / 2),
      1.227940959659599 * (STEP / 2),
    ]);
  });

  it('with σ: σ times the gradient, and σ² the hessian', () => {
    const { gradients, hessians } = derived(pair, [0, 0], { sigmoid: 2 });
    close(gradients, [-STEP, STEP]);
    close(hessians, [STEP, STEP]);
  });

  it('rejects exponential gain where linear is meant, and has it where it is asked for', () => {
    const rows: Row[] = [
      [2, 0],
      [1, 0],
    ];
    // Ideal: 2 + 1 / log2(3), or 3 + 1 / log2(3).
    const second = 1 / Math.log2(3);
    close(derived(rows, [0, 0]).gradients, [-STEP / (2 + second) / 2, STEP / (2 + second) / 2]);
    close(derived(rows, [0, 0], { gain: 'exponential' }).gradients, [-STEP / (3 + second), STEP / (3 + second)]);
  });

  it('take the places by score, and of equal scores by row', () => {
    const rows: Row[] = [
      [0, 0],
      [1, 0],
      [0, 0],
    ];
    const third = 1 / Math.log2(4);
    const { gradients } = derived(rows, [0, 0, 0]);
    const second = 1 / Math.log2(3);
    close(gradients, [(1 - second) / 2, -(1 - second) / 2 - (second - third) / 2, (second - third) / 2]);
  });

  it('leave out pairs below the truncation, and cut the ideal there', () => {
    const rows: Row[] = [
      [0, 0],
      [1, 0],
      [2, 0],
    ];
    const { gradients } = derived(rows, [3, 2, 1], { truncation: 1 });
    // Ideal 2. Pairs of the first row alone: with the second by 1 · step, with the third by 2 · (1 − ½).
    const rho = (distance: number) => 1 / (1 + Math.exp(-distance));
    const [a, b] = [(STEP / 2) * rho(1), (1 / 2) * rho(2)];
    close(gradients, [a + b, -a, -b]);
  });

  it('are 0 where no grade is positive or all are equal', () => {
    close(
      derived(
        [
          [0, 0],
          [0, 0],
        ],
        [1, 0],
        { normalise: true },
      ).gradients,
      [0, 0],
    );
    close(
      derived(
        [
          [1, 0],
          [1, 0],
        ],
        [1, 0],
        { normalise: true },
      ).hessians,
      [0, 0],
    );
    close(derived([[1, 0]], [1], { normalise: true }).gradients, [0]);
  });
});
