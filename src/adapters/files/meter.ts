import type { ImportProgress } from '../../contract/workers';
import { tooLarge } from '../../domain/dataset/problem';

const STEPS = 100;

/** Counts the bytes that are read: reports progress, and ends reading where there are too many. */
export class Meter {
  #total = 0;
  #read = 0;
  #reportedAt = 0;
  #path = '';

  constructor(
    private readonly maxBytes: number,
    private readonly progress: (step: ImportProgress) => void,
  ) {}

  start(bytesTotal: number): void {
    this.#total = bytesTotal;
  }

  /**
   * Reports about a hundred times, and when a file begins or all is read.
   *
   * @throws {SourceFailure} past the limit, whatever an archive declared
   */
  advance(path: string, bytes: number): void {
    this.#read += bytes;
    if (this.#read > this.maxBytes) throw tooLarge(path, this.maxBytes);
    const isDue = this.#read - this.#reportedAt >= this.#total / STEPS || this.#read === this.#total;
    if (!isDue && path === this.#path) return;
    this.#reportedAt = this.#read;
    this.#path = path;
    this.progress({ path, bytesRead: this.#read, bytesTotal: this.#total });
  }
}
