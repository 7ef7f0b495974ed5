import { expect, it } from 'vitest';
import { findablePreferences, findableShare, powerOf } from '../../../../src/domain/learning/findable-preference';
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

it('tells an evening and all questions apart, and of one’s own an evening alone', () => {
  const [evening, all] = findablePreferences({ systems: 2, questions: 156 });
  expect([evening!.questions, all!.questions]).toEqual([30, 156]);
  expect(all!.share).toBeLessThan(evening!.share!);
  expect(findablePreferences({ systems: 2, questions: null })).toEqual([evening]);
  // More pairs take a larger preference.
  expect(findablePreferences({ systems: 11, questions: null })[0]!.share).toBeGreaterThan(evening!.share!);
  expect(findablePreferences({ systems: 2, questions: 5 })).toEqual([{ questions: 5, share: null }]);
});
