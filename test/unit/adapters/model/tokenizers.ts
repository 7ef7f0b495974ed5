import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BertTokenizer, type PreTrainedTokenizer } from '@xenova/transformers';
import { MODELS } from '../../../../tools/models/seal.mjs';

const SMALL = join(import.meta.dirname, '../../../fixtures/models');

/** The tokenizer of a bundled model, or a small one of the fixtures. */
export function tokenizerOf<Tokenizer extends PreTrainedTokenizer = BertTokenizer>(
  name: 'hitrate-embedding' | 'hitrate-reranker' | 'wordpiece' | 'wordpiece-bare',
  Type: new (tokenizer: object, config: object) => Tokenizer = BertTokenizer as never,
): Tokenizer {
  const folder = join(name.startsWith('hitrate') ? MODELS : SMALL, name);
  const json = (file: string): object => JSON.parse(readFileSync(join(folder, file), 'utf8')) as object;
  return new Type(json('tokenizer.json'), json('tokenizer_config.json'));
}
