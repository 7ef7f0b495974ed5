/** Addresses are bytes; `best` rows are wanted of a question, `capacity` kept at most before the worst go; `bits` of a number of a row. */
export interface KernelFunctions {
  heldBytes(capacity: number): number;
  scan(
    rows: number,
    first: number,
    end: number,
    dimensions: number,
    queries: number,
    questions: number,
    factors: number,
    terms: number,
    held: number,
    best: number,
    capacity: number,
    bits: number,
    work: number,
  ): void;
  scanWhole(
    codes: number,
    first: number,
    end: number,
    dimensions: number,
    weights: number,
    questions: number,
    held: number,
    best: number,
    capacity: number,
    work: number,
  ): void;
  compare(
    rows: number,
    dimensions: number,
    query: number,
    docs: number,
    count: number,
    squares: boolean,
    bits: number,
    work: number,
    out: number,
  ): void;
  lengths(rows: number, count: number, dimensions: number, bits: number, work: number, out: number): void;
}

export const instantiate = (module: WebAssembly.Module, memory: WebAssembly.Memory): KernelFunctions =>
  new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelFunctions;
