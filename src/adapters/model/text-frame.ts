import type { PreTrainedTokenizer } from '@xenova/transformers';
import type { Encoded } from './batch';
import { plainIds } from './token-count';

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
