import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { AskedPassages } from '../../contract/model-workers';
import type { Encoded } from './graph-inputs';
import { pairFrame, pairWindows, type PairFrame, type Tokens } from './windows';

export interface PairReader {
  readonly tokenizer: PreTrainedTokenizer;
  readonly frame: PairFrame;
}

/** A row that the network reads, and the position of its pair. */
export interface PairRow extends Tokens {
  readonly pair: number;
}

interface ReadPairs {
  /** Rows of all pairs, the longest first; a pair has several where it is longer than the model takes. */
  readonly rows: readonly PairRow[];
  /** Tokens of each pair, of what was read of its texts. */
  readonly tokens: Uint32Array;
  /** 1 for each pair of which something is in no row. */
  readonly truncated: Uint8Array;
}

/**
 * More characters than this of a text are not read: the tokenizer overflows its stack on a passage of 200,000 without a
 * space. All windows of a passage together take fewer, at 512 tokens and less than eight characters a token.
 */
export const MAX_CHARACTERS = 65_536;

/**
 * @param typed whether the network takes which token belongs to which text, which some tokenizers give only when asked.
 *   Absent: as the tokenizer does.
 * @throws {Error} where the tokenizer does not encode a pair as a question and then a passage
 */
export function pairReader(tokenizer: PreTrainedTokenizer, typed?: boolean): PairReader {
  const [question, passage] = ['a', 'b'];
  const asked = typed === undefined ? {} : { return_token_type_ids: typed };
  const pair = tokenizer([question], { ...PLAIN, ...asked, text_pair: [passage] }) as Encoded;
  const ids = pair['input_ids']![0]!;
  const types = pair['token_type_ids']?.[0];
  const [first, second] = idsOf(tokenizer, [question, passage]);
  const frame = pairFrame({ ids, types: types ?? ids.map(() => 0) }, first!, second!);
  return { tokenizer, frame };
}

/** Tokenises questions and their passages, each text once, and lays them out as rows of at most `maxTokens`. */
export function readPairs(
  { tokenizer, frame }: PairReader,
  asked: readonly AskedPassages[],
  maxTokens: number,
): ReadPairs {
  const texts = [...new Set(asked.flatMap(({ query, passages }) => [query, ...passages]))];
  const ids = tokensOf(tokenizer, texts);
  const known = new Map(texts.map((text, i) => [text, ids[i]!]));
  const pairs = asked.flatMap(({ query, passages }) => passages.map((passage) => ({ query, passage })));
  const windows = pairs.map(({ query, passage }) =>
    pairWindows(frame, known.get(query)!, known.get(passage)!, maxTokens),
  );
  const rows = windows.flatMap((each, pair) => each.rows.map((row): PairRow => ({ ...row, pair })));
  return {
    rows: rows.sort((a, b) => b.ids.length - a.ids.length),
    tokens: Uint32Array.from(windows, ({ tokens }) => tokens),
    truncated: Uint8Array.from(windows, ({ truncated }, i) =>
      Number(truncated || isCut(pairs[i]!.query) || isCut(pairs[i]!.passage)),
    ),
  };
}

/** Whether the end of a text is not read. */
export const isCut = (text: string): boolean => text.length > MAX_CHARACTERS;

/** Tokens of what is read of each text, without special ones. */
export const tokensOf = (tokenizer: PreTrainedTokenizer, texts: readonly string[]): number[][] =>
  idsOf(
    tokenizer,
    texts.map((text) => text.slice(0, MAX_CHARACTERS)),
  );

const PLAIN = { padding: false, truncation: false, return_tensor: false } as const;

function idsOf(tokenizer: PreTrainedTokenizer, texts: string[]): number[][] {
  const encoded = tokenizer(texts, { ...PLAIN, add_special_tokens: false }) as Encoded;
  return encoded['input_ids']!;
}
