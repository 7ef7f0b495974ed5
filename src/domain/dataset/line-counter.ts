/** Lines of offsets in a text. Asked in ascending order it reads the text once; going back starts again. */
export class LineCounter {
  #line = 1;
  #start = 0;
  /** Offset of the line break that ends the line, or past the end. Kept, since a minified file is one long line. */
  #end: number;

  constructor(private readonly text: string) {
    this.#end = this.#breakAfter(0);
  }

  /**
   * @param offset in UTF-16 units
   * @returns line and column, both from 1
   */
  at(offset: number): { line: number; column: number } {
    if (offset < this.#start) this.#rewind();
    while (offset > this.#end) {
      this.#line++;
      this.#start = this.#end + 1;
      this.#end = this.#breakAfter(this.#start);
    }
    return { line: this.#line, column: offset - this.#start + 1 };
  }

  #rewind(): void {
    this.#line = 1;
    this.#start = 0;
    this.#end = this.#breakAfter(0);
  }

  #breakAfter(offset: number): number {
    const found = this.text.indexOf('\n', offset);
    return found === -1 ? Infinity : found;
  }
}
