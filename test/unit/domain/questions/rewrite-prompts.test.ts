import { describe, expect, test } from 'vitest';
import {
  DEFAULT_WRITING,
  readWritten,
  type WritingPrompt,
  writingProblem,
  writingPrompt,
  writtenName,
} from '../../../../src/domain/questions/rewrite-prompts';

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
