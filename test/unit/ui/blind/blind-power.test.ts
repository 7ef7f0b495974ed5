import { expect, it } from 'vitest';
import { powerText } from '../../../../src/ui/blind/blind-power';

it('says how large a preference an evening and all questions can find, of two systems and of more', () => {
  expect(powerText(2, 156)).toMatch(
    /^With 30 questions, 80\s% of comparisons find a system that wins 8[45]\s% of them; with 156, one that wins 7[234]\s%\. /,
  );
  expect(powerText(5, null)).toMatch(
    /^With 30 questions, 80\s% of comparisons find a system of a pair that wins 8\d\s% of them\. /,
  );
  expect(powerText(2, 5)).toMatch(/^5 questions are too few to find any preference\. /);
});
