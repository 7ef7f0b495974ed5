import { type Family, familyOf, ofFamily, rerankerFamilyOf } from './families';
import {
  assumed,
  type Finding,
  type ModelOffer,
  type RefusedRepository,
  Remarks,
  type RepositoryFile,
  stated,
} from './repository';
import { countIn, objectOf, openSource, type Source, textOf } from './source';
import type { DenseLayer, Dtype, ModelTask, Weights } from './configuration';
import { denseOf, dimensionsOf, isStatic, normaliseOf, poolingOf } from './pooling';
import { rerankingOf, taskOf } from './task';

/** Attention memory grows with the square of the length: 8192 tokens take gigabytes. */
export const MAX_TOKENS = 8192;

/** Where nothing says it: what most models were trained on. */
const ASSUMED = 512;

/** Their positions start after that of padding, so two of the table are never used. */
const OFFSET_POSITIONS = /^(?:(?:xlm-)?roberta|camembert|mpnet|longformer)/;

/**
 * The first of sentence-transformers' file, the family where trained on less, the tokenizer and the positions; never
 * above the positions. A tokenizer's `max_length` is ignored: it is the last value asked for (gte-small: 128 of 512).
 */
function maxTokensOf(source: Source, task: ModelTask, known: Family | null, remarks: Remarks): Finding<number> {
  const positions = positionsOf(source);
  const found = statedLength(source, known) ?? positions;
  if (!found) return assumed(ASSUMED);
  const within = positions && positions.value < found.value ? positions : found;
  if (within.value <= MAX_TOKENS) return within;
  if (task !== 'generation') remarks.warn('limited', { tokens: within.value, used: MAX_TOKENS });
  return { ...within, value: MAX_TOKENS };
}

function statedLength(source: Source, known: Family | null): Finding<number> | null {
  const file = source.files.map(({ path }) => path).find((path) => /^sentence_[\w-]+_config\.json$/.test(path));
  const length = file === undefined ? null : countIn(source.object(file)?.['max_seq_length']);
  if (file !== undefined && length !== null) return stated(length, file);
  // Without a limit tokenizers say 1e30.
  const limit = countIn(source.object('tokenizer_config.json')?.['model_max_length']);
  const tokenizer = limit !== null && limit < 1e9 ? limit : null;
  const family = known?.maxTokens;
  if (known && family !== undefined && family < (tokenizer ?? Infinity)) return ofFamily(family, known);
  return tokenizer === null ? null : stated(tokenizer, 'tokenizer_config.json');
}

function positionsOf(source: Source): Finding<number> | null {
  const { config } = source;
  const rotary = config['rope_theta'] !== undefined || config['rotary_emb_base'] !== undefined;
  const length = countIn(config['n_positions']) ?? countIn(config['max_position_embeddings']);
  if (length === null) return null;
  const type = typeof config['model_type'] === 'string' ? config['model_type'] : '';
  const value = !rotary && OFFSET_POSITIONS.test(type) && length > 2 ? length - 2 : length;
  return stated(value, 'config.json');
}

interface Prefixes {
  readonly query: Finding<string>;
  readonly passage: Finding<string>;
}

const FILE = 'config_sentence_transformers.json';

/** Names under which repositories keep the prompt of questions, and that of passages. */
const QUERY = /^(?:query|queries|search[_-]query|retrieval[._-]query|s2p[_-]query|web[_-]search[_-]query|question)$/i;
const PASSAGE =
  /^(?:passage|passages|document|documents|search[_-]document|retrieval[._-](?:passage|document)|corpus|doc)$/i;

/** Empty `prompts` or entries say nothing: sentence-transformers writes them. */
function prefixesOf(source: Source, known: Family | null, remarks: Remarks): Prefixes {
  const found = statedPrefixes(source);
  if (found) {
    for (const of of ['query', 'passage'] as const) {
      const [stated, usual] = [found[of].value, known?.[of] ?? ''];
      if (known && stated.trim() !== usual.trim())
        remarks.warn('family-differs', { of, path: FILE, stated, family: known.name, usual });
    }
    return found;
  }
  if (known) return { query: ofFamily(known.query, known), passage: ofFamily(known.passage, known) };
  remarks.warn('assumed', { of: 'prefix' });
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
  const of = (found: typeof query) => stated(found?.text ?? '', found ? `${FILE} (“${found.name}”)` : FILE);
  return { query: of(query), passage: of(passage) };
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

/** What this page can load, preferred first. Sizes include external data. */
function weightsOf(files: readonly RepositoryFile[], task: ModelTask, remarks: Remarks): OfferedWeights[] {
  const usable = files.filter(
    ({ path }) => path.endsWith('.onnx') && isWholeModel(stemOf(path), task) && !HARDWARE.test(stemOf(path)),
  );
  if (usable.length === 0) remarks.refuse('weights-missing', { others: otherWeights(files) });
  return usable.map((file) => offered(file, files)).sort(byPreference);
}

const otherWeights = (files: readonly RepositoryFile[]): string[] => [
  ...new Set(
    files
      .map(({ path }) => path.split('/').at(-1) ?? '')
      .filter((name) => /\.(?:onnx|safetensors|bin|gguf|h5|ot|msgpack)$/.test(name)),
  ),
];

const stemOf = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.onnx$/, '');

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

export const isRefused = (offer: ModelOffer | RefusedRepository): offer is RefusedRepository => 'problems' in offer;

const COMMON: readonly string[] = [
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'special_tokens_map.json',
  'generation_config.json',
  'chat_template.jinja',
];

/**
 * Gaps are filled from the family; the repository wins, a contradiction is a warning. @param texts of the files that
 * `textsOf` names @param name repository, as `Xenova/multilingual-e5-small`, or folder: identifies the family
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
  const needed = ['config.json', 'tokenizer.json', ...(isStatic(source) ? [] : ['tokenizer_config.json'])];
  const missing = needed.filter((path) => !paths.has(path));
  if (missing.length > 0) remarks.refuse('files-missing', { paths: missing });
}

function offerOf(source: Source, task: Finding<ModelTask>, remarks: Remarks): ModelOffer {
  const isEmbedding = task.value === 'embedding';
  const known = isEmbedding ? familyOf(source) : null;
  const dense = isEmbedding ? denseOf(source, known, remarks) : [];
  const { licence } = source.about;
  if (licence && /(?:^|-)nc(?:-|$)|non-?commercial|research/i.test(licence))
    remarks.warn('not-commercial', { licence });
  if (known?.caution) remarks.warn('not-as-made', { what: known.caution });
  return {
    task,
    weights: weightsOf(source.files, task.value, remarks),
    common: COMMON.filter((path) => source.paths.has(path)),
    maxTokens: maxTokensOf(source, task.value, known, remarks),
    dimensions: isEmbedding ? dimensionsOf(source, dense, remarks) : null,
    languages: source.about.languages,
    licence,
    family: known?.name ?? (task.value === 'reranking' ? rerankerFamilyOf(source)?.name : null) ?? null,
    embedding: isEmbedding ? embeddingOf(source, known, dense, remarks) : null,
    reranking: task.value === 'reranking' ? rerankingOf(source, remarks) : null,
    warnings: remarks.warnings,
  };
}

function embeddingOf(source: Source, known: Family | null, dense: readonly DenseLayer[], remarks: Remarks) {
  const prefixes = prefixesOf(source, known, remarks);
  return {
    pooling: poolingOf(source, known, remarks),
    normalise: normaliseOf(source, known),
    dense,
    queryPrefix: prefixes.query,
    passagePrefix: prefixes.passage,
    flat: isStatic(source),
    matryoshka: known?.matryoshka ?? [],
  };
}
