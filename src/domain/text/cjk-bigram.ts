import { plainText } from './plain-text';

/**
 * Tokens for text in any mix of languages, without a dictionary. After NFKC and lower case,
 *
 * - a run of letters, digits and the marks on them is one token: `dram`, `80`, `größe`;
 * - a run of Han, Hiragana, Katakana (with ー 々 〆 〇) or Hangul gives its overlapping pairs of characters: 半导体 is
 *   半导 and 导体; a character on its own is a token;
 * - all else separates. What cannot be seen ({@link plainText}) is taken out first.
 *
 * Bigrams are what Lucene's CJKAnalyzer uses; for retrieval they are level with word segmentation (Nie et al., “On the
 * Use of Words and N-grams for Chinese Information Retrieval”, IRAL 2000).
 */
export function cjkBigram(text: string): string[] {
  const plain = plainText(text);
  const tokens: string[] = [];
  let at = 0;
  while (at < plain.length) {
    const kind = kindAt(plain, at);
    if (kind === WORD) {
      const end = runEnd(plain, at, WORD);
      tokens.push(plain.slice(at, end));
      at = end;
    } else if (kind === CJK) {
      const end = runEnd(plain, at, CJK);
      pushBigrams(plain, at, end, tokens);
      at = end;
    } else at += unitsAt(plain, at);
  }
  return tokens;
}

const SEPARATOR = 1;
const WORD = 2;
const CJK = 3;
/** A combining mark belongs to the character before it and never begins a token. */
const MARK = 4;

/** Kinds of UTF-16 units, each found out once: a lookup by regular expression for every character is too slow. */
const kinds = new Uint8Array(0x10000);
const astralKinds = new Map<number, number>();

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff) return astralKind(text.codePointAt(at)!);
  return kinds[unit] || (kinds[unit] = classify(unit));
}

function astralKind(codePoint: number): number {
  const known = astralKinds.get(codePoint);
  if (known !== undefined) return known;
  const kind = classify(codePoint);
  astralKinds.set(codePoint, kind);
  return kind;
}

/** Script extensions, so that 〆 and ー, which several scripts share, are found; they also hold punctuation. */
export const CJK_SCRIPT = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (/\p{M}/u.test(character)) return MARK;
  if (!/[\p{L}\p{N}]/u.test(character)) return SEPARATOR;
  return CJK_SCRIPT.test(character) ? CJK : WORD;
}

function unitsAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

function runEnd(text: string, from: number, kind: number): number {
  let at = from;
  while (at < text.length) {
    const next = kindAt(text, at);
    if (next !== kind && next !== MARK) break;
    at += unitsAt(text, at);
  }
  return at;
}

function pushBigrams(text: string, from: number, to: number, tokens: string[]): void {
  let first = from;
  let second = characterEnd(text, first, to);
  if (second === to) tokens.push(text.slice(from, to));
  while (second < to) {
    const end = characterEnd(text, second, to);
    tokens.push(text.slice(first, end));
    first = second;
    second = end;
  }
}

/** Where the character at `at` ends, with the marks on it. */
function characterEnd(text: string, at: number, to: number): number {
  let end = at + unitsAt(text, at);
  while (end < to && kindAt(text, end) === MARK) end += unitsAt(text, end);
  return end;
}
