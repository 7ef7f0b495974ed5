import type { PreTrainedTokenizer } from '@xenova/transformers';
import { orNull } from '../../base/containers';
import { isSpace } from '../../domain/chunk/spans';
import type { Span } from '../../base/types';
import { AS_THEY_ARE, type Encoded } from './graph-inputs';

export function plainIds(tokenizer: PreTrainedTokenizer, texts: string[]): number[][] {
  if (texts.length === 0) return [];
  return (tokenizer(texts, { ...AS_THEY_ARE, add_special_tokens: false }) as Encoded)['input_ids']!;
}

/** Tokens without special ones. Above 32,768 characters it counts parts, whose sum may be some above the whole's. */
export function countTokens(tokenizer: PreTrainedTokenizer, texts: readonly string[]): Uint32Array {
  const counts = new Uint32Array(texts.length);
  const pieces = texts.flatMap((text, at) =>
    parts(text).map(({ start, end }) => ({ at, text: text.slice(start, end) })),
  );
  const written = pieces.map(({ text }) => text);
  const ids = plainIds(tokenizer, written);
  pieces.forEach(({ at }, i) => (counts[at]! += ids[i]!.length));
  return counts;
}

/** UTF-16 units that a tokenizer is given at once: it overflows its stack on 200,000 without a space. */
const MAX = 32_768;

/** All of a text in parts a tokenizer can take, which end before white space, else anywhere but in a code point. */
export function parts(text: string, most = MAX): Span[] {
  const found: Span[] = [];
  for (let start = 0; start < text.length; start = found.at(-1)!.end)
    found.push({ start, end: text.length - start <= most ? text.length : endOf(text, start, start + most) });
  return found;
}

function endOf(text: string, start: number, last: number): number {
  for (let at = last; at > start; at--) if (isSpace(text.charCodeAt(at))) return at;
  const isLow = (text.charCodeAt(last) & 0xfc00) === 0xdc00;
  return isLow && last - 1 > start ? last - 1 : last;
}

/** @throws {Error} where a text's own tokens are not found in what the tokenizer makes of it */
export function frameOf(tokenizer: PreTrainedTokenizer) {
  const probe = 'a';
  const framed = (tokenizer([probe], { return_tensor: false }) as Encoded)['input_ids']![0]!;
  const own = plainIds(tokenizer, [probe])[0]!;
  const at = own.length === 0 ? -1 : framed.indexOf(own[0]!);
  if (at < 0) throw new Error('the tokenizer does not encode a text as special tokens around it');
  return { before: framed.slice(0, at), after: framed.slice(at + own.length) };
}

/** A text is tokenised in parts of so many UTF-16 units, so that what could not be aligned ends with its part. */
const PART = 512;

/**
 * Tokens with their places. A tokenizer gives none: the names of its tokens are looked for, in their order, in the text,
 * both without case, accents, white space and Unicode's compatibility forms. Where the vocabulary does not know what
 * stands in the text, that is what lies between the tokens which it knows. Tokens that share a character share its span.
 */
export function placedTokens(tokenizer: PreTrainedTokenizer, text: string) {
  const spelling = spellingOf(tokenizer);
  const names = new Map(Array.from(tokenizer.get_vocab(), ([name, id]) => [id, name] as const));
  const cuts = parts(text, PART);
  const written = cuts.map(({ start, end }) => text.slice(start, end));
  const rows = plainIds(tokenizer, written);
  const spans = cuts.flatMap((cut, i) => {
    const tokens = rows[i]!.map((id) => names.get(id));
    return aligned(piecesOf(tokens, spelling), text.slice(cut.start, cut.end)).map(({ start, end }): Span => ({
      start: cut.start + start,
      end: cut.start + end,
    }));
  });
  return { ids: rows.flat(), spans };
}

export function aligned(pieces: readonly TokenPiece[], text: string): Span[] {
  const source = bare(text);
  const spans: Span[] = [];
  const push = (tokens: number, from: number, to: number): void => {
    for (let i = 0; i < tokens; i++) spans.push(source.span(from, to));
  };
  let at = 0;
  let unknown = 0;
  for (const { tokens, text: name, begins } of pieces) {
    const own = name === null ? '' : bare(name).text;
    // An unknown token stands for a character at least.
    const found = own === '' ? -1 : source.find(own, at + unknown, begins && unknown > 0);
    if (own === '' && name !== null && unknown === 0) push(tokens, at, at);
    else if (found < 0) unknown += tokens;
    else {
      push(unknown, at, found);
      push(tokens, found, found + own.length);
      [at, unknown] = [found + own.length, 0];
    }
  }
  push(unknown, at, source.text.length);
  return spans;
}

/** Marks, controls and blanks: what may be missing on either side. */
const TAKEN_AWAY = /[\p{Mn}\p{C}\s]/u;
const BEFORE_WORD = /[\s\p{P}$+<=>^`|~\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

function bare(text: string) {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of text) {
    // Decomposed, so that it is the same whether marks were joined before or not; σ has a second form at the end of words.
    const own = Array.from(character.normalize('NFKD').toLowerCase().replaceAll('ς', 'σ'));
    for (const unit of own.filter((each) => !TAKEN_AWAY.test(each)).join('')) {
      folded += unit;
      for (let i = 0; i < unit.length; i++) {
        starts.push(at);
        ends.push(at + character.length);
      }
    }
    at += character.length;
  }
  const isWordStart = (found: number): boolean => {
    const start = starts[found]!;
    const before = text.slice(Math.max(0, start - 2), start);
    return start === 0 || BEFORE_WORD.test(lastOf(before)) || BEFORE_WORD.test(lastOf(text.slice(start, ends[found])));
  };
  return {
    text: folded,
    /** Where a piece is next; one that begins a word comes after a blank, a sign or a character of Chinese or Japanese. */
    find(piece: string, from: number, begins: boolean): number {
      const first = folded.indexOf(piece, from);
      for (let found = first; begins && found >= 0; found = folded.indexOf(piece, found + 1))
        if (isWordStart(found)) return found;
      return first;
    },
    span(from: number, to: number): Span {
      const start = from < starts.length ? starts[from]! : text.length;
      if (from === to) return { start: ends[from - 1] ?? 0, end: ends[from - 1] ?? 0 };
      return { start, end: ends[to - 1]! };
    },
  };
}

const lastOf = (text: string): string => Array.from(text).at(-1) ?? '';

/** Tokens that stand next to each other and together are a text: mostly one, several where each is a byte of a character. */
interface TokenPiece {
  readonly tokens: number;
  /** Null where the vocabulary does not know what stood there. */
  readonly text: string | null;
  readonly begins: boolean;
}

type TokenSpelling = ReturnType<typeof spellingOf>;

function spellingOf(tokenizer: PreTrainedTokenizer) {
  const { model, pre_tokenizer, decoder } = tokenizer._tokenizerJSON as {
    readonly model?: { readonly type?: string; readonly continuing_subword_prefix?: string };
    readonly pre_tokenizer?: unknown;
    readonly decoder?: unknown;
  };
  return {
    unknown: tokenizer.unk_token ?? '',
    /** What WordPiece writes before a token within a word, as `##`; null in other vocabularies. */
    within: model?.type === 'WordPiece' ? (model.continuing_subword_prefix ?? '##') : null,
    /** Whether each character of a token is a byte of UTF-8 (GPT-2). */
    bytes: JSON.stringify([pre_tokenizer, decoder]).includes('"ByteLevel"'),
  };
}

/** What tokens stand for, by their names in the vocabulary; `undefined` for an id that it does not hold. */
export function piecesOf(tokens: readonly (string | undefined)[], spelling: TokenSpelling): TokenPiece[] {
  const found: TokenPiece[] = [];
  let bytes: number[] = [];
  let held = 0;
  const flush = (text: string | null): void => {
    if (held > 0) found.push({ tokens: held, text, begins: text?.startsWith(' ') ?? false });
    [bytes, held] = [[], 0];
  };
  for (const token of tokens) {
    const more = token === undefined || token === spelling.unknown ? null : bytesOf(token, spelling);
    if (more === null) {
      flush(null);
      found.push({ tokens: 1, ...wholeText(token, spelling) });
      continue;
    }
    bytes.push(...more);
    held++;
    const text = decoded(bytes);
    if (text !== null || held === LONGEST) flush(text);
  }
  flush(null);
  return found;
}

/** Bytes of one character, each a token of its own, at most. */
const LONGEST = 4;

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Null where the bytes end within a character. */
const decoded = (bytes: readonly number[]): string | null => orNull(() => UTF_8.decode(Uint8Array.from(bytes)));

function wholeText(token: string | undefined, { unknown, within }: TokenSpelling): Pick<TokenPiece, 'text' | 'begins'> {
  if (token === undefined || token === unknown) return { text: null, begins: true };
  if (within !== null) {
    const inside = token.startsWith(within) && token.length > within.length;
    return { text: inside ? token.slice(within.length) : token, begins: !inside };
  }
  return { text: token.replaceAll('▁', ' ').replace(/<\/w>$/, ''), begins: token.startsWith('▁') };
}

/** Null for a token that is written as text. */
function bytesOf(token: string, spelling: TokenSpelling): number[] | null {
  if (spelling.bytes) {
    const bytes = Array.from(token, (character) => BYTES.get(character));
    return bytes.every((byte) => byte !== undefined) ? bytes : null;
  }
  const [, byte] = spelling.within === null ? (/^<0x([0-9A-F]{2})>$/.exec(token) ?? []) : [];
  return byte === undefined ? null : [parseInt(byte, 16)];
}

/** The characters in which GPT-2 writes bytes: printable ones as they are, the others from U+0100 on. */
const BYTES: ReadonlyMap<string, number> = (() => {
  const isPlain = (byte: number): boolean => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return new Map(
    Array.from({ length: 256 }, (_, byte) => [String.fromCharCode(isPlain(byte) ? byte : next++), byte] as const),
  );
})();
