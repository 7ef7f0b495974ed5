import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('RPrec', () => {
  it('is precision at the number of relevant documents', () => {
    expect(value('RPrec', 'a x b c', { a: 1, b: 1, c: 1 })).toBe(2 / 3);
    expect(value('RPrec', 'a', { a: 1, b: 1 })).toBe(1 / 2);
  });

  it('is 0 where nothing is relevant', () => {
    expect(value('RPrec', 'a', { a: 0 })).toBe(0);
  });
});
