import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('HitRate@k', () => {
  it('is 1 from the rank of the first relevant document on', () => {
    expect([1, 2, 3].map((k) => value(`HitRate@${k}`, 'x a b', { a: 1, b: 1 }))).toEqual([0, 1, 1]);
  });

  it('rejects counting hits: two relevant documents are one hit', () => {
    expect(value('HitRate@2', 'a b', { a: 1, b: 1 })).toBe(1);
  });

  it('takes what its text says for relevant, whatever the options say', () => {
    expect(value('HitRate(rel=2)@1', 'a', { a: 1 })).toBe(0);
    expect(value('HitRate(rel=1)@1', 'a', { a: 1 }, { relevance: 2 })).toBe(1);
    expect(value('HitRate@1', 'a', { a: 1 }, { relevance: 2 })).toBe(0);
  });

  it('is 0 without results and without relevant documents', () => {
    expect(value('HitRate@5', '', { a: 1 })).toBe(0);
    expect(value('HitRate@5', 'a b', { a: 0, b: -1 })).toBe(0);
  });
});
