import type { RerankingConfiguration } from '../../domain/models/configuration';
import type { GraphOutput } from './network';

/** How relevance is read from a reranker's logits. */
export type LogitConfiguration = Pick<RerankingConfiguration, 'logit' | 'relevant'>;

/** The bundled reranker has one. */
export const ONE_LOGIT: LogitConfiguration = { logit: 'only', relevant: 0 };

/**
 * One number a row: the only logit; or that of the label which means relevant less the other's, which orders as the
 * probability of that label does, since the softmax of two is the logistic of their difference.
 *
 * @throws {Error} where the network has another number of labels
 */
export function relevance(
  { data, dims }: GraphOutput,
  rows: number,
  { logit, relevant }: LogitConfiguration,
): Float32Array {
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
