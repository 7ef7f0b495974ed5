/** Whole numbers in a typed array that doubles when it is full: a list of a million numbers, without their boxes. */
export class GrowingIntegers {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  /** One that is there. */
  at(position: number): number {
    return this.#values[position]!;
  }

  /** A copy of what is there. */
  finish(): Int32Array {
    return this.#values.slice(0, this.#length);
  }
}
