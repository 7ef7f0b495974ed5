import { mixed } from '../../statistics/random';

/** Of the table: above this share of it, looking something up takes long. */
const FULLEST = 0.5;

/**
 * Rows by their times, of which only a hash is kept: two rows of one millisecond have the same one by chance in 2⁻³¹. A
 * hash table in two arrays, since a log has millions of rows.
 */
export class TimedRows {
  /** Milliseconds, NaN where a slot is free; and the hashes of the rows. */
  #times = new Float64Array(1024).fill(NaN);
  #hashes = new Int32Array(1024);
  #count = 0;

  /** Whether the same row came before; a row without a time never did. */
  isThere(time: number, texts: readonly string[]): boolean {
    if (Number.isNaN(time)) return false;
    const hash = hashOf(texts);
    const slot = this.#slotOf(time, hash);
    if (!Number.isNaN(this.#times[slot]!)) return true;
    this.#times[slot] = time;
    this.#hashes[slot] = hash;
    if (++this.#count > FULLEST * this.#times.length) this.#grow();
    return false;
  }

  /** Where a row is, or where it is to be put. */
  #slotOf(time: number, hash: number): number {
    const last = this.#times.length - 1;
    for (let slot = mixed(hash ^ (time % 2 ** 31)) & last; ; slot = (slot + 1) & last) {
      const there = this.#times[slot]!;
      if (Number.isNaN(there) || (there === time && this.#hashes[slot] === hash)) return slot;
    }
  }

  #grow(): void {
    const [times, hashes] = [this.#times, this.#hashes];
    this.#times = new Float64Array(2 * times.length).fill(NaN);
    this.#hashes = new Int32Array(2 * times.length);
    for (let i = 0; i < times.length; i++) {
      if (Number.isNaN(times[i]!)) continue;
      const slot = this.#slotOf(times[i]!, hashes[i]!);
      this.#times[slot] = times[i]!;
      this.#hashes[slot] = hashes[i]!;
    }
  }
}

/** 31 bits of FNV-1a over UTF-16 units, a line feed between texts, mixed. */
function hashOf(texts: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const [i, text] of texts.entries()) {
    if (i > 0) hash = Math.imul(hash ^ 0x0a, 0x01000193);
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mixed(hash) >>> 1;
}
