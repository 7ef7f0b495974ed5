import type { Family, Known } from './families';
import { countOf, textOf } from './json';
import type { DenseLayer } from './configuration';
import type { Remarks } from './remarks';
import { isStatic } from './pooling';
import { moduleConfig, type Module, type Source } from './source';

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
 * The dense layers that come after pooling, outside the graph. Only `model.safetensors` can be read: the older
 * `pytorch_model.bin` is a pickled program.
 */
export function denseOf(source: Source, known: Known<Family> | null, remarks: Remarks): readonly DenseLayer[] {
  // Its graph has them inside.
  if (known?.family.pooling === 'graph') return [];
  const modules = source.modules ?? [];
  for (const { kind } of modules)
    if (!UNDERSTOOD.includes(kind))
      remarks.refuse(`modules.json has a step “${kind}”, which is not done here, so its vectors would be wrong.`);
  const layers = modules.filter(({ kind }) => kind === 'Dense').flatMap((module) => layerOf(source, module, remarks));
  if (isStatic(source) && layers.length > 0)
    remarks.refuse('A dense layer follows its table of tokens, and nothing says whether its graph has that inside.');
  const first = (kind: string) => modules.findIndex((module) => module.kind === kind);
  if (first('Dense') >= 0 && first('Dense') < first('Pooling'))
    remarks.refuse('modules.json has a dense layer before pooling, and only those after it are done here.');
  if (known?.family.dense && layers.length === 0)
    remarks.warn(
      `Models of ${known.from} have a dense layer after pooling, and this repository does not list it: unless it is inside ` +
        'the graph, its vectors are others than the published ones.',
    );
  return layers;
}

function layerOf(source: Source, { folder }: Module, remarks: Remarks): readonly DenseLayer[] {
  const path = `${folder}/model.safetensors`;
  const config = source.object(moduleConfig(folder));
  const inFeatures = countOf(config?.['in_features']);
  const outFeatures = countOf(config?.['out_features']);
  const named = textOf(config?.['activation_function']) ?? 'Tanh';
  const activation = ACTIVATIONS.get(named.split('.').at(-1) ?? '');
  if (!source.paths.has(path))
    remarks.refuse(
      source.paths.has(`${folder}/pytorch_model.bin`)
        ? `The dense layer after pooling is in ${folder}/pytorch_model.bin, which cannot be read here. Save the model again ` +
            'with sentence-transformers 2.3 or later, which writes model.safetensors.'
        : `The dense layer after pooling is not in the repository: ${path} is missing, and vectors without it would be wrong.`,
    );
  else if (inFeatures === null || outFeatures === null)
    remarks.refuse(`${moduleConfig(folder)} does not say the size of the dense layer (in_features, out_features).`);
  else if (activation === undefined)
    remarks.refuse(`${moduleConfig(folder)} wants the activation ${named}, which is not done here.`);
  else return [{ path, inFeatures, outFeatures, bias: config?.['bias'] !== false, activation }];
  return [];
}
