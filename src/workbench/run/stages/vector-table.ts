import type { Vectors } from '../../../base/vectors';
import { createSharedMemory, VECTORS_AT } from '../../../contract/model-workers';

export interface Embedded<Kind extends Vectors = Float32Array> {
  readonly vectors: Kind;
  /** What the vectors lie in, where a worker can search them there; null where they are copied to it. */
  readonly memory: WebAssembly.Memory | null;
  readonly dimensions: number;
  readonly milliseconds: Float64Array;
  readonly truncated: number;
}

/** A row holds the milliseconds of its text, its tokens before it was cut, and its vector. */
const VECTOR_AT = 2;

export function vectorRow(milliseconds: number, tokens: number, vector: Float32Array): Float32Array {
  const row = new Float32Array(VECTOR_AT + vector.length);
  row[0] = milliseconds;
  row[1] = tokens;
  row.set(vector, VECTOR_AT);
  return row;
}

export function vectorRoom(bytes: number, isShared: boolean) {
  if (isShared)
    try {
      const memory = createSharedMemory(VECTORS_AT + bytes);
      return { bytes: new Uint8Array(memory.buffer, VECTORS_AT, bytes), memory };
    } catch (error) {
      // More than there is, or than an address reaches.
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    }
  return { bytes: new Uint8Array(bytes), memory: null };
}

export class VectorTable {
  readonly #first = new Map<string, number>();
  #room: Pick<Embedded, 'vectors' | 'memory'> | null = null;
  #dimensions = 0;
  readonly #milliseconds: Float64Array;
  readonly #tokens: Float32Array;

  constructor(
    private readonly keys: readonly string[],
    private readonly isShared: boolean,
  ) {
    keys.forEach((key, i) => {
      if (!this.#first.has(key)) this.#first.set(key, i);
    });
    this.#milliseconds = new Float64Array(keys.length);
    this.#tokens = new Float32Array(keys.length);
  }

  take(key: string, row: Float32Array): void {
    const at = this.#first.get(key)!;
    this.#dimensions = row.length - VECTOR_AT;
    this.#room ??= this.#roomFor(this.keys.length * this.#dimensions);
    this.#room.vectors.set(row.subarray(VECTOR_AT), at * this.#dimensions);
    this.#milliseconds[at] = row[0]!;
    this.#tokens[at] = row[1]!;
  }

  #roomFor(numbers: number): Pick<Embedded, 'vectors' | 'memory'> {
    const { bytes, memory } = vectorRoom(4 * numbers, this.isShared);
    return { vectors: new Float32Array(bytes.buffer, bytes.byteOffset, numbers), memory };
  }

  finish(maxTokens: number): Embedded {
    const { vectors, memory } = this.#room ?? { vectors: new Float32Array(0), memory: null };
    const [width, milliseconds, tokens] = [this.#dimensions, this.#milliseconds, this.#tokens];
    let truncated = 0;
    this.keys.forEach((key, i) => {
      const first = this.#first.get(key)!;
      if (first !== i) {
        vectors.copyWithin(i * width, first * width, (first + 1) * width);
        milliseconds[i] = milliseconds[first]!;
        tokens[i] = tokens[first]!;
      }
      if (tokens[i]! > maxTokens) truncated++;
    });
    return { vectors, memory, dimensions: width, milliseconds, truncated };
  }
}

export class HeldVectors {
  #held: { readonly namespace: string; readonly keys: readonly string[]; readonly embedded: Embedded<Vectors> } | null =
    null;

  /** The vectors of a namespace are of one kind. */
  get<Kind extends Vectors = Float32Array>(namespace: string, keys: readonly string[]): Embedded<Kind> | null {
    const held = this.#held;
    if (held?.namespace !== namespace || held.keys.length !== keys.length) return null;
    const isSame = held.keys === keys || held.keys.every((key, i) => key === keys[i]);
    return isSame ? (held.embedded as Embedded<Kind>) : null;
  }

  hold<Kind extends Vectors>(namespace: string, keys: readonly string[], embedded: Embedded<Kind>): Embedded<Kind> {
    this.#held = { namespace, keys, embedded };
    return embedded;
  }

  forget(): void {
    this.#held = null;
  }
}
