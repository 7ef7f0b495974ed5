import { createMemory, PAGE } from './kernel';

/** What the kernel begins after: address 0 is nowhere. */
const BEGIN = 64;

/** Of registers of 128 bits. */
const ALIGNMENT = 16;

/** Hands out parts of a memory of the kernel, one after the other. */
export class Arena {
  readonly memory: WebAssembly.Memory;
  private next = BEGIN;

  /** @throws where this browser gives no memory that threads may share, or not as much */
  constructor(bytes: number) {
    this.memory = createMemory(BEGIN + bytes + ALIGNMENT);
  }

  /** Address of so many bytes. @throws {RangeError} where there is no more memory */
  take(bytes: number): number {
    const address = Math.ceil(this.next / ALIGNMENT) * ALIGNMENT;
    const missing = address + bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
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
