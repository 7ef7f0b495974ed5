/** Numbers of a vector; an `Uint8Array` is bytes of which it is not known yet what they are. */
export type NumberRow = readonly number[] | Float32Array | Float64Array | Int8Array | Uint8Array;

/** Numbers of rows one after the other, and how many each row has. */
export interface WrittenNumbers {
  /** Whole numbers of a byte are kept as such, those of which none is below 0 without a sign. */
  readonly values: Float32Array | Int8Array | Uint8Array;
  readonly widths: readonly number[];
  readonly areBytes: boolean;
}

/** Room for a quarter as many again, so that growing costs little. */
const GROWTH = 1.25;

/** Gathers rows into one array: a byte a number, and from the first that does not fit in single precision. */
export class NumberColumn {
  #values: Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer> = new Uint8Array(1024);
  #length = 0;
  #least = 0;
  #most = 0;
  #areBytes = true;
  readonly #widths: number[] = [];

  add(row: NumberRow): void {
    this.#areBytes &&= row instanceof Uint8Array;
    this.#widths.push(row.length);
    if (this.#values instanceof Uint8Array && !this.#fits(row)) this.#values = new Float32Array(this.#whole());
    const length = this.#length + row.length;
    if (length > this.#values.length) this.#values = resized(this.#values, Math.ceil(GROWTH * length));
    this.#values.set(row, this.#length);
    this.#length = length;
  }

  finish(): WrittenNumbers {
    // A view: a copy would be as large again.
    const values = this.#values instanceof Uint8Array ? this.#whole() : this.#values.subarray(0, this.#length);
    return { values, widths: this.#widths, areBytes: this.#areBytes };
  }

  #whole(): Int8Array | Uint8Array {
    const kind = this.#least < 0 ? Int8Array : Uint8Array;
    return new kind(this.#values.buffer, 0, this.#length);
  }

  #fits(row: NumberRow): boolean {
    let [least, most] = [this.#least, this.#most];
    for (let i = 0; i < row.length; i++) {
      const value = row[i]!;
      if (!Number.isInteger(value)) return false;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (least < -128 || most > (least < 0 ? 127 : 255)) return false;
    [this.#least, this.#most] = [least, most];
    return true;
  }
}

function resized<Kind extends Uint8Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(values: Kind, length: number): Kind {
  const larger = (values instanceof Uint8Array ? new Uint8Array(length) : new Float32Array(length)) as Kind;
  larger.set(values);
  return larger;
}
