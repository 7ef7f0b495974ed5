import { expect, it } from 'vitest';
import { findableShare, powerOf } from '../../../../src/domain/learning/findable-preference';
import { preferenceRule } from '../../../../src/domain/learning/pair-evidence';

const options = {
  rule: preferenceRule({ alpha: 0.05, margin: 1 }),
  questions: 60,
  without: 0.1,
  comparisons: 200,
  seed: 3,
};

it('finds a share of wins that has the power asked for, and that a per cent less has not', () => {
  const share = findableShare({ ...options, power: 0.8 })!;
  expect(powerOf(options, share)).toBeGreaterThanOrEqual(0.8);
  expect(powerOf(options, share - 0.01)).toBeLessThan(0.8);
  expect(findableShare({ ...options, power: 0.8 })).toBe(share);
});

it('finds nothing where no question prefers either, and more where more questions are asked', () => {
  expect(powerOf({ ...options, without: 1 }, 0.9)).toBe(0);
  expect(powerOf({ ...options, questions: 120 }, 0.7)).toBeGreaterThan(powerOf(options, 0.7));
});
