import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('set_recall', () => {
  it('is the share of relevant documents that was retrieved, at any rank', () => {
    expect(value('set_recall', 'x y a', { a: 1, b: 1 })).toBe(1 / 2);
    expect(value('set_recall', 'x', { x: 0 })).toBe(0);
  });
});
