import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('P@k', () => {
  it('is the share of the first k that is relevant', () => {
    const values = [1, 2, 3, 4].map((k) => value(`P@${k}`, 'a x b y', { a: 1, b: 2 }));
    expect(values).toEqual([1, 1 / 2, 2 / 3, 2 / 4]);
  });

  it('rejects a precision that divides by the number of retrieved documents', () => {
    expect(value('P@5', 'a b', { a: 1, b: 1 })).toBe(2 / 5);
    expect(value('P@5', 'a b', { a: 1, b: 1 })).not.toBe(2 / 2);
  });

  it('rejects a precision over judged documents only', () => {
    expect(value('P@2', 'a unjudged', { a: 1 })).toBe(1 / 2);
  });

  it('is 0 without results', () => {
    expect(value('P@5', '', { a: 1 })).toBe(0);
  });
});

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

describe('F1@k', () => {
  it('is the harmonic mean of precision and recall', () => {
    for (const k of [1, 2, 3, 4, 5, 10]) {
      const [p, r, f] = ['P', 'Recall', 'F1'].map((name) => value(`${name}@${k}`, 'a x b y z', { a: 1, b: 1, c: 1 }));
      expect(f).toBeCloseTo((2 * p! * r!) / (p! + r!), 15);
    }
  });

  it('rejects the arithmetic mean', () => {
    expect(value('F1@4', 'a', { a: 1 })).not.toBe((1 / 4 + 1) / 2);
  });

  it('is 0, not 0 / 0, where precision and recall are 0', () => {
    expect(value('F1@5', 'x', { a: 1 })).toBe(0);
    expect(value('F1@5', 'x', { a: 0 })).toBe(0);
    expect(value('F1@5', 'x', { a: 1 }, { needs: ['a'] })).toBe(0);
  });

  it('takes the recall of needs where there are needs', () => {
    const found = value('F1@4', 'a x b', { a: 1, b: 1 }, { needs: ['a|b', 'c'] });
    expect(found).toBeCloseTo((2 * (2 / 4) * (1 / 2)) / (2 / 4 + 1 / 2), 15);
  });
});

describe('RecallCapped@k', () => {
  it('divides by what k places can hold', () => {
    const values = [1, 2, 3, 4].map((k) => value(`RecallCapped@${k}`, 'a x b y', { a: 1, b: 2, c: 1 }));
    expect(values).toEqual([1, 1 / 2, 2 / 3, 2 / 3]);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('RecallCapped@5', 'a', { a: 0 })).toBe(0);
  });

  it('does not pass 1 where one document meets several needs', () => {
    expect(value('RecallCapped@1', 'a', { a: 1, b: 1 }, { needs: ['a', 'a|b', 'b'] })).toBe(1);
  });
});

describe('RPrec', () => {
  it('is precision at the number of relevant documents', () => {
    expect(value('RPrec', 'a x b c', { a: 1, b: 1, c: 1 })).toBe(2 / 3);
    expect(value('RPrec', 'a', { a: 1, b: 1 })).toBe(1 / 2);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('RPrec', 'a', { a: 0 })).toBe(0);
  });
});
