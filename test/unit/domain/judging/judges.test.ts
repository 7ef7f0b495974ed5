import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MERGE_RULES, type MergeRule } from '../../../../src/domain/judging/judges';

/** By hand; the order of the grades is that of the judges. */
const CASES: readonly (readonly [grades: readonly number[], merged: Readonly<Record<MergeRule, number>>])[] = [
  [[2], { 'majority-lower': 2, 'majority-higher': 2, median: 2, mean: 2, highest: 2, lowest: 2, first: 2 }],
  [[2, 0], { 'majority-lower': 0, 'majority-higher': 2, median: 0, mean: 1, highest: 2, lowest: 0, first: 2 }],
  [[0, 2, 2], { 'majority-lower': 2, 'majority-higher': 2, median: 2, mean: 1, highest: 2, lowest: 0, first: 0 }],
  [[3, 0, 1], { 'majority-lower': 0, 'majority-higher': 3, median: 1, mean: 1, highest: 3, lowest: 0, first: 3 }],
  // 1.5 is rounded up; 1 and 2 are equally frequent.
  [[1, 2, 1, 2], { 'majority-lower': 1, 'majority-higher': 2, median: 1, mean: 2, highest: 2, lowest: 1, first: 1 }],
  [
    [0.5, 1],
    { 'majority-lower': 0.5, 'majority-higher': 1, median: 0.5, mean: 0.75, highest: 1, lowest: 0.5, first: 0.5 },
  ],
  [[0, 0, 3, 3, 4], { 'majority-lower': 0, 'majority-higher': 3, median: 3, mean: 2, highest: 4, lowest: 0, first: 0 }],
];

const grades = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 7 });
const rules = Object.entries(MERGE_RULES);

describe('merging rules', () => {
  it.each(CASES)('of %j', (given, merged) => {
    expect(Object.fromEntries(rules.map(([rule, merge]) => [rule, merge(given)]))).toEqual(merged);
  });

  it('give what judges say who agree, and nothing outside of what they say', () => {
    fc.assert(
      fc.property(grades, (given) => {
        for (const [rule, merge] of rules) {
          const merged = merge(given);
          expect(merged, rule).toBeGreaterThanOrEqual(Math.min(...given));
          expect(merged, rule).toBeLessThanOrEqual(Math.max(...given));
          expect(Number.isInteger(merged), rule).toBe(true);
          // A mean is the only one that may be a grade that nobody gave.
          if (rule !== 'mean') expect(given, rule).toContain(merged);
        }
      }),
    );
  });

  it('do not depend on the order of the judges, but for the first', () => {
    fc.assert(
      fc.property(grades, (given) => {
        for (const [rule, merge] of rules)
          if (rule !== 'first') expect(merge(given.toReversed()), rule).toBe(merge(given));
      }),
    );
  });
});
