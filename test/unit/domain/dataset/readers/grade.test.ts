import { describe, expect, it } from 'vitest';
import { parseGrade } from '../../../../../src/domain/dataset/readers/grade';

describe('a grade', () => {
  it.each([
    ['1', 1],
    [' -2 ', -2],
    ['+3', 3],
    ['1.0', 1],
    ['1.', 1],
    ['-0', 0],
    ['', null],
    ['1.5', null],
    ['1e0', null],
    ['0x1', null],
    ['nan', null],
    ['9007199254740993', null],
    ['1000', 1000],
    ['-1000', -1000],
    ['1001', null],
    ['-9000000000000000', null],
  ])('%j is %j', (written, expected) => {
    expect(parseGrade(written)).toBe(expected);
  });
});
