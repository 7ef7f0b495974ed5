import jspiFactory from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiBinary from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import wasmFactory from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { ModelRequest } from '../../contract/model-workers';
import type { Problem } from '../../base/problem';
import { type DeviceData, HitrateError } from '../../contract/errors';
import type { Dtype, Device } from '../../domain/models/configuration';
import { graphicsAdapter } from '../graphics/graphics';

const MAX_THREADS = 8;

/** Threads that ONNX Runtime may use: without cross-origin isolation it runs on one, whatever is set. */
export function wasmThreads(device: Device): number {
  if (device === 'wasm-single' || !self.crossOriginIsolated) return 1;
  return Math.max(1, Math.min(MAX_THREADS, navigator.hardwareConcurrency));
}

export const providerOf = (device: Device): 'webgpu' | 'wasm' => (device === 'webgpu' ? 'webgpu' : 'wasm');

export function runtimeFiles(device: Device): { readonly mjs: string; readonly wasm: string } {
  return device === 'webgpu'
    ? { mjs: absolute(jspiFactory), wasm: absolute(jspiBinary) }
    : { mjs: absolute(wasmFactory), wasm: absolute(wasmBinary) };
}

/** ONNX Runtime imports its factory from a worker of its own, where a relative address would mean another folder. */
const absolute = (url: string): string => new URL(url, self.location.href).href;

/** Number formats that a GPU computes in sixteen bits. */
const HALVES: readonly Dtype[] = ['fp16', 'q4f16'];

/** A device asked for by name is that one or an error: no fallback. @throws {HitrateError} `device-unavailable` */
export async function requireDevice({ device, model, reading }: ModelRequest): Promise<void> {
  if (device === 'wasm' && !self.crossOriginIsolated) throw unavailable('no-threads', null);
  if (device !== 'webgpu') return;
  const adapter = await graphicsAdapter();
  if (!adapter) throw unavailable('no-gpu', null);
  if (!('Suspending' in WebAssembly)) throw unavailable('no-promise-integration', null);
  const dtype = reading?.weights.dtype;
  if (dtype && HALVES.includes(dtype) && !adapter.features.has('shader-f16'))
    throw unavailable('no-half-precision', { model, dtype });
}

const unavailable = <Code extends keyof DeviceData>(code: Code, data: DeviceData[Code]): HitrateError =>
  new HitrateError('device-unavailable', { code, data } as Problem<DeviceData>);
