import type { ModelOrigin, StoredFile } from '../../contract/models';
import type { Dtype, ModelConfiguration } from '../../domain/models/configuration';
import { contentKey } from '../../base/hash';

const CHANNEL = 'hitrate-models';

export function announceChange(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

export function onModelsChange(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => listener();
  return () => channel.close();
}

const REVISION_DIGITS = 16;
const ID_DIGITS = 12;

/**
 * Revision of a model: the first 16 hex digits of the SHA-256 of its files' paths and hashes, and of how they are read.
 * Pooling, scaling, prefixes and length are not in it: specs have them beside it, for experiments to change.
 */
export function revisionOf(files: readonly StoredFile[], reading: ModelConfiguration): string {
  const hashes = files.map(({ path, sha256 }) => [path, sha256] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const fixed = Object.fromEntries(Object.entries(reading).filter(([field]) => FIXED.includes(field)));
  return contentKey({ files: hashes, reading: fixed }).slice(0, REVISION_DIGITS);
}

/** What of a configuration no spec can change. */
const FIXED = ['task', 'weights', 'dense', 'flat', 'logit', 'relevant'];

/**
 * Id of a model: its repository, the first 12 digits of its commit (else its revision) and its number format, as
 * `Xenova/all-MiniLM-L6-v2@751bff37182d:q8`. Weights that lie elsewhere than transformers.js has that format's are
 * named too: a repository may have several of one format.
 */
export function idOf(origin: ModelOrigin, reading: ModelConfiguration, revision: string): string {
  const name = origin.kind === 'hub' ? origin.repository : origin.name;
  const version = (origin.kind === 'hub' ? origin.commit : null) ?? revision;
  const { dtype, path } = reading.weights;
  const weights = path === usualPath(dtype) ? dtype : `${dtype}:${path}`;
  return `${name}@${version.slice(0, ID_DIGITS)}:${weights}`;
}

function usualPath(dtype: Dtype): string {
  if (dtype === 'fp32') return 'onnx/model.onnx';
  return `onnx/model_${dtype === 'q8' ? 'quantized' : dtype}.onnx`;
}
