import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { EmbeddedBatch } from '../../contract/model-workers';
import type { Span } from '../../base/types';
import { normaliseRows } from './pooling';
import { frameOf } from './token-count';
import { placedTokens } from './token-offsets';
import { windowStarts } from './windows';

/** A stretch of tokens that the model reads at once, and those of them whose vectors are taken from it. */
export interface TextWindow extends Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Windows of `room` tokens over a text of `length`, with an overlap of half. Each token is taken from the window in which
 * it is nearest to the middle, so that it is read with as much before it as after; the first and the last window give
 * the ends, too.
 */
export function textWindows(length: number, room: number): TextWindow[] {
  const starts = windowStarts(length, room, Infinity);
  const border = (i: number): number => Math.ceil((starts[i - 1]! + starts[i]! + Math.min(room, length)) / 2);
  return starts.map((start, i) => ({
    start,
    end: Math.min(length, start + room),
    from: i === 0 ? 0 : border(i),
    to: i === starts.length - 1 ? length : border(i + 1),
  }));
}

/**
 * Sums of token vectors over spans: the pooling of late chunking (Günther et al., “Late Chunking: Contextual Chunk
 * Embeddings Using Long-Context Embedding Models”, 2024). A token belongs to a span that holds its middle.
 */
export class SpanSums {
  /** For each span its first token and the one after its last. */
  private readonly ranges: readonly Span[];
  private readonly sums: Float64Array;

  /** @param tokens their places, in the order of the text */
  constructor(
    tokens: readonly Span[],
    spans: readonly Span[],
    readonly dimensions: number,
  ) {
    const middles = tokens.map(({ start, end }) => (start + end) / 2);
    this.ranges = spans.map(({ start, end }) => {
      const first = lowerBound(middles, start);
      return { start: first, end: Math.max(first, lowerBound(middles, end)) };
    });
    this.sums = new Float64Array(spans.length * dimensions);
  }

  /** Of each span. */
  get tokens(): Uint32Array {
    return Uint32Array.from(this.ranges, ({ start, end }) => end - start);
  }

  /**
   * @param vectors of all the tokens that were read, row-major
   * @param before how many special tokens stand before the window's own
   */
  add({ start, from, to }: TextWindow, vectors: ArrayLike<number>, before: number): void {
    const { dimensions, sums } = this;
    this.ranges.forEach((range, i) => {
      for (let token = Math.max(range.start, from); token < Math.min(range.end, to); token++) {
        const row = (before + token - start) * dimensions;
        for (let d = 0; d < dimensions; d++) sums[i * dimensions + d]! += vectors[row + d]!;
      }
    });
  }

  /** Means, each scaled to length 1 or as they are, row-major; zeros for a span without a token. */
  vectors(normalise = true): Float32Array {
    const { dimensions, ranges, sums } = this;
    const vectors = Float32Array.from(sums);
    if (normalise) normaliseRows(vectors, dimensions);
    else
      ranges.forEach(({ start, end }, i) => {
        for (let d = i * dimensions; d < (i + 1) * dimensions; d++) vectors[d] = sums[d]! / Math.max(1, end - start);
      });
    return vectors;
  }
}

/** The first index whose value is at least `least`, of values that ascend. */
function lowerBound(values: readonly number[], least: number): number {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Vectors of the tokens of one row, row-major. */
interface TokenVectors {
  readonly data: ArrayLike<number>;
  readonly dimensions: number;
}

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
