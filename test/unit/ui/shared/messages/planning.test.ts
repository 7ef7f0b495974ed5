import { expect, it } from 'vitest';
import { effortTexts, predictedQuestions } from '../../../../../src/ui/shared/messages/verdict-badges';

const prediction = { questions: 852, range: [691, 1077] as const };
const known = { existing: 156, completed: 156, judgmentsPerQuestion: 12, milliseconds: 6000 };

it('says a prediction with two figures and its range', () => {
  expect(predictedQuestions(prediction)).toBe('about 850 questions (690 to 1,100)');
  expect(predictedQuestions({ questions: 4400, range: [900, Infinity] })).toBe(
    'about 4,400 questions (900 to more than 20,000)',
  );
  expect(predictedQuestions({ questions: Infinity, range: [900, Infinity] })).toBe('more than 20,000 questions');
});

it('says how many to write, and how long judging takes at the pace', () => {
  expect(effortTexts(prediction, known)).toEqual([
    'That is more than your 156 questions: write about 700 more.',
    'Judging takes about 14 h (11 to 18 h) more at your pace, 6 s a judgment and 12 a question.',
  ]);
  expect(effortTexts(prediction, { ...known, milliseconds: null })).toHaveLength(1);
});

it('says that questions are enough, or probably', () => {
  const many = { ...known, existing: 2000, completed: 2000 };
  expect(effortTexts(prediction, many)).toEqual(['Your 2,000 questions are enough.']);
  expect(effortTexts(prediction, { ...many, existing: 900 })[0]).toBe('Your 900 questions are probably enough.');
  expect(effortTexts({ questions: Infinity, range: [900, Infinity] }, known)).toEqual([
    'That is far more than your 156 questions.',
  ]);
});
