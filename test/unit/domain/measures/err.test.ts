import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('ERR', () => {
  it('is the expected reciprocal of the rank where the reader is satisfied', () => {
    const [a, b] = [(2 ** 2 - 1) / 4, (2 ** 1 - 1) / 4];
    expect(value('ERR', 'b x a', { a: 2, b: 1 })).toBeCloseTo(b + ((1 - b) * a) / 3, 15);
    expect(value('ERR@2', 'b x a', { a: 2, b: 1 })).toBe(b);
  });

  it('takes the highest grade of the scale from its text, as gdeval takes 4', () => {
    expect(value('ERR(max=4)@1', 'a', { a: 2 })).toBe(3 / 16);
  });

  it('takes grades above the highest for it: no chance passes 1', () => {
    expect(value('ERR(max=1)', 'a', { a: 9 })).toBe(1 / 2);
  });

  it('is 0 where no grade is positive', () => {
    expect(value('ERR', 'a minus', { a: 0, minus: -1 })).toBe(0);
  });
});
