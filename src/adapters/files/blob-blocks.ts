import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';

const BLOCK_BYTES = 2 ** 18;
/** 16 MiB: files of an archive are not read in the order in which they lie in it. */
const MAX_BLOCKS = 64;

/** A blob that is read at many small places: asking the browser for each of them takes longer than all else. */
export class BlobBlocks extends Reader<Blob> {
  /** The last ones that were asked for, by number, the oldest first. */
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
