import type { Dtype, ModelTask, Weights } from './configuration';
import type { Remarks } from './remarks';
import type { RepositoryFile } from './repository';

export type OfferedWeights = Weights & { readonly bytes: number };

/** What is after `model_` in the name of a file of weights, by transformers.js and by sentence-transformers. */
const SUFFIXES: ReadonlyMap<string, Dtype> = new Map([
  ['', 'fp32'],
  ['fp32', 'fp32'],
  ['o1', 'fp32'],
  ['o2', 'fp32'],
  ['o3', 'fp32'],
  ['optimized', 'fp32'],
  ['fp16', 'fp16'],
  ['o4', 'fp16'],
  ['quantized', 'q8'],
  ['q8', 'q8'],
  ['int8', 'int8'],
  ['uint8', 'uint8'],
  ['q4', 'q4'],
  ['q4f16', 'q4f16'],
  ['bnb4', 'bnb4'],
]);

/** On a processor 8 bits are the fastest; 16 are slower than 32 there, and 4 lose the most. */
const ORDER: readonly Dtype[] = ['q8', 'int8', 'uint8', 'fp32', 'fp16', 'q4', 'q4f16', 'bnb4'];

const HARDWARE = /avx|arm64|vnni|cuda|tensorrt|openvino|qnn|directml/i;

/** `git clone` without LFS leaves a text of three lines in the place of a large file. */
const isPointer = (bytes: number): boolean => bytes >= 120 && bytes <= 140;

/**
 * The files of weights of a repository that this page can load, the one to take first: `onnx/model.onnx` and its
 * variants, a model in the root, and the exports of sentence-transformers. Sizes include external data.
 */
export function weightsOf(files: readonly RepositoryFile[], task: ModelTask, remarks: Remarks): OfferedWeights[] {
  const networks = files.filter(({ path }) => path.endsWith('.onnx'));
  if (networks.length === 0) {
    remarks.refuse(noWeights(files));
    return [];
  }
  const usable = networks.filter(({ path }) => isWholeModel(stemOf(path), task));
  if (usable.length === 0) {
    remarks.refuse(
      `Its ONNX files (${namesOf(networks)}) are parts of a model, or of another kind: a model of one network is needed, as ` +
        (task === 'generation' ? 'onnx/model.onnx or onnx/decoder_model_merged.onnx.' : 'onnx/model.onnx.'),
    );
    return [];
  }
  const general = usable.filter(({ path }) => !HARDWARE.test(stemOf(path)));
  if (general.length < usable.length)
    remarks.warn(
      `Made for one kind of processor, so not offered: ${namesOf(usable.filter((file) => !general.includes(file)))}.`,
    );
  const whole = general.filter(({ bytes }) => !isPointer(bytes));
  if (whole.length < general.length)
    remarks.warn(
      `Not the weights but pointers of Git LFS: ${namesOf(general.filter((file) => !whole.includes(file)))}. Run “git lfs pull”.`,
    );
  if (whole.length === 0)
    remarks.refuse(
      general.length > 0
        ? 'In the place of its weights are pointers of Git LFS. Run “git lfs pull” in the folder, then pick it again.'
        : 'All its ONNX files are made for one kind of processor, and none for a browser: model.onnx or model_quantized.onnx is needed.',
    );
  return whole.map((file) => offered(file, files)).sort(byPreference);
}

const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.onnx$/, '');

const namesOf = (files: readonly RepositoryFile[]): string => {
  const names = files.map(({ path }) => path);
  return names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');
};

/** Parts of models that consist of several networks. */
const PARTS = /encoder|vision|audio|image|embed_tokens|text_model|decoder|prepare_inputs|lm_head/;

const isWholeModel = (stem: string, task: ModelTask): boolean =>
  (task === 'generation' && stem.startsWith('decoder_model_merged')) || !PARTS.test(stem);

function offered(file: RepositoryFile, files: readonly RepositoryFile[]): OfferedWeights {
  const external = files.filter(({ path }) => isExternalData(path, file.path));
  return {
    path: file.path,
    dtype: dtypeOf(file.path),
    externalData: external.map(({ path }) => path).sort(),
    bytes: external.reduce((sum, { bytes }) => sum + bytes, file.bytes),
  };
}

/**
 * Number format by the file's name: its suffix, or else a word of it. A name that says nothing is taken for fp32: the
 * graph itself holds its formats, so this is only what is shown.
 */
function dtypeOf(path: string): Dtype {
  const stem = stemOf(path).toLowerCase();
  const suffix = SUFFIXES.get(/^(?:decoder_)?model(?:_merged)?_?(.*)$/.exec(stem)?.[1] ?? '-');
  if (suffix) return suffix;
  const words = path.toLowerCase().split(/[^a-z0-9]+/);
  if (words.some((word) => word === 'quint8')) return 'uint8';
  if (words.some((word) => word === 'qint8')) return 'int8';
  return words.map((word) => SUFFIXES.get(word)).find((dtype) => dtype !== undefined && dtype !== 'fp32') ?? 'fp32';
}

/** `X.onnx_data`, `X.onnx_data_1`, `X.onnx.data`; or single tensors, as the exporter of PyTorch names them. */
function isExternalData(path: string, network: string): boolean {
  if (path.startsWith(network)) return /^(?:_data(?:_\d+)?|\.data)$/.test(path.slice(network.length));
  const folder = network.slice(0, network.lastIndexOf('/') + 1);
  return path.startsWith(folder) && /^(?:Constant_\d+_attr__value|onnx__\w+_\d+)$/.test(path.slice(folder.length));
}

/** By number format; then `onnx/` before the root before other folders; then plain names before optimised ones. */
function byPreference(a: OfferedWeights, b: OfferedWeights): number {
  const place = ({ path }: OfferedWeights) => (path.startsWith('onnx/') ? 0 : path.includes('/') ? 2 : 1);
  return (
    ORDER.indexOf(a.dtype) - ORDER.indexOf(b.dtype) ||
    place(a) - place(b) ||
    a.path.length - b.path.length ||
    (a.path < b.path ? -1 : 1)
  );
}

function noWeights(files: readonly RepositoryFile[]): string {
  const others = files
    .map(({ path }) => path.split('/').at(-1) ?? '')
    .filter((name) => /\.(?:safetensors|bin|gguf|h5|ot|msgpack)$/.test(name));
  const has = others.length > 0 ? ` (it has ${[...new Set(others)].slice(0, 3).join(', ')})` : '';
  return (
    `It has no ONNX weights${has}, which alone run in a browser. Look for a conversion of the same model: ` +
    '“onnx-community/…” or “Xenova/…” and the model’s name, or export it with sentence-transformers (backend="onnx").'
  );
}
