import type { ImportProgress } from '../../contract/workers';
import { mebibytes } from '../../domain/dataset/problem';
import { problem, SourceFailure } from '../../domain/dataset/problem';

const STEPS = 100;

/** Counts the bytes that are read: tells how far the reading is, and ends it where there are too many. */
export class Meter {
  #total = 0;
  #read = 0;
  #toldAt = 0;
  #path = '';

  constructor(
    private readonly maxBytes: number,
    private readonly progress: (step: ImportProgress) => void,
  ) {}

  start(bytesTotal: number): void {
    this.#total = bytesTotal;
  }

  /**
   * Progress is told about a hundred times, and when a file begins or all is read.
   *
   * @throws {SourceFailure} past the limit, whatever an archive declared
   */
  advance(path: string, bytes: number): void {
    this.#read += bytes;
    if (this.#read > this.maxBytes) {
      const limit = mebibytes(this.maxBytes);
      throw new SourceFailure(problem('too-large', { file: path }, `more than ${limit}`, limit));
    }
    const isDue = this.#read - this.#toldAt >= this.#total / STEPS || this.#read === this.#total;
    if (!isDue && path === this.#path) return;
    this.#toldAt = this.#read;
    this.#path = path;
    this.progress({ path, bytesRead: this.#read, bytesTotal: this.#total });
  }
}
