import { describe, expect, it } from 'vitest';
import { applyDense, type Dense, denseLayer, erf } from '../../../../src/adapters/model/dense';
import type { DenseLayer } from '../../../../src/domain/models/configuration';

const layer = (activation: DenseLayer['activation'], bias: Float32Array | null = null): Dense => ({
  inFeatures: 2,
  outFeatures: 3,
  // One row an output: read by columns, the second row of the result would be another.
  weight: Float32Array.from([1, 2, 0, -1, 3, 0.5]),
  bias,
  activation,
});

describe('a dense layer', () => {
  it('is W x + b for each row', () => {
    const rows = Float32Array.from([1, 1, 2, -4]);
    expect([...applyDense(layer('identity'), rows)]).toEqual([3, -1, 3.5, -6, 4, 4]);
    expect([...applyDense(layer('identity', Float32Array.from([10, 20, 30])), rows)]).toEqual([
      13, 19, 33.5, 4, 24, 34,
    ]);
  });

  it.each([
    ['tanh', Math.tanh(3), Math.tanh(-1)],
    ['relu', 3, 0],
    ['sigmoid', 1 / (1 + Math.exp(-3)), 1 / (1 + Math.exp(1))],
    // x Φ(x) of tables; the approximation by tanh gives 2.99636 and −0.15881.
    ['gelu', 2.99595031, -0.15865525],
  ] as const)('is followed by %s', (activation, first, second) => {
    const [a, b] = applyDense(layer(activation), Float32Array.from([1, 1]));
    expect(a).toBeCloseTo(first, 6);
    expect(b).toBeCloseTo(second, 6);
  });

  it('is refused where the file holds another than the repository says', () => {
    const said: DenseLayer = {
      path: '2_Dense/model.safetensors',
      inFeatures: 2,
      outFeatures: 3,
      bias: true,
      activation: 'tanh',
    };
    const weight = { shape: [3, 2], data: new Float32Array(6) };
    const bias = { shape: [3], data: new Float32Array(3) };
    const read = (tensors: object) => () => denseLayer(said, new Map(Object.entries(tensors)));
    expect(read({ 'linear.weight': weight, 'linear.bias': bias })()).toMatchObject({
      outFeatures: 3,
      activation: 'tanh',
    });
    expect(read({ 'linear.weight': { ...weight, shape: [2, 3] }, 'linear.bias': bias })).toThrow(
      /2 × 3 numbers where 3 × 2/,
    );
    expect(read({ 'linear.weight': weight })).toThrow(/no linear.bias of 3/);
    expect(read({ weight })).toThrow(/no linear.weight, but weight/);
  });
});

it.each([
  [0.5, 0.520499877813],
  [1, 0.84270079295],
  [2, 0.995322265019],
  [2.9, 0.999958902122],
  [3.5, 0.999999256902],
  [7, 1],
])('erf(%f) is that of tables', (x, value) => {
  expect(erf(x)).toBeCloseTo(value, 9);
  expect(erf(-x)).toBe(-erf(x));
});
