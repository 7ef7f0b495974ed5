import { bitsPerNumber, bytesOfVectors, rowCount, type Vectors, vectorsOfBytes } from '../../../base/vectors';
import { createSharedMemory, growMemory, VECTORS_AT } from '../../../contract/model-workers';
import { compile } from 'virtual:kernel/vectors';
import { instantiate, type KernelFunctions } from './kernel';

/** Of registers of 128 bits. */
const ALIGNMENT = 16;

class Arena {
  private constructor(
    readonly memory: WebAssembly.Memory,
    private next: number,
  ) {}

  static create(bytes: number): Arena {
    return new Arena(createSharedMemory(VECTORS_AT + bytes + ALIGNMENT), VECTORS_AT);
  }

  static after(memory: WebAssembly.Memory, used: number): Arena {
    return new Arena(memory, used);
  }

  take(bytes: number): number {
    const address = Math.ceil(this.next / ALIGNMENT) * ALIGNMENT;
    growMemory(this.memory, address + bytes);
    this.next = address + bytes;
    return address;
  }

  async during<T>(use: () => Promise<T>): Promise<T> {
    const before = this.next;
    try {
      return await use();
    } finally {
      this.next = before;
    }
  }

  floats(address: number, length: number): Float32Array {
    return new Float32Array(this.memory.buffer, address, length);
  }

  doubles(address: number, length: number): Float64Array {
    return new Float64Array(this.memory.buffer, address, length);
  }
}

export interface KernelMatrix {
  readonly module: WebAssembly.Module;
  readonly arena: Arena;
  readonly functions: KernelFunctions;
  /** Where `vectors` lie. */
  readonly rows: number;
  readonly vectors: Vectors;
  /** Of a number of the rows. */
  readonly bits: number;
  readonly count: number;
  readonly dimensions: number;
  readonly lengths: number;
  readonly shortest: number;
  readonly longest: number;
}

const ROOM = 16_000_000;

/** Vectors that are shorter or longer lose digits in single precision: sums of their products are too small or too large. */
const SHORTEST = 1e-10;
const LONGEST = 1e10;

/** @returns null where this browser cannot run the kernel, or single precision does not bear the vectors */
export function openKernelMatrix(
  given: Vectors,
  dimensions: number,
  memory: WebAssembly.Memory | null = null,
): KernelMatrix | null {
  const count = rowCount(given, dimensions);
  const bits = bitsPerNumber(given);
  if (!(count >= 1) || !Number.isInteger(count)) return null;
  try {
    const module = compile();
    const { arena, vectors } = placed(given, memory);
    const rows = vectors.byteOffset;
    const functions = instantiate(module, arena.memory);
    const lengths = arena.take(8 * count);
    functions.lengths(rows, count, dimensions, bits, arena.take(4 * 4 * dimensions), lengths);
    let [shortest, longest] = [Infinity, 0];
    for (const length of arena.doubles(lengths, count)) {
      if (!Number.isFinite(length)) return null;
      if (length > longest) longest = length;
      if (length > 0 && length < shortest) shortest = length;
    }
    if (longest > LONGEST || shortest < SHORTEST) return null;
    return { module, arena, functions, rows, vectors, bits, count, dimensions, lengths, shortest, longest };
  } catch (error) {
    // No memory that threads may share, not as much, or no registers of 128 bits.
    if (error instanceof RangeError || error instanceof TypeError || error instanceof WebAssembly.CompileError)
      return null;
    throw error;
  }
}

function placed(given: Vectors, memory: WebAssembly.Memory | null): Pick<KernelMatrix, 'arena' | 'vectors'> {
  if (memory) return { arena: Arena.after(memory, given.byteOffset + given.byteLength), vectors: given };
  const arena = Arena.create(given.byteLength + ROOM);
  const bytes = new Uint8Array(arena.memory.buffer, arena.take(given.byteLength), given.byteLength);
  bytes.set(bytesOfVectors(given));
  return { arena, vectors: vectorsOfBytes(bytes, (given.byteLength * 8) / bitsPerNumber(given))! };
}

export const isEstimable = (length: number): boolean => length >= SHORTEST && length <= LONGEST;
