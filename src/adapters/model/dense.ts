import type { DenseLayer } from '../../domain/models/configuration';
import type { Numbers } from './safetensors';

/** A layer after pooling: y = activation(W x + b). */
export interface Dense {
  readonly inFeatures: number;
  readonly outFeatures: number;
  readonly weight: Float32Array;
  readonly bias: Float32Array | null;
  readonly activation: DenseLayer['activation'];
}

/** A file's layer, checked against what the repository says. @throws {Error} where the file has no such layer */
export function denseLayer(
  { path, inFeatures, outFeatures, bias, activation }: DenseLayer,
  tensors: ReadonlyMap<string, Numbers>,
): Dense {
  const weight = tensors.get('linear.weight');
  const shift = tensors.get('linear.bias');
  if (!weight) throw new Error(`${path} has no linear.weight, but ${[...tensors.keys()].join(', ')}`);
  if (weight.shape[0] !== outFeatures || weight.shape[1] !== inFeatures)
    throw new Error(`${path} is of ${weight.shape.join(' × ')} numbers where ${outFeatures} × ${inFeatures} are said`);
  if (bias && shift?.data.length !== outFeatures)
    throw new Error(`${path} has no linear.bias of ${outFeatures} numbers`);
  return { inFeatures, outFeatures, weight: weight.data, bias: bias ? shift!.data : null, activation };
}

/** Applies a layer to each row; sums in double precision. */
export function applyDense(
  { inFeatures, outFeatures, weight, bias, activation }: Dense,
  rows: Float32Array,
): Float32Array {
  const count = rows.length / inFeatures;
  const out = new Float32Array(count * outFeatures);
  const activate = ACTIVATIONS[activation];
  for (let row = 0; row < count; row++)
    for (let o = 0; o < outFeatures; o++) {
      let sum = bias ? bias[o]! : 0;
      for (let i = 0; i < inFeatures; i++) sum += weight[o * inFeatures + i]! * rows[row * inFeatures + i]!;
      out[row * outFeatures + o] = activate(sum);
    }
  return out;
}

const ACTIVATIONS: Readonly<Record<DenseLayer['activation'], (x: number) => number>> = {
  identity: (x) => x,
  tanh: Math.tanh,
  relu: (x) => Math.max(0, x),
  gelu: (x) => 0.5 * x * (1 + erf(x / Math.SQRT2)),
  sigmoid: (x) => 1 / (1 + Math.exp(-x)),
};

/**
 * The error function, to about twelve digits: its Taylor series, and beyond 3 the continued fraction of its complement
 * (Abramowitz & Stegun 1964, 7.1.5 and 7.1.14).
 */
export function erf(x: number): number {
  const size = Math.abs(x);
  if (size > 6) return Math.sign(x);
  if (size > 3) {
    let fraction = 0;
    for (let k = 60; k > 0; k--) fraction = k / 2 / (size + fraction);
    return Math.sign(x) * (1 - Math.exp(-size * size) / Math.sqrt(Math.PI) / (size + fraction));
  }
  let [sum, term] = [x, x];
  for (let n = 1; n < 100 && Math.abs(term) > 1e-17; n++) {
    term *= (-x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}
