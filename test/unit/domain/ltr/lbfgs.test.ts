import { describe, expect, it } from 'vitest';
import { dot, lbfgs, type Objective, strongWolfe } from '../../../../src/domain/ltr/lbfgs';
import { finish } from '../../../../src/domain/ltr/training';

const rosenbrock: Objective = (x, gradient) => {
  let value = 0;
  gradient.fill(0);
  for (let i = 0; i < x.length - 1; i++) {
    const [a, b] = [1 - x[i]!, x[i + 1]! - x[i]! ** 2];
    value += a * a + 100 * b * b;
    gradient[i]! += -2 * a - 400 * x[i]! * b;
    gradient[i + 1]! += 200 * b;
  }
  return value;
};

const minimise = (objective: Objective, start: number[], tolerance = 1e-8, iterations = 500) =>
  finish(lbfgs(objective, Float64Array.from(start), { tolerance, iterations }));

describe('L-BFGS', () => {
  it('finds the bottom of Rosenbrock’s valley, in 2 and in 20 dimensions', () => {
    for (const start of [[-1.2, 1], Array.from({ length: 20 }, (_, i) => (i % 2 ? 1 : -1.2))]) {
      const found = minimise(rosenbrock, start);
      expect(found.converged).toBe(true);
      expect(found.gradient).toBeLessThanOrEqual(1e-8);
      for (const value of found.x) expect(value).toBeCloseTo(1, 7);
      expect(found.iterations).toBeLessThan(150);
    }
  });

  it('says that it has not converged where it ran out of steps, or found no lower point', () => {
    expect(minimise(rosenbrock, [-1.2, 1], 1e-8, 3)).toMatchObject({ iterations: 3, converged: false });
    const lying: Objective = (x, gradient) => {
      gradient[0] = 2 * x[0]! + 1e-3;
      return x[0]! ** 2;
    };
    expect(minimise(lying, [1], 1e-6).converged).toBe(false);
  });

  it('leaves the start as it is, and yields after each step', () => {
    const start = Float64Array.of(-1.2, 1);
    const steps = [...lbfgs(rosenbrock, start, { tolerance: 1e-8, iterations: 5 })];
    expect(steps).toEqual([1, 2, 3, 4, 5]);
    expect([...start]).toEqual([-1.2, 1]);
  });

  it('refuses a start where the function is not finite', () => {
    expect(() => minimise(() => NaN, [1])).toThrow('not finite');
  });
});

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
