import { problem, SourceFailure } from '../../domain/dataset/problem';

/** A file as bytes, wherever it lies. */
export interface ByteSource {
  readonly path: string;
  /** Size when unpacked, as far as can be told before it is. */
  readonly bytes: number;
  /**
   * @throws {SourceFailure} while it is read
   */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A file that a person picked; it may be gone or changed by the time it is read, which browsers tell as an error. */
export function blobSource(path: string, blob: Blob): ByteSource {
  return {
    path,
    bytes: blob.size,
    async *chunks() {
      try {
        yield* chunksOf(blob.stream());
      } catch {
        throw new SourceFailure(problem('unreadable-file', { file: path }));
      }
    },
  };
}

/** Chunks of a stream, which Safari cannot iterate; leaving the loop early cancels it. */
export async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that has failed cannot be cancelled; its failure is what the caller gets.
    await reader.cancel().catch(() => {});
  }
}
