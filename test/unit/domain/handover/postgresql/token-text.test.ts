import { describe, expect, it } from 'vitest';
import { tokenText } from '../../../../../src/domain/handover/postgresql/sql-text';

describe('tokenText', () => {
  it('leaves words of a to z, and writes the bytes of all others', () => {
    const tokens = ['wing', '半', '3.5', 'größe', 'u0a'];
    const others = tokens.slice(1).map((token) => `u0${letters(token)}`);
    expect(tokenText(tokens)).toBe(['wing', ...others].join(' '));
    expect(tokenText(['半'])).toBe('u0ofinik');
  });

  it('is empty without tokens', () => {
    expect(tokenText([])).toBe('');
  });

  it('keeps words shorter than PostgreSQL’s longest, and apart', () => {
    const [first, second] = [tokenText(['半'.repeat(900)]), tokenText(['半'.repeat(901)])];
    expect(first).toMatch(/^u1[a-p]+$/);
    expect(first.length).toBeLessThan(2000);
    expect(first).not.toBe(second);
  });
});

/** By another way than the code: hexadecimal digits, each as a letter. */
function letters(token: string): string {
  return Buffer.from(token, 'utf8')
    .toString('hex')
    .replace(/[0-9a-f]/g, (digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)));
}
