/** Files are kept in parts of this size: as one record a large file would have to be in memory whole. */
export const PART_BYTES = 8 * 2 ** 20;

export class PartBuffer {
  #length = 0;
  #chunks: Uint8Array[] = [];

  get length(): number {
    return this.#length;
  }

  get isFull(): boolean {
    return this.#length >= PART_BYTES;
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  take(): Uint8Array<ArrayBuffer> {
    const part = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      part.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [];
    this.#length = 0;
    return part;
  }
}
