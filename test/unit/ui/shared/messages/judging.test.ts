import { expect, it } from 'vitest';
import { estimateMark, storedJudgingText } from '../../../../../src/ui/shared/messages/judging';

const so = { seed: 's', complete: 31, of: 225 };

it.each([
  ['questions', 'Estimate', /^Estimates: 31 of 225 questions are judged completely, in random order/],
  ['passages', 'Incomplete', /^Judging sampled passages is no longer available in this version. 31 of 225/],
  ['informative', 'Incomplete', /^Judging the most informative passages first is no longer available/],
] as const)('figures while judging goes on are marked: %s', (queue, mark, text) => {
  expect(estimateMark({ queue, ...so })).toBe(`${mark} · 31 of 225 questions judged`);
  expect(storedJudgingText({ queue, ...so })).toMatch(text);
});

it('complete figures are not marked', () => {
  expect(estimateMark(undefined)).toBeNull();
});
