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
