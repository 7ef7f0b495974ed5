import { countOf } from './json';
import { poolingConfig } from './pooling';
import type { DenseLayer } from './configuration';
import type { Remarks } from './remarks';
import type { Finding } from './repository';
import { moduleConfig, type Source } from './source';

/** Names under which configurations keep the length of their vectors. */
const FIELDS = ['hidden_size', 'd_model', 'dim', 'n_embd', 'hidden_dim'];

/**
 * The length of vectors: of the last dense layer, also of one inside the graph, else what is pooled; null where nothing says
 * it.
 *
 * @param dense layers outside the graph
 */
export function dimensionsOf(source: Source, dense: readonly DenseLayer[], remarks: Remarks): Finding<number> | null {
  const pooled = pooledDimensions(source);
  if (dense.length === 0) return denseInGraph(source) ?? pooled;
  let before = pooled;
  for (const { path, inFeatures, outFeatures } of dense) {
    if (before && before.value !== inFeatures)
      remarks.refuse(
        `${path} takes vectors of ${inFeatures} numbers, but by ${before.from} they have ${before.value}.`,
      );
    before = { value: outFeatures, from: path.replace('model.safetensors', 'config.json'), certainty: 'stated' };
  }
  return before;
}

function denseInGraph(source: Source): Finding<number> | null {
  const last = source.modules?.findLast(({ kind }) => kind === 'Dense');
  const path = moduleConfig(last?.folder ?? '');
  const width = last ? countOf(source.object(path)?.['out_features']) : null;
  return width === null ? null : { value: width, from: path, certainty: 'stated' };
}

function pooledDimensions(source: Source): Finding<number> | null {
  const pooling = poolingConfig(source);
  const stated =
    countOf(pooling?.config['word_embedding_dimension']) ?? countOf(pooling?.config['embedding_dimension']);
  if (pooling && stated !== null) return { value: stated, from: pooling.path, certainty: 'stated' };
  const hidden = FIELDS.map((field) => countOf(source.config[field])).find((value) => value !== null);
  return hidden === undefined || hidden === null ? null : { value: hidden, from: 'config.json', certainty: 'stated' };
}
