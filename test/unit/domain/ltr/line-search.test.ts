import { describe, expect, it } from 'vitest';
import { dot, type Objective, strongWolfe } from '../../../../src/domain/ltr/lbfgs';

/** f(x) = (x − 3)² + sin(3 x): a valley with bumps. */
const bumpy: Objective = (x, gradient) => {
  gradient[0] = 2 * (x[0]! - 3) + 3 * Math.cos(3 * x[0]!);
  return (x[0]! - 3) ** 2 + Math.sin(3 * x[0]!);
};

function from(objective: Objective, x: number) {
  const gradient = new Float64Array(1);
  const value = objective(Float64Array.of(x), gradient);
  return { x: Float64Array.of(x), value, gradient };
}

describe('the line search', () => {
  it.each([1e-6, 0.1, 1, 30, 1e6])('meets both Wolfe conditions from a first step of %d', (first) => {
    const start = from(bumpy, -2);
    const direction = Float64Array.of(1);
    const found = strongWolfe(bumpy, start, direction, first)!;
    const step = found.x[0]! + 2;
    const slope = dot(start.gradient, direction);
    expect(found.value).toBeLessThanOrEqual(start.value + 1e-4 * step * slope);
    expect(Math.abs(dot(found.gradient, direction))).toBeLessThanOrEqual(0.9 * Math.abs(slope));
  });

  it('does not go where the direction rises', () => {
    expect(strongWolfe(bumpy, from(bumpy, -2), Float64Array.of(-1), 1)).toBeNull();
  });

  it('gives up where the function falls for ever', () => {
    const endless: Objective = (x, gradient) => {
      gradient[0] = -1;
      return -x[0]!;
    };
    expect(strongWolfe(endless, from(endless, 0), Float64Array.of(1), 1)).toBeNull();
  });
});
