import { isSpace } from './chunk';

/**
 * White space as Python's `str.isspace` and `str.strip` have it, by UTF-16 unit; every such character is one unit. Unlike
 * JavaScript's `\s` it has the information separators U+001C to U+001F and U+0085, and not the byte order mark U+FEFF.
 */
export function isPythonSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
  if (code === 0x85) return true;
  return code !== 0xfeff && isSpace(code);
}
