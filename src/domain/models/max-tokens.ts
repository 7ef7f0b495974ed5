import { type Family, type Known, ofFamily } from './families';
import type { ModelTask } from './configuration';
import { type Remarks, assumed, type Finding, stated } from './repository';
import { countIn, type Source } from './source';

/** Attention memory grows with the square of the length: 8192 tokens take gigabytes. */
export const MAX_TOKENS = 8192;

/** Where nothing says it: what most models were trained on. */
const ASSUMED = 512;

/** Their positions start after that of padding, so two of the table are never used. */
const OFFSET_POSITIONS = /^(?:(?:xlm-)?roberta|camembert|mpnet|longformer)/;

/**
 * Token limit of a text, from the first source that has it: sentence-transformers' file; the family, where trained on
 * less than the tokenizer allows; the tokenizer; the network's positions; never above the positions. A tokenizer's
 * `max_length` is ignored: it is the last value asked for (gte-small has 128, and takes 512).
 */
export function maxTokensOf(
  source: Source,
  task: ModelTask,
  known: Known<Family> | null,
  remarks: Remarks,
): Finding<number> {
  const positions = positionsOf(source);
  const found = statedLength(source, known) ?? positions;
  if (!found) {
    remarks.warn('length-assumed', { tokens: ASSUMED });
    return assumed(ASSUMED);
  }
  const within = positions && positions.value < found.value ? positions : found;
  const { value: tokens, from } = within;
  if (within !== found)
    remarks.warn('length-beyond-positions', { from: found.from, tokens: found.value, positions: tokens });
  if (tokens <= MAX_TOKENS) return within;
  if (task !== 'generation') remarks.warn('length-limited', { tokens, used: MAX_TOKENS });
  return {
    ...within,
    value: MAX_TOKENS,
    from: { code: 'more-than-used', data: { from, tokens, used: MAX_TOKENS } },
  };
}

function statedLength(source: Source, known: Known<Family> | null): Finding<number> | null {
  const file = source.files.map(({ path }) => path).find((path) => /^sentence_[\w-]+_config\.json$/.test(path));
  const length = file === undefined ? null : countIn(source.object(file)?.['max_seq_length']);
  if (file !== undefined && length !== null) return stated(length, file);
  // Without a limit tokenizers say 1e30.
  const limit = countIn(source.object('tokenizer_config.json')?.['model_max_length']);
  const tokenizer = limit !== null && limit < 1e9 ? limit : null;
  const family = known?.family.maxTokens;
  if (known && family !== undefined && family < (tokenizer ?? Infinity)) return ofFamily(family, known);
  return tokenizer === null ? null : stated(tokenizer, 'tokenizer_config.json');
}

function positionsOf(source: Source): Finding<number> | null {
  const { config } = source;
  const rotary = config['rope_theta'] !== undefined || config['rotary_emb_base'] !== undefined;
  const length = countIn(config['n_positions']) ?? countIn(config['max_position_embeddings']);
  if (length === null) return null;
  const type = typeof config['model_type'] === 'string' ? config['model_type'] : '';
  const value = !rotary && OFFSET_POSITIONS.test(type) && length > 2 ? length - 2 : length;
  return stated(value, 'config.json');
}
