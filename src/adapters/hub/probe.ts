import type { FileRequest } from '../../contract/errors';
import { COMMON } from '../../domain/models/read-repository';
import type { RepositoryFile } from '../../domain/models/repository';
import { fileHasher } from '../model-store/file-hash';
import { mapConcurrent } from './map-concurrent';
import { downloadFailure, statusFailure } from './failures';
import { hash, isRepositoryPath, type NamedRepository } from './listing';
import { fileAddress, readWhole, type HostResponse, type Requests } from './request';

/** What repositories have in common: configuration and tokenizer … */
const SMALL = [
  ...COMMON,
  'vocab.txt',
  'modules.json',
  'config_sentence_transformers.json',
  ...['bert', 'roberta', 'xlm-roberta', 'distilbert', 'albert', 'camembert', 'mpnet'].map(
    (kind) => `sentence_${kind}_config.json`,
  ),
  '1_Pooling/config.json',
  'onnx/config.json',
  'README.md',
];

/** … and weights, by the names of transformers.js and of sentence-transformers. */
const NETWORKS = ['', '_quantized', '_int8', '_uint8', '_fp16', '_q4', '_q4f16', '_bnb4', '_O1', '_O2', '_O3', '_O4']
  .map((suffix) => `onnx/model${suffix}.onnx`)
  .concat('model.onnx', 'model_quantized.onnx', 'onnx/decoder_model_merged.onnx')
  .concat('onnx/decoder_model_merged_quantized.onnx');

const AT_ONCE = 6;
const MAX_BYTES = 64_000_000;

interface Probed {
  readonly commit: string | null;
  readonly files: readonly RepositoryFile[];
}

interface Found {
  readonly file: RepositoryFile;
  readonly commit: string | null;
  /** The content of a small file. */
  readonly text: string | null;
}

/**
 * Asks a mirror without listings for the files that repositories have. Small ones are read whole, which gives their size
 * and hash for certain; of large ones the head is asked for. A file that is refused or is a web page counts as absent.
 *
 * @returns no files where there is no `config.json`
 */
export async function probe(
  requests: Requests,
  named: NamedRepository,
  signal: AbortSignal | undefined,
): Promise<Probed> {
  const ask = (path: string) => probeFile(requests, { host: requests.host, ...named, path }, signal);
  const config = await ask('config.json');
  if (!config) return { commit: null, files: [] };
  const rest = await mapConcurrent(AT_ONCE, [...SMALL.filter((path) => path !== 'config.json'), ...NETWORKS], ask);
  const first = [config, ...rest].filter((found) => found !== null);
  const known = new Set(first.map(({ file }) => file.path));
  const more = await mapConcurrent(
    AT_ONCE,
    furtherPaths(first).filter((path) => !known.has(path)),
    ask,
  );
  const found = [...first, ...more.filter((each) => each !== null)];
  return { commit: found.find(({ commit }) => commit !== null)?.commit ?? null, files: found.map(({ file }) => file) };
}

/** Files of the modules that `modules.json` names, and the numbers that large networks have beside them. */
function furtherPaths(found: readonly Found[]): string[] {
  const modules = foldersOf(found.find(({ file }) => file.path === 'modules.json')?.text ?? '[]');
  const networks = found.map(({ file }) => file.path).filter((path) => path.endsWith('.onnx'));
  return [
    ...modules.flatMap((folder) => ['config.json', 'model.safetensors'].map((name) => `${folder}/${name}`)),
    ...networks.flatMap((path) => [`${path}_data`, `${path}_data_1`, `${path}.data`]),
  ];
}

function foldersOf(modules: string): string[] {
  try {
    const list = JSON.parse(modules) as readonly { readonly path?: unknown }[];
    return list.flatMap(({ path }) => (typeof path === 'string' && isRepositoryPath(path) ? [path] : []));
  } catch {
    // Who reads the repository later says what is wrong with the file.
    return [];
  }
}

async function probeFile(
  requests: Requests,
  asked: FileRequest,
  signal: AbortSignal | undefined,
): Promise<Found | null> {
  const path = asked.path!;
  const address = fileAddress(asked.repository, asked.revision, path);
  const isSmall = /\.(?:json|jinja|txt|md)$/.test(path);
  let answer = await requests.get(asked, address, { signal, method: isSmall ? 'GET' : 'HEAD' });
  // Some hosts answer nothing but GET.
  if (!isSmall && [400, 403, 405, 501].includes(answer.status)) {
    await answer.drop();
    answer = await requests.get(asked, address, { signal });
  }
  if (answer.ok && !answer.isHtml) return isSmall ? readSmall(answer, asked) : headOf(answer, asked);
  await answer.drop();
  if (answer.ok || [400, 401, 403, 404, 410].includes(answer.status)) return null;
  throw statusFailure(asked, answer.status, answer.header('x-error-code'));
}

async function readSmall(answer: HostResponse, asked: FileRequest): Promise<Found> {
  const bytes = await readWhole(answer, asked, MAX_BYTES);
  const hasher = fileHasher(bytes.length, false);
  hasher.update(bytes);
  const file = { path: asked.path!, bytes: bytes.length, sha256: hasher.hashes().sha256 };
  return { file, commit: commitOf(answer), text: new TextDecoder().decode(bytes) };
}

async function headOf(answer: HostResponse, asked: FileRequest): Promise<Found> {
  const length = answer.header('x-linked-size') ?? answer.header('content-length');
  await answer.drop();
  const bytes = Number(length ?? NaN);
  if (!Number.isSafeInteger(bytes)) throw downloadFailure('no-size', { asked });
  const sha256 = hash((answer.header('x-linked-etag') ?? '').replaceAll('"', ''), 64);
  return {
    file: { path: asked.path!, bytes, ...(sha256 !== null && { sha256 }) },
    commit: commitOf(answer),
    text: null,
  };
}

const commitOf = (answer: HostResponse): string | null => hash(answer.header('x-repo-commit'), 40);
