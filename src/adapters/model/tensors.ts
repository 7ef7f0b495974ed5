import { Tensor } from '@xenova/transformers';

/** Integers for a network, row by row: what becomes a tensor where there is a runtime. */
export interface IdMatrix {
  readonly data: BigInt64Array;
  /** Rows and columns. */
  readonly dims: readonly [number, number];
}

export function tensors(inputs: Readonly<Record<string, IdMatrix>>): Record<string, Tensor> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, { data, dims }]) => [name, new Tensor('int64', data, [...dims])]),
  );
}
