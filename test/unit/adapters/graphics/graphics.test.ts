import { expect, it } from 'vitest';
import { type Adapter, graphicsName, graphicsOf } from '../../../../src/adapters/graphics/graphics';

const adapter = (given: Partial<Adapter>, ...features: string[]): Adapter => ({
  features: new Set(features),
  ...given,
});

it('a GPU in software is none, and sixteen bits are told', () => {
  expect(graphicsOf(null)).toBe('none');
  expect(graphicsOf(adapter({ info: { isFallbackAdapter: true } }, 'shader-f16'))).toBe('none');
  expect([graphicsOf(adapter({})), graphicsOf(adapter({}, 'shader-f16'))]).toEqual(['full', 'half']);
});

it('two GPUs that differ in anything that they say have two names', () => {
  const info = { vendor: 'nvidia' };
  const limits = { maxBufferSize: 2 ** 32, maxStorageBufferBindingSize: 2 ** 31 };
  const all = [
    adapter({ info, limits }),
    adapter({ info: { ...info, architecture: 'hopper' }, limits }),
    adapter({ info: { ...info, device: '2335' }, limits }),
    adapter({ info: { ...info, description: 'H200' }, limits }),
    adapter({ info, limits: { ...limits, maxBufferSize: 2 ** 31 } }),
    adapter({ info, limits: { ...limits, maxStorageBufferBindingSize: 2 ** 30 } }),
    adapter({ info, limits }, 'shader-f16'),
    adapter({ info: { ...info, isFallbackAdapter: true }, limits }),
  ];
  expect(new Set(all.map(graphicsName)).size).toBe(all.length);
});
