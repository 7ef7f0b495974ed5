import { expect, it } from 'vitest';
import { powerText } from '../../../../src/ui/blind/blind-power';

it('says how large a preference an evening and all questions can find, of two systems and of more', () => {
  const evening = { questions: 30, share: 0.85 };
  expect(powerText(2, [evening, { questions: 156, share: 0.72 }])).toMatch(
    /^With 30 questions, 80\s% of comparisons find a system that wins 85\s% of them; with 156, one that wins 72\s%\. /,
  );
  expect(powerText(5, [evening])).toMatch(/find a system of a pair that wins 85\s% of them\. .*two to four/);
  expect(powerText(2, [{ questions: 5, share: null }])).toMatch(/^5 questions are too few to find any preference\. /);
});
