import type { PreTrainedTokenizer } from '@xenova/transformers';
import { isSpace } from '../../domain/chunk/spans';
import type { Span } from '../../base/types';
import type { Encoded } from './batch';

/** Ids of each text, without the special tokens that a tokenizer puts around it. */
export function plainIds(tokenizer: PreTrainedTokenizer, texts: string[]): number[][] {
  if (texts.length === 0) return [];
  const options = { padding: false, truncation: false, return_tensor: false, add_special_tokens: false } as const;
  return (tokenizer(texts, options) as Encoded)['input_ids']!;
}

/**
 * Tokens of each text without special ones. A text of more than 32,768 characters is counted in parts that end at white
 * space; a tokenizer whose tokens reach across white space may count some fewer for the whole.
 */
export function countTokens(tokenizer: PreTrainedTokenizer, texts: readonly string[]): Uint32Array {
  const counts = new Uint32Array(texts.length);
  const pieces = texts.flatMap((text, at) =>
    parts(text).map(({ start, end }) => ({ at, text: text.slice(start, end) })),
  );
  const ids = plainIds(
    tokenizer,
    pieces.map(({ text }) => text),
  );
  pieces.forEach(({ at }, i) => (counts[at]! += ids[i]!.length));
  return counts;
}

/** UTF-16 units that a tokenizer is given at once: it overflows its stack on 200,000 without a space. */
const MAX = 32_768;

/**
 * A text in parts that a tokenizer can take, which together are all of it. A part ends before the last white space that
 * fits, so that no word is cut; where there is none it ends where it must, but never within a code point.
 */
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

/** The special tokens that a tokenizer puts around a text. */
export interface TextFrame {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** @throws {Error} where a text's own tokens are not found in what the tokenizer makes of it */
export function frameOf(tokenizer: PreTrainedTokenizer): TextFrame {
  const probe = 'a';
  const framed = (tokenizer([probe], { return_tensor: false }) as Encoded)['input_ids']![0]!;
  const own = plainIds(tokenizer, [probe])[0]!;
  const at = own.length === 0 ? -1 : framed.indexOf(own[0]!);
  if (at < 0) throw new Error('the tokenizer does not encode a text as special tokens around it');
  return { before: framed.slice(0, at), after: framed.slice(at + own.length) };
}
