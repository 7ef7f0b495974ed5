import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { AskedPassages } from '../../contract/model-workers';
import type { RerankingConfiguration } from '../../domain/models/configuration';
import { AS_THEY_ARE, type Encoded, framed, pairFrame, type PairFrame, pairParts, type Tokens } from './graph-inputs';
import type { GraphOutput } from './network';
import { plainIds } from './token-offsets';

export type LogitConfiguration = Pick<RerankingConfiguration, 'logit' | 'relevant'>;

export const ONE_LOGIT: LogitConfiguration = { logit: 'only', relevant: 0 };

/**
 * One number a row: the only logit, or the relevant label's less the other's, which orders as the softmax does.
 * @throws {Error} where the network has another number of labels
 */
export function relevance({ data, dims }: GraphOutput, rows: number, { logit, relevant }: LogitConfiguration) {
  const labels = logit === 'only' ? 1 : 2;
  const found = dims.length === 1 ? 1 : dims[1];
  if (dims[0] !== rows || dims.length > 2 || found !== labels)
    throw new Error(
      `it gives ${dims.join(' × ')} logits where ${rows} × ${labels} are expected. Choose another reading of its logits`,
    );
  const values = labels === 1 ? data : differences(data, rows, relevant);
  if (!values.every(Number.isFinite))
    throw new Error('it gives logits that are no numbers (NaN or infinite). Choose other weights or another device');
  return values;
}

const differences = (data: Float32Array, rows: number, relevant: 0 | 1): Float32Array =>
  Float32Array.from({ length: rows }, (_, row) => data[2 * row + relevant]! - data[2 * row + 1 - relevant]!);

export type PairReader = ReturnType<typeof pairReader>;

export interface PairRow extends Tokens {
  readonly pair: number;
}

/** Characters read of a text: 200,000 without a space overflow the tokenizer's stack. All windows take fewer. */
export const MAX_CHARACTERS = 65_536;

/**
 * @param typed whether the network takes token types; absent: as the tokenizer does
 * @throws {Error} where the tokenizer does not encode a pair as a question and then a passage
 */
export function pairReader(tokenizer: PreTrainedTokenizer, typed?: boolean) {
  const [question, passage] = ['a', 'b'];
  const asked = typed === undefined ? {} : { return_token_type_ids: typed };
  const pair = tokenizer([question], { ...AS_THEY_ARE, ...asked, text_pair: [passage] }) as Encoded;
  const ids = pair['input_ids']![0]!;
  const types = pair['token_type_ids']?.[0];
  const [first, second] = plainIds(tokenizer, [question, passage]);
  const frame = pairFrame({ ids, types: types ?? ids.map(() => 0) }, first!, second!);
  return { tokenizer, frame };
}

/** A passage, or a window of one that is too long, with the question as it is read beside it. */
export interface PairWindow {
  readonly pair: number;
  /** Of the text and the window: the same is read once. */
  readonly key: string;
  readonly ids: readonly number[];
  readonly asked: readonly number[];
}

export function layOut(
  frame: PairFrame,
  asked: readonly AskedPassages[],
  maxTokens: number,
  idsOfText: (text: string) => readonly number[],
) {
  const windows: PairWindow[] = [];
  const [tokens, truncated]: [number[], number[]] = [[], []];
  for (const { query, passages } of asked) {
    const whole = idsOfText(query);
    // One object for each way in which it is read: by it the pairs of a question are found.
    let cut: readonly number[] | null = null;
    for (const text of passages) {
      const ids = idsOfText(text);
      const parts = pairParts(frame, whole, ids, maxTokens);
      const question = parts.asked.length === whole.length ? whole : (cut ??= parts.asked);
      for (const start of parts.starts) {
        const read = parts.starts.length === 1 ? ids : ids.slice(start, start + parts.room);
        const key = read.length === ids.length ? text : `${start} ${parts.room} ${text}`;
        windows.push({ pair: tokens.length, key, ids: read, asked: question });
      }
      tokens.push(parts.tokens);
      truncated.push(Number(parts.truncated || isCut(query) || isCut(text)));
    }
  }
  return { windows, tokens: Uint32Array.from(tokens), truncated: Uint8Array.from(truncated) };
}

/**
 * Tokenises each text once, into rows of at most `maxTokens`, the longest first; longer pairs have several.
 * @returns rows; for each pair its tokens, and 1 where something of it is in no row
 */
export function readPairs({ tokenizer, frame }: PairReader, asked: readonly AskedPassages[], maxTokens: number) {
  const texts = [...new Set(asked.flatMap(({ query, passages }) => [query, ...passages]))];
  const ids = tokensOf(tokenizer, texts);
  const known = new Map(texts.map((text, i) => [text, ids[i]!]));
  const { windows, ...read } = layOut(frame, asked, maxTokens, (text) => known.get(text)!);
  const rows = windows.map((each): PairRow => ({ ...framed(frame, each.asked, each.ids), pair: each.pair }));
  return { rows: rows.sort((a, b) => b.ids.length - a.ids.length), ...read };
}

const isCut = (text: string): boolean => text.length > MAX_CHARACTERS;

export const tokensOf = (tokenizer: PreTrainedTokenizer, texts: readonly string[]): number[][] =>
  plainIds(
    tokenizer,
    texts.map((text) => text.slice(0, MAX_CHARACTERS)),
  );
