import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { Span } from '../../base/types';
import { parts } from './parts';
import { plainIds } from './token-count';
import { type TokenPiece, piecesOf, spellingOf } from './token-pieces';

/** The tokens of a text without special ones, and where each of them stands in it. */
export interface PlacedTokens {
  readonly ids: readonly number[];
  /** In UTF-16 units, in the order of the text; tokens that share a character share its span. */
  readonly spans: readonly Span[];
}

/** A text is tokenised in parts of so many UTF-16 units, so that what could not be aligned ends with its part. */
const PART = 512;

/**
 * Tokens with their places. A tokenizer tells none: the names of its tokens are looked for, in their order, in the text,
 * both without case, accents, white space and Unicode's compatibility forms. Where the vocabulary does not know what
 * stands in the text, that is what lies between the tokens which it knows.
 */
export function placedTokens(tokenizer: PreTrainedTokenizer, text: string): PlacedTokens {
  const spelling = spellingOf(tokenizer);
  const names = new Map(Array.from(tokenizer.get_vocab(), ([name, id]) => [id, name] as const));
  const cuts = parts(text, PART);
  const rows = plainIds(
    tokenizer,
    cuts.map(({ start, end }) => text.slice(start, end)),
  );
  const spans = cuts.flatMap((cut, i) => {
    const pieces = piecesOf(
      rows[i]!.map((id) => names.get(id)),
      spelling,
    );
    return aligned(pieces, text.slice(cut.start, cut.end)).map((span) => moved(span, cut.start));
  });
  return { ids: rows.flat(), spans };
}

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** The place of every token of some pieces in a text, in their order. */
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

/** A text without what tokenizers take away or rewrite, and the way back. */
interface Bare {
  readonly text: string;
  /** Where a piece stands next; one that begins a word stands after a blank, a sign or a character of Chinese or Japanese. */
  find(piece: string, from: number, begins: boolean): number;
  /** The place of a part in the source. */
  span(from: number, to: number): Span;
}

/** Marks, controls and blanks: what may be missing on either side. */
const TAKEN_AWAY = /[\p{Mn}\p{C}\s]/u;
const BEFORE_WORD = /[\s\p{P}$+<=>^`|~\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

function bare(text: string): Bare {
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
    find(piece, from, begins) {
      const first = folded.indexOf(piece, from);
      for (let found = first; begins && found >= 0; found = folded.indexOf(piece, found + 1))
        if (isWordStart(found)) return found;
      return first;
    },
    span(from, to) {
      const start = from < starts.length ? starts[from]! : text.length;
      if (from === to) return { start: ends[from - 1] ?? 0, end: ends[from - 1] ?? 0 };
      return { start, end: ends[to - 1]! };
    },
  };
}

const lastOf = (text: string): string => Array.from(text).at(-1) ?? '';
