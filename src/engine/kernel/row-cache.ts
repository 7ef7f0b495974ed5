import type { StoragePort } from '../../contract/storage';

/** Rows written to disk at a time: one record a row costs 15 times as much. */
const BLOCK_ROWS = 512;

/**
 * Rows of numbers kept by content, in memory during a run and on disk between runs. A row that another collection holds
 * is copied to this one rather than computed again, so that deleting either leaves the other whole.
 */
export class RowCache {
  private readonly rows = new Map<string, Float32Array>();
  private pending: string[] = [];

  constructor(
    private readonly storage: StoragePort,
    private readonly collection: string,
    private readonly namespace: string,
  ) {}

  /** @returns the keys that must be computed, each once */
  async load(wanted: Iterable<string>): Promise<Set<string>> {
    const missing = new Set<string>();
    for (const key of wanted) if (!this.rows.has(key)) missing.add(key);
    if (missing.size === 0) return missing;
    for await (const { keys, width, values, own } of this.storage.rows.read(this.collection, this.namespace)) {
      keys.forEach((key, i) => {
        if (!missing.delete(key)) return;
        this.rows.set(key, values.subarray(i * width, (i + 1) * width));
        if (!own) this.pending.push(key);
      });
      if (missing.size === 0) break;
    }
    await this.flush();
    return missing;
  }

  /** @throws {Error} for a row that was neither loaded nor added */
  get(key: string): Float32Array {
    const row = this.rows.get(key);
    if (!row) throw new Error(`row ${key} was not computed`);
    return row;
  }

  async add(key: string, row: Float32Array): Promise<void> {
    this.rows.set(key, row);
    this.pending.push(key);
    if (this.pending.length >= BLOCK_ROWS) await this.flush();
  }

  async flush(): Promise<void> {
    while (this.pending.length > 0) {
      const keys = this.pending.slice(0, BLOCK_ROWS);
      this.pending = this.pending.slice(keys.length);
      const width = this.get(keys[0]!).length;
      const values = new Float32Array(keys.length * width);
      keys.forEach((key, i) => values.set(this.get(key), i * width));
      await this.storage.rows.add(this.collection, this.namespace, { keys, width, values });
    }
  }
}
