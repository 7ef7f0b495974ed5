import { problem, SourceFailure, tooLarge } from '../../domain/dataset/problem';
import { chunksOf, type ByteSource } from './byte-source';

/**
 * A gzip file (RFC 1952), named without `.gz`. Unpacked once to count its bytes: the format's own size is unreliable in
 * a truncated file.
 *
 * @param maxBytes no more is unpacked
 * @throws {SourceFailure} if it is broken or too large
 */
export async function gunzipped(packed: ByteSource, maxBytes: number): Promise<ByteSource> {
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
