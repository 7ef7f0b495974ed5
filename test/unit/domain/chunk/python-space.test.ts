import { describe, expect, it } from 'vitest';
import { cut } from '../../../../src/domain/chunk/by-tokens';
import { trimmed } from '../../../../src/domain/chunk/spans';
import { isPythonSpace } from '../../../../src/domain/chunk/spans';
import { docId } from '../../../../src/base/types';

/**
 * What CPython 3.11.7 prints, for `isspace` and `strip` alike:
 * `[c for c in range(0x110000) if chr(c).isspace()]` and `[c for c in range(0x110000) if ('a' + chr(c)).strip() == 'a']`.
 */
const OF_PYTHON: ReadonlySet<number> = new Set([
  ...[0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680],
  ...[0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a],
  ...[0x2028, 0x2029, 0x202f, 0x205f, 0x3000],
]);

const recursive = { kind: 'recursive', size: 10, overlap: 0, separators: 'latin', context: 'none' } as const;
const chunks = (text: string): string[] =>
  cut({ id: docId('d'), title: '', text }, recursive).map(({ start, end }) => text.slice(start, end));

describe('white space of Python', () => {
  it('is that of str.strip for every code point', () => {
    const wrong: string[] = [];
    for (let code = 0; code < 0x110000; code++) {
      const text = `${String.fromCodePoint(code)}a${String.fromCodePoint(code)}`;
      const kept = trimmed(text, { start: 0, end: text.length }, isPythonSpace)!;
      const expected = OF_PYTHON.has(code) ? 'a' : text;
      if (text.slice(kept.start, kept.end) !== expected) wrong.push(code.toString(16));
    }
    expect(wrong).toEqual([]);
  });

  it('is what the recursive chunker trims, as LangChain calls strip', () => {
    expect(chunks('\ufeffalpha')).toEqual(['\ufeffalpha']);
    expect(chunks('\x1calpha\x1d \x1ebeta\x1f\x85')).toEqual(['alpha', 'beta']);
    expect(chunks('\u180ealpha\u200b')).toEqual(['\u180ealpha\u200b']);
    expect(chunks('\x1c\x1d \x1e\x1f')).toEqual([]);
  });
});
