/** Lines of offsets in a text. Asked in ascending order it reads the text once, and no further than it must. */
export class LineCounter {
  readonly #starts = [0];
  #isRead = false;
  /** Queries mostly ascend: the next is in this line or after it. */
  #last = 0;

  constructor(private readonly text: string) {}

  /** @param offset in UTF-16 units @returns line and column, both from 1 */
  at(offset: number): { line: number; column: number } {
    while (!this.#isRead && this.#starts.at(-1)! <= offset) this.#readLine();
    this.#last = this.#find(offset);
    return { line: this.#last + 1, column: offset - this.#starts[this.#last]! + 1 };
  }

  #readLine(): void {
    const found = this.text.indexOf('\n', this.#starts.at(-1));
    if (found === -1) this.#isRead = true;
    else this.#starts.push(found + 1);
  }

  #find(offset: number): number {
    const starts = this.#starts;
    let low = starts[this.#last]! <= offset ? this.#last : 0;
    if ((starts[low + 1] ?? Infinity) > offset) return low;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}
