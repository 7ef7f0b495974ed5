/** Lines of offsets in a text, asked in ascending order: each call counts on from the one before. */
export class LineCounter {
  #line = 1;
  #lineStart = 0;

  constructor(private readonly text: string) {}

  /**
   * @param offset in UTF-16 units, not below that of the call before
   * @returns line and column, both from 1
   */
  at(offset: number): { line: number; column: number } {
    for (;;) {
      const next = this.text.indexOf('\n', this.#lineStart);
      if (next === -1 || next >= offset) break;
      this.#line++;
      this.#lineStart = next + 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }
}
