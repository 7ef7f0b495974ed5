import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('RBPgraded', () => {
  it('counts each document with its share of the highest grade', () => {
    expect(value('RBPgraded(p=0.5)', 'a b', { a: 1, b: 2 })).toBe(0.5 * (1 / 2 + 1 / 2));
    expect(value('RBPgraded(p=0.5,max=4)@1', 'a b', { a: 1, b: 2 })).toBe(0.5 * (1 / 4));
  });

  it('takes grades above the highest for it, and negative ones for 0', () => {
    expect(value('RBPgraded(p=0.5,max=1)', 'a minus', { a: 3, minus: -2 })).toBe(0.5);
  });

  it('rejects the grade itself as gain: it never passes 1', () => {
    expect(value('RBPgraded(p=0.1)', 'a b', { a: 3, b: 3 })).toBeLessThan(1);
  });

  it('is 0 where no grade is positive', () => {
    expect(value('RBPgraded', 'a', { a: 0 })).toBe(0);
  });
});
