import type { Dtype, ModelTask, Weights } from './configuration';
import type { Remarks } from './remarks';
import type { RepositoryFile } from './repository';

export type OfferedWeights = Weights & { readonly bytes: number };

/** What is after `model_` in the name of a file of weights, by transformers.js and by sentence-transformers. */
const SUFFIXES: Readonly<Record<Dtype, readonly string[]>> = {
  // On a processor 8 bits are the fastest; 16 are slower than 32 there, and 4 lose the most: the order is of preference.
  q8: ['quantized', 'q8'],
  int8: ['int8'],
  uint8: ['uint8'],
  fp32: ['', 'fp32', 'o1', 'o2', 'o3', 'optimized'],
  fp16: ['fp16', 'o4'],
  q4: ['q4'],
  q4f16: ['q4f16'],
  bnb4: ['bnb4'],
};
const ORDER = Object.keys(SUFFIXES) as readonly Dtype[];

const dtypeNamed = (suffix: string): Dtype | undefined => ORDER.find((dtype) => SUFFIXES[dtype].includes(suffix));

const HARDWARE = /avx|arm64|vnni|cuda|tensorrt|openvino|qnn|directml/i;

/** `git clone` without LFS leaves a text of three lines in the place of a large file. */
const isPointer = (bytes: number): boolean => bytes >= 120 && bytes <= 140;

/**
 * Weights files that this page can load, preferred first: `onnx/model.onnx` and variants, a model in the root, exports
 * of sentence-transformers. Sizes include external data.
 */
export function weightsOf(files: readonly RepositoryFile[], task: ModelTask, remarks: Remarks): OfferedWeights[] {
  const networks = files.filter(({ path }) => path.endsWith('.onnx'));
  if (networks.length === 0) {
    remarks.refuse('weights-missing', { others: otherWeights(files) });
    return [];
  }
  const usable = networks.filter(({ path }) => isWholeModel(stemOf(path), task));
  if (usable.length === 0) {
    remarks.refuse('weights-parts', { paths: without(networks), task });
    return [];
  }
  const general = usable.filter(({ path }) => !HARDWARE.test(stemOf(path)));
  if (general.length < usable.length) remarks.warn('some-of-processors', { paths: without(usable, general) });
  const whole = general.filter(({ bytes }) => !isPointer(bytes));
  if (whole.length < general.length) remarks.warn('some-pointers', { paths: without(general, whole) });
  if (whole.length === 0) remarks.refuse(general.length > 0 ? 'weights-pointers' : 'weights-of-processors', null);
  return whole.map((file) => offered(file, files)).sort(byPreference);
}

const without = (files: readonly RepositoryFile[], others: readonly RepositoryFile[] = []): string[] =>
  files.filter((file) => !others.includes(file)).map(({ path }) => path);

const otherWeights = (files: readonly RepositoryFile[]): string[] => [
  ...new Set(
    files
      .map(({ path }) => path.split('/').at(-1) ?? '')
      .filter((name) => /\.(?:safetensors|bin|gguf|h5|ot|msgpack)$/.test(name)),
  ),
];

const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.onnx$/, '');

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

/** Number format by the name's suffix, else a word of it, else fp32. Only displayed: the graph holds its formats. */
function dtypeOf(path: string): Dtype {
  const stem = stemOf(path).toLowerCase();
  const suffixed = dtypeNamed(/^(?:decoder_)?model(?:_merged)?_?(.*)$/.exec(stem)?.[1] ?? '-');
  if (suffixed) return suffixed;
  const words = path.toLowerCase().split(/[^a-z0-9]+/);
  if (words.includes('quint8')) return 'uint8';
  if (words.includes('qint8')) return 'int8';
  return words.map(dtypeNamed).find((dtype) => dtype !== undefined && dtype !== 'fp32') ?? 'fp32';
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
