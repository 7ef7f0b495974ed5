import { beforeEach, describe, expect, it } from 'vitest';
import type { PreTrainedTokenizer } from '@xenova/transformers';
import { endTokens, promptIds, promptText, tooMany } from '../../../../src/adapters/model/generator';
import { tinyTokenizer } from '../../../greedy';

const messages = [{ role: 'user', content: 'What is a pump?' }] as const;

describe('a prompt', () => {
  let tokenizer: PreTrainedTokenizer;
  beforeEach(() => {
    tokenizer = tinyTokenizer();
  });

  it('is written by the chat template, up to where the model goes on', () => {
    expect(promptText(tokenizer, messages)).toBe(
      '<|im_start|>user\nWhat is a pump?<|im_end|>\n<|im_start|>assistant\n',
    );
  });

  it('tells a model that can think not to', () => {
    tokenizer.chat_template = "{{ messages[0]['content'] }}{% if not enable_thinking %} /no_think{% endif %}";
    expect(promptText(tokenizer, messages)).toBe('What is a pump? /no_think');
  });

  it('is the text alone where a model has no template', () => {
    tokenizer.chat_template = null;
    expect(promptText(tokenizer, [{ role: 'system', content: 'Be brief.' }, ...messages])).toBe(
      'Be brief.\n\nWhat is a pump?\n\n',
    );
  });

  it('has the special tokens of its template once, as one token each', () => {
    const ids = promptIds(tokenizer, promptText(tokenizer, messages));
    const start = tokenizer.convert_tokens_to_ids(['<|im_start|>'])[0]!;
    expect(ids.filter((id) => id === start)).toHaveLength(2);
  });

  it('that is very long is known to be too long without a tokenizer that overflows its stack', () => {
    expect(tooMany(tokenizer, 'short', 3)).toBeNull();
    const text = 'a'.repeat(70_000);
    expect(tooMany(tokenizer, text, 2047)).toBeGreaterThan(2047);
    expect(tooMany(tokenizer, text, 1_000_000)).toBeNull();
  });
});

it('a reply ends at the tokens of the repository and at that of the tokenizer, each once', () => {
  const tokenizer = tinyTokenizer();
  const own = tokenizer.convert_tokens_to_ids(['<|im_end|>'])[0]!;
  expect(endTokens(tokenizer, undefined)).toEqual([own]);
  expect(endTokens(tokenizer, null)).toEqual([own]);
  expect(endTokens(tokenizer, 5)).toEqual([5, own]);
  expect(endTokens(tokenizer, [own, 7])).toEqual([own, 7]);
});
