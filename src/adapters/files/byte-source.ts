import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { problem, SourceFailure } from '../../domain/dataset/problem';

const BLOCK_BYTES = 2 ** 18;
const MAX_BLOCKS = 64;

/** A blob that is read at many small places: asking the browser for each of them takes longer than all else. */
export class BlobBlocks extends Reader<Blob> {
  readonly #blocks = new Map<number, Promise<Uint8Array>>();

  constructor(private readonly blob: Blob) {
    super(blob);
    this.size = blob.size;
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(offset + length, this.blob.size);
    if (end - offset > BLOCK_BYTES) return this.#read(offset, end);
    const bytes = new Uint8Array(Math.max(0, end - offset));
    for (let at = offset; at < end;) {
      const number = Math.floor(at / BLOCK_BYTES);
      const block = await this.#block(number);
      const part = block.subarray(at - number * BLOCK_BYTES, end - number * BLOCK_BYTES);
      bytes.set(part, at - offset);
      at += part.length;
    }
    return bytes;
  }

  #block(number: number): Promise<Uint8Array> {
    const known = this.#blocks.get(number);
    const block = known ?? this.#read(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES);
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    if (this.#blocks.size > MAX_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!);
    return block;
  }

  async #read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.blob.slice(from, to).arrayBuffer());
  }
}

export interface ByteSource {
  readonly path: string;
  /** Size when unpacked, as far as known beforehand. */
  readonly bytes: number;
  /** Where any part can be read by itself. */
  readonly blob?: Blob;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface RowGroup {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly bytes: number;
}

/** Rows of a file, as many at a time as fit in memory. */
export interface RowSource {
  readonly columns: readonly string[];
  /** Unpacked, where the file says it. A value that is repeated counts once. */
  readonly bytes: number;
  /** @param most rows in all */
  groups(columns?: readonly string[], most?: number): AsyncIterable<RowGroup>;
}

/** A file that a person picked; it may be gone or changed by the time it is read, which browsers report as an error. */
export function blobSource(path: string, blob: Blob): ByteSource {
  return {
    path,
    bytes: blob.size,
    blob,
    async *chunks() {
      try {
        yield* slicesOf(blob);
      } catch {
        throw new SourceFailure(problem('unreadable-file', { file: path }));
      }
    },
  };
}

const SLICE_BYTES = 2 ** 18;

/** A blob part by part, the next one read ahead: its stream gives pieces so small that waiting for them takes longest. */
async function* slicesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const read = (from: number): Promise<ArrayBuffer> | null =>
    from < blob.size ? blob.slice(from, from + SLICE_BYTES).arrayBuffer() : null;
  let next = read(0);
  for (let from = 0; next !== null; from += SLICE_BYTES) {
    const [current, ahead] = [await next, read(from + SLICE_BYTES)];
    // Where the reader stops before, nobody waits for it.
    ahead?.catch(() => undefined);
    yield new Uint8Array(current);
    next = ahead;
  }
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

/** A stream of what an iterator gives; `ReadableStream.from` is not in every browser. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array<ArrayBuffer>);
      },
      cancel: async () => void (await chunks.return(undefined)),
    },
    { highWaterMark: 1 },
  );
}

export async function bytesOf(
  source: ByteSource,
  onChunk: (length: number) => void = () => {},
): Promise<Uint8Array<ArrayBuffer>> {
  // The declared size is unreliable: the buffer grows as needed.
  let bytes = new Uint8Array(source.bytes);
  let length = 0;
  for await (const chunk of source.chunks()) {
    onChunk(chunk.length);
    if (length + chunk.length > bytes.length) {
      const larger = new Uint8Array((length + chunk.length) * 2);
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return length === bytes.length ? bytes : bytes.slice(0, length);
}
