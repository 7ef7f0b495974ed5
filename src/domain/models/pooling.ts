import type { Json } from '../../base/types';
import { type Family, ofFamily } from './families';
import type { Pooling, DenseLayer } from './configuration';
import { type Remarks, assumed, type Finding, stated } from './repository';
import { type JsonObject, moduleConfig, type Source, textOf, countIn, type Module } from './source';

/** The flags of sentence-transformers' Pooling … */
const FLAGS: readonly (readonly [string, Pooling])[] = [
  ['pooling_mode_cls_token', 'cls'],
  ['pooling_mode_mean_tokens', 'mean'],
  ['pooling_mode_max_tokens', 'max'],
  ['pooling_mode_mean_sqrt_len_tokens', 'mean-sqrt-length'],
  ['pooling_mode_weightedmean_tokens', 'weighted-mean'],
  ['pooling_mode_lasttoken', 'last-token'],
];

/** … and the names that it writes in their place since version 5. */
const NAMES: ReadonlyMap<string, Pooling> = new Map([
  ['cls', 'cls'],
  ['mean', 'mean'],
  ['max', 'max'],
  ['mean_sqrt_len_tokens', 'mean-sqrt-length'],
  ['weightedmean', 'weighted-mean'],
  ['lasttoken', 'last-token'],
]);

/** Poolings that leave out, or read otherwise, the tokens of a prefix where `include_prompt` is false. */
const OVER_ALL: readonly Pooling[] = ['mean', 'max', 'mean-sqrt-length', 'weighted-mean'];

/** How the vectors of tokens become one: as the repository states, else as its family does, else their mean. */
export function poolingOf(source: Source, known: Family | null, remarks: Remarks): Finding<Pooling> {
  if (isStatic(source)) return stated('graph', source.modules ? 'modules.json' : 'config.json');
  const found = statedPooling(source, remarks);
  // The published graph holds pooling and two dense layers, which modules.json lists as if they were still to be done.
  if (known?.pooling === 'graph') return ofFamily('graph', known);
  if (found) {
    if (known && known.pooling !== found.value)
      remarks.warn('family-differs', {
        of: 'pooling',
        path: found.from,
        stated: found.value,
        family: known.name,
        usual: known.pooling,
      });
    return found;
  }
  if (known) return ofFamily(known.pooling, known);
  remarks.warn('assumed', { of: 'pooling' });
  return assumed('mean');
}

/** Whether vectors are scaled to length 1, which decides what a dot product means and nothing of a cosine. */
export function normaliseOf(source: Source, known: Family | null): Finding<boolean> {
  if (source.modules) {
    const value = source.modules.some(({ kind }) => kind === 'Normalize');
    return stated(value, 'modules.json');
  }
  const own = source.config['normalize'];
  if (typeof own === 'boolean') return stated(own, 'config.json');
  return known ? ofFamily(known.normalise, known) : assumed(true);
}

/** Static models are tables of token vectors; their graphs take flat token lists. */
export const isStatic = (source: Source): boolean =>
  source.config['model_type'] === 'model2vec' ||
  (source.modules?.some(({ kind }) => kind === 'StaticEmbedding') ?? false);

const poolingFolders = (source: Source): readonly string[] =>
  source.modules?.filter(({ kind }) => kind === 'Pooling').map(({ folder }) => folder) ??
  (source.paths.has('1_Pooling/config.json') ? ['1_Pooling'] : []);

function poolingConfig(source: Source): { readonly path: string; readonly config: JsonObject } | null {
  const found = poolingFolders(source).flatMap((folder) => {
    const config = source.object(moduleConfig(folder));
    return config ? [{ path: moduleConfig(folder), config }] : [];
  });
  // A later Pooling writes over an earlier one, unless each names the output that it writes.
  return found.find(({ config }) => config['output_key'] === 'sentence_embedding') ?? found.at(-1) ?? null;
}

function statedPooling(source: Source, remarks: Remarks): Finding<Pooling> | null {
  const found = poolingConfig(source);
  if (!found) return null;
  const { path, config } = found;
  const [value, ...more] = modesOf(config);
  if (value === undefined) return null;
  if (more.length > 0) return remarks.refuse('step-unknown', { step: [value, ...more].join(' + ') });
  if (poolingFolders(source).length > 1) remarks.warn('not-as-made', { what: 'poolings' });
  if (config['include_prompt'] === false && OVER_ALL.includes(value))
    remarks.warn('not-as-made', { what: 'prefix-pooled' });
  return stated(value, path);
}

function modesOf(config: JsonObject): readonly Pooling[] {
  const flagged = FLAGS.filter(([flag]) => config[flag] === true).map(([, pooling]) => pooling);
  if (flagged.length > 0) return flagged;
  const mode: Json | undefined = config['pooling_mode'];
  const names = typeof mode === 'string' ? mode.split('+') : Array.isArray(mode) ? mode : [];
  return names.flatMap((name) => NAMES.get(String(name).trim()) ?? []);
}

const ACTIVATIONS: ReadonlyMap<string, DenseLayer['activation']> = new Map([
  ['Identity', 'identity'],
  ['Tanh', 'tanh'],
  ['ReLU', 'relu'],
  ['GELU', 'gelu'],
  ['Sigmoid', 'sigmoid'],
]);

/** Modules that need nothing of us: the network itself, what other readers read, and what only training does. */
const UNDERSTOOD = ['Transformer', 'Pooling', 'Normalize', 'Dense', 'StaticEmbedding', 'Dropout'];

/** Layers outside the graph. Only `model.safetensors` is read: `pytorch_model.bin` is pickled code. */
export function denseOf(source: Source, known: Family | null, remarks: Remarks): readonly DenseLayer[] {
  // Its graph has them inside.
  if (known?.pooling === 'graph') return [];
  const modules = source.modules ?? [];
  for (const { kind } of modules) if (!UNDERSTOOD.includes(kind)) remarks.refuse('step-unknown', { step: kind });
  const dense = modules.filter(({ kind }) => kind === 'Dense');
  const layers = dense.map((module) => layerOf(source, module));
  const first = (kind: string) => modules.findIndex((module) => module.kind === kind);
  // After a table of tokens nothing says whether the graph has it inside; before pooling none is applied here.
  const isOutOfPlace = dense.length > 0 && (isStatic(source) || first('Dense') < first('Pooling'));
  const unread = isOutOfPlace ? 0 : layers.indexOf(null);
  if (unread >= 0) remarks.refuse('step-unknown', { step: dense[unread]!.folder });
  if (known?.dense && dense.length === 0) remarks.warn('not-as-made', { what: 'dense' });
  return layers.filter((layer) => layer !== null);
}

function layerOf(source: Source, { folder }: Module): DenseLayer | null {
  const path = `${folder}/model.safetensors`;
  const config = source.object(moduleConfig(folder));
  const inFeatures = countIn(config?.['in_features']);
  const outFeatures = countIn(config?.['out_features']);
  const named = textOf(config?.['activation_function']) ?? 'Tanh';
  const activation = ACTIVATIONS.get(named.split('.').at(-1) ?? '');
  if (!source.paths.has(path) || inFeatures === null || outFeatures === null || activation === undefined) return null;
  return { path, inFeatures, outFeatures, bias: config?.['bias'] !== false, activation };
}

const FIELDS = ['hidden_size', 'd_model', 'dim', 'n_embd', 'hidden_dim'];

/** Of the last dense layer, even inside the graph, else of what is pooled. @param dense layers outside the graph */
export function dimensionsOf(source: Source, dense: readonly DenseLayer[], remarks: Remarks): Finding<number> | null {
  const pooled = pooledDimensions(source);
  if (dense.length === 0) return denseInGraph(source) ?? pooled;
  let before = pooled;
  for (const { path, inFeatures, outFeatures } of dense) {
    if (before && before.value !== inFeatures) remarks.refuse('step-unknown', { step: path });
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
