import { describe, expect, it } from 'vitest';
import { DEFAULT_RUBRIC, gradeInReply, rubricFor, rubricProblem } from '../../../../src/domain/questions/rubric-prompt';

describe('the rubric', () => {
  it('has both places, and what is filled in is never read as one', () => {
    expect(rubricProblem(DEFAULT_RUBRIC)).toBeNull();
    expect(rubricProblem('Judge {passage}')).toBe('question');
    expect(rubricProblem('Judge {question}')).toBe('passage');
    const prompt = rubricFor(DEFAULT_RUBRIC, { question: 'Why {passage}?', passage: ' It is {question}. ' });
    expect(prompt).toContain('<question>\nWhy {passage}?\n</question>');
    expect(prompt).toContain('<passage>\nIt is {question}.\n</passage>');
  });
});

describe('the grade in a reply', () => {
  it.each([
    ['Grade: 2', 2],
    ['**Grade:** 3', 3],
    ['"grade": 1', 1],
    ['{"reason": "It has 14 doors.", "score": 0}', 0],
    ['The passage is on 2 trains.\nFinal score: 3', 3],
    ['Score: 1. On second thought, the score is 2', 2],
    ['<think>Grade: 3 perhaps</think>Grade: 1', 1],
    ['2', 2],
    ['  2/3\n', 2],
    ['(1)', 1],
    ['评分：2', 2],
    ['評価は 1', 1],
    ['Grade 3', 3],
  ])('%j is %d', (reply, grade) => expect(gradeInReply(reply)).toBe(grade));

  it.each([
    'It is relevant.',
    'There are 2 trains.',
    'Grade: 2.5',
    'Grade: 10',
    'Grade: -1',
    'Grade: 100',
    '',
    '<think>Grade: 3',
    '2 and 3',
  ])('%j has none', (reply) => expect(gradeInReply(reply)).toBeNull());
});
