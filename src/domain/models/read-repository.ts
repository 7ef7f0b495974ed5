import { type Family, type Known, ofFamily, familyOf, otherFamily, rerankerFamilyOf } from './families';
import {
  Remarks,
  assumed,
  type Finding,
  stated,
  type RepositoryFile,
  type EmbeddingOffer,
  type ModelOffer,
  type RefusedRepository,
} from './repository';
import { objectOf, type Source, textOf, openSource } from './source';
import type { Dtype, ModelTask, Weights, DenseLayer } from './configuration';
import { denseOf, dimensionsOf, isStatic, normaliseOf, poolingOf } from './pooling';
import { maxTokensOf } from './max-tokens';
import { rerankingOf, taskOf } from './task';

interface Prefixes {
  readonly query: Finding<string>;
  readonly passage: Finding<string>;
}

const FILE = 'config_sentence_transformers.json';

/** Names under which repositories keep the prompt of questions, and that of passages. */
const QUERY = /^(?:query|queries|search[_-]query|retrieval[._-]query|s2p[_-]query|web[_-]search[_-]query|question)$/i;
const PASSAGE =
  /^(?:passage|passages|document|documents|search[_-]document|retrieval[._-](?:passage|document)|corpus|doc)$/i;

/** Prefixes of questions and passages. Empty `prompts` or entries say nothing: sentence-transformers writes them. */
function prefixesOf(source: Source, known: Known<Family> | null, remarks: Remarks): Prefixes {
  const found = statedPrefixes(source);
  if (found) {
    if (known) warnOfContradiction('questions', found.query.value, known.family.query, known, remarks);
    if (known) warnOfContradiction('passages', found.passage.value, known.family.passage, known, remarks);
    return found;
  }
  if (known) return { query: ofFamily(known.family.query, known), passage: ofFamily(known.family.passage, known) };
  remarks.warn('prefix-assumed', null);
  return { query: assumed(''), passage: assumed('') };
}

function statedPrefixes(source: Source): Prefixes | null {
  const config = source.object(FILE);
  const prompts = objectOf(config?.['prompts']) ?? {};
  const texts = Object.entries(prompts).flatMap(([name, value]) => {
    const text = textOf(value);
    return text === null ? [] : [{ name, text }];
  });
  const common = texts.find(({ name }) => name === textOf(config?.['default_prompt_name']));
  const query = texts.find(({ name }) => QUERY.test(name)) ?? common;
  const passage = texts.find(({ name }) => PASSAGE.test(name)) ?? common;
  if (!query?.text && !passage?.text) return null;
  const of = (found: typeof query): Finding<string> =>
    stated(found?.text ?? '', found ? `${FILE} (“${found.name}”)` : { code: 'prompt-absent', data: { path: FILE } });
  return { query: of(query), passage: of(passage) };
}

function warnOfContradiction(
  before: 'questions' | 'passages',
  stated: string,
  usual: string,
  { from }: Known<Family>,
  remarks: Remarks,
): void {
  if (stated.trim() !== usual.trim())
    remarks.warn('prefix-differs', { before, path: FILE, stated, family: from, usual });
}

type OfferedWeights = Weights & { readonly bytes: number };

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
function weightsOf(files: readonly RepositoryFile[], task: ModelTask, remarks: Remarks): OfferedWeights[] {
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

export { textsOf } from './source';

export const isRefused = (offer: ModelOffer | RefusedRepository): offer is RefusedRepository => 'problems' in offer;

/** What tokenizers and configurations are read from, as far as a repository has them. */
export const COMMON: readonly string[] = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'generation_config.json',
  'chat_template.jinja',
];

/**
 * Reads a repository's model configuration; gaps are filled from its family. The repository wins; a contradiction
 * between the two is a warning.
 *
 * @param texts contents of the files that `textsOf` names
 * @param name repository, as `Xenova/multilingual-e5-small`, or folder: identifies the family
 */
export function readRepository(
  files: readonly RepositoryFile[],
  texts: ReadonlyMap<string, string>,
  name = '',
): ModelOffer | RefusedRepository {
  const remarks = new Remarks();
  const source = openSource(files, texts, name, remarks);
  refuseIncomplete(source, remarks);
  if (remarks.problems.length > 0) return { problems: remarks.problems };
  const task = taskOf(source, remarks);
  if (!task) return { problems: remarks.problems };
  const offer = offerOf(source, task, remarks);
  return remarks.problems.length > 0 ? { problems: remarks.problems } : offer;
}

function refuseIncomplete(source: Source, remarks: Remarks): void {
  const { paths } = source;
  if (!paths.has('config.json')) remarks.refuse('config-missing', null);
  if (!paths.has('tokenizer.json')) remarks.refuse('tokenizer-missing', null);
  if (!paths.has('tokenizer_config.json') && !isStatic(source)) remarks.refuse('tokenizer-config-missing', null);
  // task_id, as jina-embeddings-v3 has it
  if ('lora_adaptations' in source.config) remarks.refuse('task-number', null);
}

function offerOf(source: Source, task: Finding<ModelTask>, remarks: Remarks): ModelOffer {
  const isEmbedding = task.value === 'embedding';
  const known = isEmbedding ? familyOf(source) : null;
  const dense = isEmbedding ? denseOf(source, known, remarks) : [];
  if (known) warnOfFamily(source, known, remarks);
  warnOfLicence(source, remarks);
  return {
    task,
    weights: weightsOf(source.files, task.value, remarks),
    common: COMMON.filter((path) => source.paths.has(path)),
    maxTokens: maxTokensOf(source, task.value, known, remarks),
    dimensions: isEmbedding ? dimensionsOf(source, dense, remarks) : null,
    languages: source.about.languages,
    licence: source.about.licence,
    family: known?.family.name ?? (task.value === 'reranking' ? rerankerFamilyOf(source)?.family.name : null) ?? null,
    embedding: isEmbedding ? embeddingOf(source, known, dense, remarks) : null,
    reranking: task.value === 'reranking' ? rerankingOf(source, remarks) : null,
    warnings: remarks.warnings,
  };
}

function embeddingOf(
  source: Source,
  known: Known<Family> | null,
  dense: readonly DenseLayer[],
  remarks: Remarks,
): EmbeddingOffer {
  const prefixes = prefixesOf(source, known, remarks);
  return {
    pooling: poolingOf(source, known, remarks),
    normalise: normaliseOf(source, known, remarks),
    dense,
    queryPrefix: prefixes.query,
    passagePrefix: prefixes.passage,
    flat: isStatic(source),
    matryoshka: known?.family.matryoshka ?? [],
  };
}

function warnOfFamily(source: Source, { family, from }: Known<Family>, remarks: Remarks): void {
  if (family.caution) remarks.warn(family.caution, null);
  const other = otherFamily(source, family);
  if (other) remarks.warn('family-differs', { name: other.name, family: from });
}

function warnOfLicence({ about: { licence } }: Source, remarks: Remarks): void {
  if (licence && /(?:^|-)nc(?:-|$)|non-?commercial|research/i.test(licence))
    remarks.warn('not-commercial', { licence });
}
