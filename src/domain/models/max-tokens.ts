import type { Family, Known } from './families';
import { countOf } from './json';
import type { ModelTask } from './configuration';
import type { Remarks } from './remarks';
import type { Finding } from './repository';
import type { Source } from './source';

/** Attention needs memory by the square of the length: 8192 tokens are gigabytes already. */
export const MAX_TOKENS = 8192;

/** Where nothing says it: what most models were trained on. */
const ASSUMED = 512;

/** Their positions start after that of padding, so two of the table are never used. */
const OFFSET_POSITIONS = /^(?:(?:xlm-)?roberta|camembert|mpnet|longformer)/;

/**
 * How many tokens a text may have. The first that says it: sentence-transformers' own file; the family, where it was
 * trained on less than the tokenizer allows; the tokenizer; the network's positions; never more positions than there are.
 * `max_length` of a tokenizer is left alone: it is what was last asked of it (gte-small has 128 there, and takes 512).
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
    remarks.warn(`Nothing says how many tokens it takes: ${ASSUMED} are assumed.`);
    return { value: ASSUMED, from: 'nothing says it', certainty: 'assumed' };
  }
  const within = positions && positions.value < found.value ? positions : found;
  if (within !== found)
    remarks.warn(`${found.from} allows ${found.value} tokens, but the network has positions for ${within.value} only.`);
  if (within.value <= MAX_TOKENS) return within;
  if (task !== 'generation')
    remarks.warn(
      `It takes up to ${within.value} tokens; here at most ${MAX_TOKENS}, as memory grows with their square.`,
    );
  return {
    ...within,
    value: MAX_TOKENS,
    from: `${within.from} (${within.value}, of which this page uses ${MAX_TOKENS})`,
  };
}

function statedLength(source: Source, known: Known<Family> | null): Finding<number> | null {
  const file = source.files.map(({ path }) => path).find((path) => /^sentence_[\w-]+_config\.json$/.test(path));
  const length = file === undefined ? null : countOf(source.object(file)?.['max_seq_length']);
  if (file !== undefined && length !== null) return { value: length, from: file, certainty: 'stated' };
  // Without a limit tokenizers say 1e30.
  const told = countOf(source.object('tokenizer_config.json')?.['model_max_length']);
  const tokenizer = told !== null && told < 1e9 ? told : null;
  const family = known?.family.maxTokens;
  if (known && family !== undefined && family < (tokenizer ?? Infinity))
    return { value: family, from: known.from, certainty: 'family' };
  return tokenizer === null ? null : { value: tokenizer, from: 'tokenizer_config.json', certainty: 'stated' };
}

function positionsOf(source: Source): Finding<number> | null {
  const { config } = source;
  const rotary = config['rope_theta'] !== undefined || config['rotary_emb_base'] !== undefined;
  const length = countOf(config['n_positions']) ?? countOf(config['max_position_embeddings']);
  if (length === null) return null;
  const type = typeof config['model_type'] === 'string' ? config['model_type'] : '';
  const value = !rotary && OFFSET_POSITIONS.test(type) && length > 2 ? length - 2 : length;
  return { value, from: 'config.json', certainty: 'stated' };
}
