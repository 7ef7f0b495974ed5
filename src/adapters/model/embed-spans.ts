import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { EmbeddedBatch } from '../../contract/workers';
import type { Span } from '../../base/types';
import { SpanSums, textWindows } from './late';
import { placedTokens } from './token-offsets';
import { frameOf } from './text-frame';

/** Vectors of the tokens of one row, row-major. */
interface TokenVectors {
  readonly data: ArrayLike<number>;
  readonly dimensions: number;
}

/** A model that gives a vector for each token. */
export interface TokenReader {
  readonly tokenizer: PreTrainedTokenizer;
  /** @param ids with the special tokens that stand around a text */
  read(ids: readonly number[]): Promise<TokenVectors>;
}

/** What is embedded: parts of a text that is read as a whole. */
export interface SpansOfText {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly maxTokens: number;
  /** Whether vectors are scaled to length 1; they are where this is absent. */
  readonly normalise?: boolean;
}

/** Vectors of spans of one text, pooled from the vectors of its tokens. */
export async function embedSpans(
  { tokenizer, read }: TokenReader,
  { text, spans, maxTokens, normalise = true }: SpansOfText,
): Promise<Omit<EmbeddedBatch, 'milliseconds' | 'remarks'>> {
  const { before, after } = frameOf(tokenizer);
  const placed = placedTokens(tokenizer, text);
  let sums: SpanSums | null = null;
  for (const window of textWindows(placed.ids.length, maxTokens - before.length - after.length)) {
    const { data, dimensions } = await read([...before, ...placed.ids.slice(window.start, window.end), ...after]);
    sums ??= new SpanSums(placed.spans, spans, dimensions);
    sums.add(window, data, before.length);
  }
  // There is always a window, if only of the special tokens.
  return { vectors: sums!.vectors(normalise), dimensions: sums!.dimensions, tokens: sums!.tokens };
}
