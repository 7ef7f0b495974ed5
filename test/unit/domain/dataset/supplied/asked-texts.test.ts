import { describe, expect, it } from 'vitest';
import { askedTexts } from '../../../../../src/domain/dataset/supplied/content';
import { queryId } from '../../../../../src/base/types';

const queries = [
  { id: queryId('q1'), text: 'which?' },
  { id: queryId('q2'), text: 'why?' },
  { id: queryId('q3'), text: 'who?' },
];

describe('the texts that are asked', () => {
  const entries = [
    { question: 'q1', texts: ['what?', 'which one?'] },
    { question: 'why?', texts: ['what?', 'why?'] },
  ];

  it('are the question and its rewrites, each once for a question and once in all', () => {
    expect(askedTexts(queries, entries, true)).toEqual({
      texts: ['which?', 'what?', 'which one?', 'why?', 'who?'],
      byQuestion: [[0, 1, 2], [3, 1], [4]],
      without: 1,
    });
  });

  it('are the rewrites alone, and the question where it has none', () => {
    expect(askedTexts(queries, entries, false)).toEqual({
      texts: ['what?', 'which one?', 'why?', 'who?'],
      byQuestion: [[0, 1], [0, 2], [3]],
      without: 1,
    });
  });

  it('follow the id, where another question has it as its text', () => {
    const confused = [
      { question: 'q1', texts: ['by id'] },
      { question: 'q2', texts: ['by text'] },
    ];
    const asked = [{ id: queryId('q1'), text: 'q2' }];
    expect(askedTexts(asked, confused, false).texts).toEqual(['by id']);
  });
});
