import { describe, expect, it } from 'vitest';
import {
  contextOf,
  contextPrompt,
  DEFAULT_CONTEXT_PROMPT,
  roughTokens,
  missingPlaces,
} from '../../../../src/domain/questions/context-prompt';

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
