import { problem, SourceFailure, tooLarge, guarded, type ProblemLog } from '../../domain/dataset/problem';
import { chunksOf, type ByteSource, blobSource } from './byte-source';
import type { SourceFile } from '../../contract/workers';
import { extensionOf } from '../../base/paths';
import { zipSources } from './zip';

/**
 * A gzip file (RFC 1952), named without `.gz`. Unpacked once to count its bytes: the format's own size is unreliable in
 * a truncated file.
 *
 * @param maxBytes no more is unpacked
 * @throws {SourceFailure} if it is broken or too large
 */
async function gunzipped(packed: ByteSource, maxBytes: number): Promise<ByteSource> {
  const path = packed.path.replace(/\.gz$/i, '');
  let bytes = 0;
  for await (const chunk of unpacked(packed)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(packed.path, maxBytes);
  }
  return { path, bytes, chunks: () => unpacked(packed) };
}

async function* unpacked(packed: ByteSource): AsyncGenerator<Uint8Array> {
  let failure: unknown;
  const chunks = packed.chunks()[Symbol.asyncIterator]();
  // By hand, since not every browser makes a stream of what can be iterated.
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        failure = error;
        controller.error(error);
      }
    },
    cancel: () => void chunks.return?.(),
  });
  try {
    yield* chunksOf(stream.pipeThrough(new DecompressionStream('gzip')));
  } catch {
    throw failure ?? new SourceFailure(problem('bad-archive', { file: packed.path }, 'broken gzip'));
  }
}

/** What systems leave behind in folders and archives: `__MACOSX`, `.DS_Store`, `._corpus.jsonl`, `Thumbs.db`. */
const LEFT_BY_SYSTEMS = /(?:^|\/)(?:__MACOSX\/|\.[^/]|(?:Thumbs\.db|desktop\.ini)$)/i;

/** `npz` is how NumPy names a zip of its arrays. */
const ARCHIVES: readonly string[] = ['zip', 'npz'];

/**
 * The given files, archives replaced by their files.
 *
 * @param maxBytes of one file that must be unpacked to know its size
 */
export async function gather(files: readonly SourceFile[], log: ProblemLog, maxBytes: number): Promise<ByteSource[]> {
  const found: ByteSource[] = [];
  for (const { path, file } of files) {
    const name = path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
    if (ARCHIVES.includes(extensionOf(name))) found.push(...((await guarded(log, () => zipSources(name, file))) ?? []));
    else found.push(blobSource(name, file));
  }
  const sources: ByteSource[] = [];
  for (const source of found.filter(({ path }) => !LEFT_BY_SYSTEMS.test(path))) {
    const isPacked = extensionOf(source.path) === 'gz';
    const plain = isPacked ? await guarded(log, () => gunzipped(source, maxBytes)) : source;
    if (plain) sources.push(plain);
  }
  return sources;
}
