import { createSharedMemory, growMemory, VECTORS_AT } from '../../../contract/vector-memory';

/** Of registers of 128 bits. */
const ALIGNMENT = 16;

/** Hands out parts of a memory of the kernel, one after the other. */
export class Arena {
  private constructor(
    readonly memory: WebAssembly.Memory,
    private next: number,
  ) {}

  /** @throws where this browser gives no memory that threads may share, or not as much */
  static create(bytes: number): Arena {
    return new Arena(createSharedMemory(VECTORS_AT + bytes + ALIGNMENT), VECTORS_AT);
  }

  /** A memory of which the first bytes are in use. */
  static after(memory: WebAssembly.Memory, used: number): Arena {
    return new Arena(memory, used);
  }

  /** Address of so many bytes. @throws {RangeError} where there is no more memory */
  take(bytes: number): number {
    const address = Math.ceil(this.next / ALIGNMENT) * ALIGNMENT;
    growMemory(this.memory, address + bytes);
    this.next = address + bytes;
    return address;
  }

  /** Runs what needs parts for itself, which are free again once it is done. */
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
