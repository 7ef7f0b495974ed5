import type { Family, Known } from './families';
import type { DenseLayer } from './configuration';
import type { Remarks } from './remarks';
import { isStatic, poolingConfig } from './pooling';
import { type Finding, stated } from './repository';
import { countIn, moduleConfig, type Module, type Source, textOf } from './source';

const ACTIVATIONS: ReadonlyMap<string, DenseLayer['activation']> = new Map([
  ['Identity', 'identity'],
  ['Tanh', 'tanh'],
  ['ReLU', 'relu'],
  ['GELU', 'gelu'],
  ['Sigmoid', 'sigmoid'],
]);

/** Modules that need nothing of us: the network itself, what other readers read, and what only training does. */
const UNDERSTOOD = ['Transformer', 'Pooling', 'Normalize', 'Dense', 'StaticEmbedding', 'Dropout'];

/**
 * Dense layers after pooling, outside the graph. Only `model.safetensors` is read: `pytorch_model.bin` is pickled code.
 */
export function denseOf(source: Source, known: Known<Family> | null, remarks: Remarks): readonly DenseLayer[] {
  // Its graph has them inside.
  if (known?.family.pooling === 'graph') return [];
  const modules = source.modules ?? [];
  for (const { kind } of modules) if (!UNDERSTOOD.includes(kind)) remarks.refuse('module-unknown', { kind });
  const layers = modules.filter(({ kind }) => kind === 'Dense').flatMap((module) => layerOf(source, module, remarks));
  if (isStatic(source) && layers.length > 0) remarks.refuse('dense-on-static', null);
  const first = (kind: string) => modules.findIndex((module) => module.kind === kind);
  if (first('Dense') >= 0 && first('Dense') < first('Pooling')) remarks.refuse('dense-before-pooling', null);
  if (known?.family.dense && layers.length === 0) remarks.warn('dense-unlisted', { family: known.from });
  return layers;
}

function layerOf(source: Source, { folder }: Module, remarks: Remarks): readonly DenseLayer[] {
  const path = `${folder}/model.safetensors`;
  const config = source.object(moduleConfig(folder));
  const inFeatures = countIn(config?.['in_features']);
  const outFeatures = countIn(config?.['out_features']);
  const named = textOf(config?.['activation_function']) ?? 'Tanh';
  const activation = ACTIVATIONS.get(named.split('.').at(-1) ?? '');
  if (!source.paths.has(path)) {
    if (source.paths.has(`${folder}/pytorch_model.bin`)) remarks.refuse('dense-pickled', { folder });
    else remarks.refuse('dense-missing', { path });
  } else if (inFeatures === null || outFeatures === null) remarks.refuse('dense-size', { path: moduleConfig(folder) });
  else if (activation === undefined)
    remarks.refuse('dense-activation', { path: moduleConfig(folder), activation: named });
  else return [{ path, inFeatures, outFeatures, bias: config?.['bias'] !== false, activation }];
  return [];
}

/** Configuration fields for the length of vectors. */
const FIELDS = ['hidden_size', 'd_model', 'dim', 'n_embd', 'hidden_dim'];

/**
 * The length of vectors: of the last dense layer, even inside the graph, else of what is pooled; null where unknown.
 *
 * @param dense layers outside the graph
 */
export function dimensionsOf(source: Source, dense: readonly DenseLayer[], remarks: Remarks): Finding<number> | null {
  const pooled = pooledDimensions(source);
  if (dense.length === 0) return denseInGraph(source) ?? pooled;
  let before = pooled;
  for (const { path, inFeatures, outFeatures } of dense) {
    if (before && before.value !== inFeatures)
      remarks.refuse('dense-unfit', { path, takes: inFeatures, from: before.from, has: before.value });
    before = stated(outFeatures, path.replace('model.safetensors', 'config.json'));
  }
  return before;
}

function denseInGraph(source: Source): Finding<number> | null {
  const last = source.modules?.findLast(({ kind }) => kind === 'Dense');
  const path = moduleConfig(last?.folder ?? '');
  const width = last ? countIn(source.object(path)?.['out_features']) : null;
  return width === null ? null : stated(width, path);
}

function pooledDimensions(source: Source): Finding<number> | null {
  const pooling = poolingConfig(source);
  const width = countIn(pooling?.config['word_embedding_dimension']) ?? countIn(pooling?.config['embedding_dimension']);
  if (pooling && width !== null) return stated(width, pooling.path);
  const hidden = FIELDS.map((field) => countIn(source.config[field])).find((value) => value !== null) ?? null;
  return hidden === null ? null : stated(hidden, 'config.json');
}
