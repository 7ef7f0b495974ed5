import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('Recall@k', () => {
  it('is the share of all relevant documents that is among the first k', () => {
    const values = [1, 2, 3, 4].map((k) => value(`Recall@${k}`, 'a x b y', { a: 1, b: 2, c: 1, d: 0 }));
    expect(values).toEqual([1 / 3, 1 / 3, 2 / 3, 2 / 3]);
  });

  it('rejects a recall that divides by k, or by the smaller of k and R', () => {
    expect(value('Recall@2', 'a b', { a: 1, b: 1, c: 1 })).toBe(2 / 3);
    expect(value('Recall@2', 'a b', { a: 1, b: 1, c: 1 })).not.toBe(2 / 2);
  });

  it('counts relevant documents that were not retrieved', () => {
    expect(value('Recall@10', 'a', { a: 1, b: 1 })).toBe(1 / 2);
  });

  it('is 0, not 0 / 0, where nothing is relevant', () => {
    expect(value('Recall@5', 'a b', { a: 0, b: -1 })).toBe(0);
  });

  it('counts the relevant documents at the grade asked for', () => {
    expect(value('Recall@1', 'a', { a: 2, b: 1 }, { relevance: 2 })).toBe(1);
  });

  it('counts needs where a question has them: any document of a need meets it', () => {
    const recall = (k: number, needs: string[]) =>
      value(`Recall@${k}`, 'a x b c', { a: 1, b: 1, c: 1, d: 1 }, { needs });
    expect([1, 3, 4].map((k) => recall(k, ['a|b', 'c']))).toEqual([1 / 2, 1 / 2, 1]);
    expect(recall(4, ['a', 'd'])).toBe(1 / 2);
    expect(recall(4, ['a', ''])).toBe(1 / 2);
    expect(recall(1, ['a', 'a|b'])).toBe(1);
  });
});
