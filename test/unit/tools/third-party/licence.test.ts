import { describe, expect, it } from 'vitest';
import { isPermissive } from '../../../../tools/third-party/licence';

describe('isPermissive', () => {
  it.each([
    ['MIT', true],
    ['GPL-3.0-or-later', false],
    ['CC-BY-SA-4.0', false],
    ['UNLICENSED', false],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['GPL-3.0-or-later OR MIT', true],
    ['MIT AND GPL-3.0-or-later', false],
    ['(MIT AND Zlib)', true],
    ['MIT OR ISC AND GPL-2.0-only', true],
    ['(MIT OR ISC) AND GPL-2.0-only', false],
    ['GPL-2.0-only AND MIT OR Apache-2.0', true],
  ])('reads %s as %s', (expression, permissive) => {
    expect(isPermissive(expression)).toBe(permissive);
  });

  it.each(['', '(MIT', 'MIT)', 'MIT ISC', 'MIT OR', 'AND', 'SEE LICENSE IN LICENSE.txt'])('refuses %j', (text) => {
    expect(() => isPermissive(text)).toThrow(/no SPDX expression/);
  });
});
