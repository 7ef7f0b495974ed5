import { describe, expect, it, test } from 'vitest';
import {
  contextOf,
  contextPrompt,
  DEFAULT_CONTEXT_PROMPT,
  DEFAULT_PROMPT,
  DEFAULT_WRITING,
  isUsablePrompt,
  missingPlaces,
  parseReply,
  promptFor,
  readWritten,
  roughTokens,
  withoutThinking,
  writingProblem,
  writingPrompt,
  type WritingPrompt,
  writtenName,
} from '../../../../src/domain/questions/prompts';

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

test.each([
  ['An answer.', 'An answer.'],
  ['<think>\nWhat is asked?\n</think>\n\nAn answer.', 'An answer.'],
  // The template opened them.
  ['What is asked?</think> An answer.', 'An answer.'],
  ['<think>a</think> no, <think>b</think> An answer.', 'An answer.'],
  // Stopped before there was an answer.
  ['<think>What is', ''],
  ['An answer. <think>Is it', 'An answer.'],
])('thoughts are taken out of %j', (reply, expected) => expect(withoutThinking(reply)).toBe(expected));

const passages = [
  { title: 'Rails', text: ' Ground each May.\n' },
  { title: '', text: 'Nothing {question} here.' },
];

describe('a prompt of passages', () => {
  it('numbers the passages in their order, with their titles', () => {
    expect(contextOf(passages)).toBe('[1] Rails\nGround each May.\n\n[2]\nNothing {question} here.');
    expect(contextOf([])).toBe('');
  });

  it('fills in what is asked, and reads no place to fill in passages or question', () => {
    const prompt = contextPrompt('{context}\n--\n{question}', { question: ' what of {context}? $& ', passages });
    expect(prompt).toBe(`${contextOf(passages)}\n--\nwhat of {context}? $&`);
  });

  it('fills in a place as often as it stands there', () => {
    expect(contextPrompt('{question} {context} {question}', { question: 'a', passages: [] })).toBe('a  a');
  });

  it('says what a template lacks', () => {
    expect(missingPlaces(DEFAULT_CONTEXT_PROMPT)).toEqual([]);
    expect(missingPlaces('{question}')).toEqual(['{context}']);
    expect(missingPlaces('')).toEqual(['{context}', '{question}']);
  });

  it('counts tokens roughly: one for a Chinese or Japanese character, one for four of others', () => {
    expect(roughTokens('')).toBe(0);
    expect(roughTokens('abcde')).toBe(2);
    expect(roughTokens('半导体')).toBe(3);
    expect(roughTokens('半导体abcd')).toBe(4);
  });
});

const { rewrites, hyde } = DEFAULT_WRITING;

test('a prompt holds the question and the number, and braces of the question stay', () => {
  const prompt = writingPrompt({ ...rewrites, count: 2 }, ' what is {count}? ');
  expect(prompt).toContain('<question>\nwhat is {count}?\n</question>');
  expect(prompt).toContain('Write 2 other questions that');
  expect(writingPrompt({ ...rewrites, count: 1 }, 'x')).toContain('Write 1 other question that');
  expect(writingPrompt(hyde, 'who?')).toContain('<question>\nwho?\n</question>');
});

test('a prompt without the question, or that asks for no whole number of rewrites, is refused', () => {
  expect(writingProblem(rewrites)).toBeNull();
  expect(writingProblem(hyde)).toBeNull();
  expect(writingProblem({ ...hyde, template: 'Write a passage' })).toBe('question');
  for (const count of [0, 11, 1.5, NaN]) expect(writingProblem({ ...rewrites, count })).toBe('count');
});

describe('rewrites are read', () => {
  const read = (reply: string, prompt: WritingPrompt = rewrites) => readWritten(prompt, 'why do pumps fail?', reply);

  test.each([
    ['["causes of pump failure", "pump defects"]', ['causes of pump failure', 'pump defects']],
    ['Here they are:\n```json\n["a", "b"]\n```', ['a', 'b']],
    ['1. causes of pump failure\n2) pump defects', ['causes of pump failure', 'pump defects']],
    ['- "水泵为什么坏？"\n- 泵的故障', ['水泵为什么坏？', '泵的故障']],
    ['<think>["not this"]</think>["this"]', ['this']],
    ['["a", "a ", ""]', ['a']],
    ['["a", 3, null]', ['a']],
    ['I am a language model.', []],
    ['["broken', []],
    ['', []],
  ])('%j', (reply, expected) => expect(read(reply)).toEqual(expected));

  test('the question itself is no rewrite of it', () => {
    expect(read('["why do pumps fail?", "pump defects"]')).toEqual(['pump defects']);
  });

  test('no more are taken than were asked for, so that no question is searched more often than another', () => {
    expect(read('["a", "b", "c", "d", "e"]')).toEqual(['a', 'b', 'c']);
    expect(read('["a", "b"]', { ...rewrites, count: 1 })).toEqual(['a']);
  });
});

describe('a passage is read', () => {
  test.each([
    ['Pumps fail by wear. [1] They leak.', ['Pumps fail by wear. [1] They leak.']],
    ['**Passage:** Pumps fail.\nBy wear.', ['Pumps fail.\nBy wear.']],
    ['"Pumps fail."', ['Pumps fail.']],
    ['```\nPumps fail.\n```', ['Pumps fail.']],
    ['<think>hm, pumps', []],
    ['  ', []],
  ])('%j', (reply, expected) => expect(readWritten(hyde, 'why?', reply)).toEqual(expected));
});

test('the name says what was written, by which model and prompt, and is no path', () => {
  const name = writtenName(rewrites, 'onnx-community/Some-Chat (q4)');
  expect(name).toMatch(/^3 rewrites by Some-Chat \(q4\), prompt [0-9a-f]{6}$/);
  expect(writtenName(hyde, 'x')).toMatch(/^HyDE passages by x, prompt /);
  expect(writtenName({ ...rewrites, template: 'other {question}' }, 'onnx-community/Some-Chat (q4)')).not.toBe(name);
});
