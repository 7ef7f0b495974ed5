import { expect, test } from 'vitest';
import { withoutThinking } from '../../../../src/domain/questions/model-prompt';

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
