import type { Pooling } from '../../domain/models/configuration';

/** Vectors of the tokens of several texts: [text][position][dimension], row-major. */
export interface TokenVectorRows {
  readonly data: Float32Array;
  readonly rows: number;
  readonly length: number;
  readonly dimensions: number;
}

/** Takes the vectors of a text's tokens, which begin at these offsets; filling is left out, on whatever side. */
type PoolingFunction = (
  row: Pick<TokenVectorRows, 'data' | 'dimensions'> & { readonly at: readonly number[] },
  out: Float32Array,
) => void;

const weighted =
  (weightOf: (place: number) => number, scaleOf: (weights: number) => number): PoolingFunction =>
  ({ data, dimensions, at }, out) => {
    const sums = new Float64Array(dimensions);
    let weights = 0;
    at.forEach((offset, place) => {
      const weight = weightOf(place);
      weights += weight;
      for (let d = 0; d < dimensions; d++) sums[d]! += weight * data[offset + d]!;
    });
    for (let d = 0; d < dimensions; d++) out[d] = sums[d]! / scaleOf(weights);
  };

const one =
  (which: (at: readonly number[]) => number): PoolingFunction =>
  ({ data, dimensions, at }, out) =>
    out.set(data.subarray(which(at), which(at) + dimensions));

/**
 * Poolings of sentence-transformers (Reimers & Gurevych 2019) over tokens that are no filling, whichever side is
 * filled. `weighted-mean` gives the nth token the weight n (Muennighoff 2022, SGPT).
 */
const POOLS: Readonly<Record<Exclude<Pooling, 'graph'>, PoolingFunction>> = {
  mean: weighted(
    () => 1,
    (weights) => weights,
  ),
  'mean-sqrt-length': weighted(() => 1, Math.sqrt),
  'weighted-mean': weighted(
    (place) => place + 1,
    (weights) => weights,
  ),
  cls: one((at) => at[0]!),
  'last-token': one((at) => at[at.length - 1]!),
  max({ data, dimensions, at }, out) {
    out.fill(-Infinity);
    for (const offset of at) for (let d = 0; d < dimensions; d++) out[d] = Math.max(out[d]!, data[offset + d]!);
  },
};

/** One vector a text, zeros without a token. @param mask 1 for tokens, 0 for filling: [text][position], row-major */
export function pool(
  pooling: Exclude<Pooling, 'graph'>,
  { data, rows, length, dimensions }: TokenVectorRows,
  mask: ArrayLike<number | bigint>,
): Float32Array {
  const out = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row++) {
    const at: number[] = [];
    for (let i = row * length; i < (row + 1) * length; i++) if (Number(mask[i]) !== 0) at.push(i * dimensions);
    if (at.length > 0) POOLS[pooling]({ data, dimensions, at }, out.subarray(row * dimensions, (row + 1) * dimensions));
  }
  return out;
}

/** Scales each row to length 1, so that a dot product is the cosine. A row of zeros stays as it is. */
export function normaliseRows(vectors: Float32Array, dimensions: number): void {
  for (let at = 0; at < vectors.length; at += dimensions) {
    let square = 0;
    for (let d = at; d < at + dimensions; d++) square += vectors[d]! * vectors[d]!;
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let d = at; d < at + dimensions; d++) vectors[d]! *= scale;
  }
}
