import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('set_P', () => {
  it('divides by the number of retrieved documents, unlike P@k', () => {
    expect(value('set_P', 'a x b', { a: 1, b: 1 })).toBe(2 / 3);
  });

  it('is 0, not 0 / 0, without results', () => {
    expect(value('set_P', '', { a: 1 })).toBe(0);
  });
});

describe('set_recall', () => {
  it('is the share of relevant documents that was retrieved, at any rank', () => {
    expect(value('set_recall', 'x y a', { a: 1, b: 1 })).toBe(1 / 2);
    expect(value('set_recall', 'x', { x: 0 })).toBe(0);
  });
});

describe('set_F', () => {
  it('is the harmonic mean of set_P and set_recall', () => {
    const [p, r] = [1 / 3, 1 / 2];
    expect(value('set_F', 'x y a', { a: 1, b: 1 })).toBeCloseTo((2 * p * r) / (p + r), 15);
  });

  it('is 0, not 0 / 0, where nothing was found', () => {
    expect(value('set_F', '', { a: 0 })).toBe(0);
  });
});

describe('set_map', () => {
  it('is set_P times set_recall', () => {
    expect(value('set_map', 'x y a', { a: 1, b: 1 })).toBeCloseTo((1 / 3) * (1 / 2), 15);
    expect(value('set_map', '', { a: 0 })).toBe(0);
  });
});
