import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../../src/domain/text/edit-distance';

const distance = (a: string, b: string, most = 9): number => editDistance(Array.from(a), Array.from(b), most);

describe('the edit distance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['kitten', 'sitting', 3],
    ['wafer', 'wafre', 1],
    ['retreival', 'retrieval', 1],
    ['abcd', 'badc', 2],
    ['𝒳y', 'y𝒳', 1],
  ])('%s and %s: %i', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected);
    expect(distance(b, a)).toBe(expected);
  });

  it('edits no part twice: “ca” and “abc” are 3 apart, 2 in the unrestricted form', () => {
    expect(distance('ca', 'abc')).toBe(3);
  });

  it('does not tell distances above the most apart', () => {
    expect(distance('kitten', 'sitting', 2)).toBe(3);
    expect(distance('a', 'abcdef', 2)).toBe(3);
    expect(distance('abcdef', 'uvwxyz', 1)).toBe(2);
  });
});
