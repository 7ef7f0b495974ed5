/** Bytes of a page of memory of WebAssembly. */
const PAGE = 65_536;

/** Pages of the 4 GiB that an address of 32 bits reaches: what such a memory may grow to. */
const MOST_PAGES = 65_536;

/** Where the first number lies: address 0 is nowhere, and registers have 128 bits. */
export const VECTORS_AT = 64;

/** A memory that threads share, of so many bytes at least. @throws where this browser gives none, or not as much */
export const createSharedMemory = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({ initial: Math.max(1, Math.ceil(bytes / PAGE)), maximum: MOST_PAGES, shared: true });

/** Lets a memory have so many bytes at least. @throws {RangeError} where there is no more */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}
