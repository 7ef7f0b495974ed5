import { expect, test } from 'vitest';
import { outlookOf, TYPICAL_DEVIATION } from '../../../../src/domain/planning/question-set';
import { detectableDifference, questionsToDetect } from '../../../../src/domain/planning/read-once';

test('is the detectable difference at the usual spread, and what the margin takes beside the questions there are', () => {
  // (1.959964 + 0.841621) · 0.15 / √100.
  expect(outlookOf(100, 0.05).detectable).toBeCloseTo(0.0420238, 6);
  expect(outlookOf(40, 0.05).further).toBe(questionsToDetect(TYPICAL_DEVIATION, 0.05) - 40);
  expect(outlookOf(100, 0.05).further).toBe(0);
});

test('falls with the square root of the questions, and grows with the spread', () => {
  expect(detectableDifference(0.3, 25)).toBeCloseTo(2 * detectableDifference(0.3, 100), 12);
  expect(outlookOf(50, 0.05, 0.3).further).toBeGreaterThan(outlookOf(50, 0.05, 0.2).further);
  expect(outlookOf(0, 0.05).detectable).toBe(Infinity);
});
