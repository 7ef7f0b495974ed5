import { describe, expect, it } from 'vitest';
import { logOf } from './golden-log';

describe('a click log', () => {
  it('takes queries that differ in case and white space for one, as it was typed first', () => {
    const log = logOf([' Blue  Shoes', 'ab', 'a'], ['blue shoes', 'ba', ''], ['x', '', '']);
    expect(log.queries).toEqual(['Blue  Shoes', 'x']);
    expect([...log.query]).toEqual([0, 0, 1]);
    expect([...log.starts]).toEqual([0, 2, 4, 4]);
    expect([...log.doc]).toEqual([0, 1, 1, 0]);
    expect([...log.clicked]).toEqual([1, 0, 0, 0]);
  });

  it('keeps more than a first array of numbers holds', () => {
    const log = logOf(...Array.from({ length: 3000 }, (_, i) => [`q${i}`, 'a', i % 3 === 0 ? 'a' : ''] as const));
    expect(log.query.at(-1)).toBe(2999);
    expect(log.clicked.reduce((sum, each) => sum + each, 0)).toBe(1000);
  });
});
