import { CJK_CHARACTER } from '../text/cjk';

const BLANK_WITHIN_CJK = new RegExp(`(?<=${CJK_CHARACTER}|[，。、；：]) (?=${CJK_CHARACTER})`, 'gu');

/** A piece of a text as a person would read it: on one line, without the marks of Markdown. */
export function readable(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/^\s*(?:#{1,6}\s+|>\s+|[-*+•・●]\s+|\d{1,3}[.)、]\s+)/, '')
    .replace(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .replace(BLANK_WITHIN_CJK, '')
    .trim();
}
