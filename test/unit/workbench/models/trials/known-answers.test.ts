import { describe, expect, it } from 'vitest';
import { failing, rerankerWarnings } from '../../../../../src/workbench/models/trials/known-answers';

const texts = { language: 'en', question: 'q', answer: 'a', others: ['b'] };

describe('what speaks against a model at all', () => {
  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const [right, wrong] = [
    { texts, answer: 1, others: [0, 0.5] },
    { texts, answer: 0.2, others: [0.1, 0.5] },
  ];

  it('are questions that it does not answer', () => {
    expect(failing([...times(6, right), ...times(2, wrong)])).toEqual([]);
    expect(failing([...times(5, right), ...times(3, wrong)])).toEqual([
      { code: 'few-right', data: { right: 5, of: 8 } },
    ]);
  });

  it('is of a reranker that it puts their answers last: then its label is the other one', () => {
    expect(rerankerWarnings(times(8, right))).toEqual([]);
    const last = { texts, answer: -3, others: [1, 2] };
    expect(rerankerWarnings(times(8, last))).toEqual([{ code: 'answers-last', data: null }]);
    expect(rerankerWarnings(times(8, wrong))).toEqual([{ code: 'few-right', data: { right: 0, of: 8 } }]);
  });
});
