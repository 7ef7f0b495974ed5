import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('RBPresidual', () => {
  it('is what unjudged documents and the missing end of the list could add', () => {
    expect(value('RBPresidual(p=0.5)', 'a x m', { a: 1, m: 0 })).toBe(0.5 ** 3 + 0.5 * 0.5);
    expect(value('RBPresidual(p=0.5)@2', 'a x m', { a: 1, m: 0 })).toBe(0.5 ** 2 + 0.5 * 0.5);
  });

  it('adds up with RBP to 1 where all judged documents are relevant', () => {
    const both = value('RBP', 'a x b', { a: 1, b: 1 }) + value('RBPresidual', 'a x b', { a: 1, b: 1 });
    expect(both).toBeCloseTo(1, 15);
  });

  it('is 0 without results, as all that is counted as 0', () => {
    expect(value('RBPresidual', '', { a: 1 })).toBe(0);
  });
});
