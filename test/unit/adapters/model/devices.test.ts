import { afterEach, describe, expect, it, vi } from 'vitest';
import { said } from '../../said';
import { requireDevice, wasmThreads } from '../../../../src/adapters/model/devices';
import type { ModelRequest } from '../../../../src/contract/model-workers';
import type { Device, Dtype } from '../../../../src/domain/models/configuration';

afterEach(() => vi.unstubAllGlobals());

/** A browser as it is seen by a worker: Node has no such thing. */
function browser({ isolated = true, gpu = null as readonly string[] | null, suspends = true } = {}) {
  vi.stubGlobal('self', { crossOriginIsolated: isolated });
  const adapter = gpu && { features: new Set(gpu) };
  // A machine of two GPUs, of which the saving one can do nothing.
  const requestAdapter = ({ powerPreference = 'low-power' } = {}) =>
    Promise.resolve(powerPreference === 'high-performance' ? adapter : null);
  vi.stubGlobal('navigator', { hardwareConcurrency: 16, gpu: { requestAdapter } });
  vi.stubGlobal('WebAssembly', suspends ? { Suspending: class {} } : {});
}

const request = (device: Device, dtype: Dtype = 'fp32'): ModelRequest => ({
  folder: '/models/',
  model: 'm',
  device,
  maxTokens: 9,
  revision: 'r',
  reading: { task: 'generation', weights: { path: 'onnx/model.onnx', dtype, externalData: [] }, maxTokens: 9 },
});

describe('a device that was asked for by name', () => {
  it('is WASM with threads only where memory can be shared, and with one thread anywhere', async () => {
    browser({ isolated: false });
    await expect(said(requireDevice(request('wasm')))).rejects.toMatchObject({
      code: 'device-unavailable',
      message: expect.stringMatching(/“WASM, one thread”.*Cross-Origin-Embedder-Policy/) as string,
    });
    await requireDevice(request('wasm-single'));
    browser();
    await requireDevice(request('wasm'));
  });

  it('is a GPU only where there is one that can be waited for', async () => {
    browser();
    await expect(said(requireDevice(request('webgpu')))).rejects.toThrow(/no GPU adapter/);
    browser({ gpu: [], suspends: false });
    await expect(said(requireDevice(request('webgpu')))).rejects.toThrow(/promise integration/);
    browser({ gpu: [] });
    await requireDevice(request('webgpu'));
  });

  it.each(['fp16', 'q4f16'] as const)('is no GPU without sixteen-bit numbers for weights in %s', async (dtype) => {
    browser({ gpu: [] });
    await expect(said(requireDevice(request('webgpu', dtype)))).rejects.toThrow(
      /“m” are numbers of sixteen bits .*shader-f16.*\(fp32\).*\(q4\)/,
    );
    await requireDevice(request('wasm', dtype));
    browser({ gpu: ['shader-f16'] });
    await requireDevice(request('webgpu', dtype));
  });
});

it('threads are as many as processors, at most eight, and one where that was chosen or nothing is shared', () => {
  browser();
  expect([wasmThreads('wasm'), wasmThreads('wasm-single')]).toEqual([8, 1]);
  browser({ isolated: false });
  expect(wasmThreads('webgpu')).toBe(1);
});
