import type { StoragePort } from '../../contract/storage';

/** Rows written to disk at a time: one record a row costs 15 times as much. */
const BLOCK_ROWS = 512;

/** Rows of numbers by the hash of content. Collections have copies: deleting one leaves the others whole. */
export class RowCache {
  private readonly rows = new Map<string, Float32Array>();
  private pending: (readonly [key: string, row: Float32Array])[] = [];

  constructor(
    private readonly storage: StoragePort,
    private readonly collection: string,
    private readonly namespace: string,
  ) {}

  async load(wanted: Iterable<string>): Promise<Set<string>> {
    const missing: string[] = [];
    for (const key of wanted) if (!this.rows.has(key)) missing.push(key);
    return this.read(missing, (key, row) => void this.rows.set(key, row));
  }

  /** Reads rows and holds none of them. @returns the keys that must be computed, each once */
  async read(wanted: Iterable<string>, take: (key: string, row: Float32Array) => void): Promise<Set<string>> {
    const missing = new Set(wanted);
    if (missing.size === 0) return missing;
    for await (const { keys, width, values, own } of this.storage.rows.read(this.collection, this.namespace)) {
      keys.forEach((key, i) => {
        if (!missing.delete(key)) return;
        const row = values.subarray(i * width, (i + 1) * width);
        take(key, row);
        if (!own) this.pending.push([key, row]);
      });
      // What another collection holds is written block by block.
      if (this.pending.length >= BLOCK_ROWS) await this.flush();
      if (missing.size === 0) break;
    }
    await this.flush();
    return missing;
  }

  get(key: string): Float32Array {
    const row = this.rows.get(key);
    if (!row) throw new Error(`row ${key} was not computed`);
    return row;
  }

  async add(key: string, row: Float32Array): Promise<void> {
    this.rows.set(key, row);
    await this.write([[key, row]]);
  }

  async write(rows: readonly (readonly [key: string, row: Float32Array])[]): Promise<void> {
    this.pending.push(...rows);
    await this.flush(BLOCK_ROWS);
  }

  async flush(fewer = 1): Promise<void> {
    while (this.pending.length >= fewer) {
      const block = this.pending.slice(0, BLOCK_ROWS);
      this.pending = this.pending.slice(block.length);
      const width = block[0]![1].length;
      const keys = block.map(([key]) => key);
      const values = new Float32Array(keys.length * width);
      block.forEach(([, row], i) => values.set(row, i * width));
      await this.storage.rows.add(this.collection, this.namespace, { keys, width, values });
    }
  }
}
