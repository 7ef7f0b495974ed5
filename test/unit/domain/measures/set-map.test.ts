import { describe, expect, it } from 'vitest';
import { value } from './make';

describe('set_map', () => {
  it('is set_P times set_recall', () => {
    expect(value('set_map', 'x y a', { a: 1, b: 1 })).toBeCloseTo((1 / 3) * (1 / 2), 15);
    expect(value('set_map', '', { a: 0 })).toBe(0);
  });
});
