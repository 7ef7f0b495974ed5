import { describe, expect, test } from 'vitest';
import { DEFAULT_PROMPT, isUsablePrompt, parseReply, promptFor } from '../../../../src/domain/questions/model-prompt';

test('the prompt holds the passage and the number, and braces of the passage stay', () => {
  const prompt = promptFor(DEFAULT_PROMPT, { passage: ' The {count} of pumps. ', count: 3 });
  expect(prompt).toContain('<passage>\nThe {count} of pumps.\n</passage>');
  expect(prompt).toContain('Write 3 questions, in the language of the passage');
  expect(prompt).not.toMatch(/\{passage\}/);
  expect(promptFor('{count}: {passage}', { passage: 'x', count: 1 })).toBe('1 question: x');
  expect(isUsablePrompt('Ask {count} questions')).toBe(false);
});

describe('a reply is read', () => {
  const asked = (reply: string) => parseReply(reply).map(({ text, answer }) => (answer ? [text, answer] : text));

  test.each([
    ['["What is a pump?", "Why?"]', ['What is a pump?', 'Why?']],
    ['[{"question": "What is a pump?", "answer": "A machine."}]', [['What is a pump?', 'A machine.']]],
    ['{"questions": [{"question": "Who?"}, {"question": "Why?"}]}', ['Who?', 'Why?']],
    ['Sure!\n```json\n[{"question": "Who?", "answer": ""}]\n```\nAnything else?', ['Who?']],
    ['Here are two questions:\n1. What is a pump?\n2) Why does it fail?', ['What is a pump?', 'Why does it fail?']],
    ['- 什么是光刻机？\n- 谁制造光刻机？', ['什么是光刻机？', '谁制造光刻机？']],
    [
      'Q1: Who built it?\nA: Aldermann\nQ2: When?\nAnswer: 1723',
      [
        ['Who built it?', 'Aldermann'],
        ['When?', '1723'],
      ],
    ],
    ['**1.** What is a pump?\n', ['What is a pump?']],
    ['"What is a pump?"', ['What is a pump?']],
    ['What is a pump?\nWhat is a pump?', ['What is a pump?']],
    // A model that was stopped: what stands whole is taken.
    ['[{"question": "Who?", "answer": "She."}, {"question": "Why?"}, {"question": "Whe', [['Who?', 'She.'], 'Why?']],
    ['["Who?", "Why?", "Whe', ['Who?', 'Why?']],
    ['["Who?"', ['Who?']],
    ['<think>[{"question": "Not this?"}]</think>[{"question": "Who?"}]', ['Who?']],
    ['I cannot help with that.', []],
    ['', []],
  ])('%j', (reply, expected) => {
    expect(asked(reply)).toEqual(expected);
  });

  test('brackets in prose are not taken for JSON', () => {
    expect(asked('As [the text] says:\n1. What is a [rotary] pump?')).toEqual(['What is a [rotary] pump?']);
  });
});
