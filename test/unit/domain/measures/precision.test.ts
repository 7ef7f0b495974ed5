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
