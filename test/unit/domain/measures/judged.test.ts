import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('Judged@k', () => {
  it('counts grade 0, and takes a negative grade for unjudged', () => {
    expect(value('Judged@4', 'a m x minus', { a: 1, m: 0, minus: -1 })).toBe(2 / 4);
  });

  it('divides by k where fewer were retrieved', () => {
    expect(value('Judged@5', 'a', { a: 1 })).toBe(1 / 5);
    expect(value('Judged@5', '', { a: 1 })).toBe(0);
  });
});

describe('Hole@k', () => {
  it('counts unjudged documents and negative grades', () => {
    expect(value('Hole@4', 'a m x minus', { a: 1, m: 0, minus: -1 })).toBe(2 / 4);
  });

  it('rejects 1 − Judged@k: places that stay empty are no holes', () => {
    expect(value('Hole@5', 'a x', { a: 1 })).toBe(1 / 5);
    expect(value('Hole@5', 'a x', { a: 1 })).not.toBe(1 - value('Judged@5', 'a x', { a: 1 }));
  });
});
