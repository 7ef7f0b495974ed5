import { expect, it } from 'vitest';
import { graphOf, mixesRows } from '../../../../src/adapters/model/network-port';
import type { ModelRequest } from '../../../../src/contract/model-workers';
import type { Dtype } from '../../../../src/domain/models/configuration';

const bundled: ModelRequest = { folder: '/', model: 'm', device: 'wasm', maxTokens: 9, revision: 'r' };
const added = (dtype: Dtype): ModelRequest => ({
  ...bundled,
  reading: { task: 'generation', weights: { path: 'a/b.onnx', dtype, externalData: ['a/b.data'] }, maxTokens: 9 },
});

it.each([
  ['q8', true],
  ['int8', true],
  ['uint8', true],
  ['fp32', false],
  ['fp16', false],
  ['q4', false],
] as const)('weights of %s mix the rows of a batch: %s', (dtype, mixed) => {
  expect(mixesRows(added(dtype))).toBe(mixed);
});

it('the graph of a bundled model is its only one, whose rows are not mixed', () => {
  expect(graphOf(bundled).weights).toEqual({ path: 'onnx/model_quantized.onnx', externalData: [] });
  expect(mixesRows(bundled)).toBe(false);
});

it('the graph of a model that was added is that of its reading', () => {
  expect(graphOf(added('q4')).weights).toMatchObject({ path: 'a/b.onnx', externalData: ['a/b.data'] });
});
