import { env } from '@xenova/transformers';
import jspiFactory from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs?url';
import jspiBinary from 'onnxruntime-web/ort-wasm-simd-threaded.jspi.wasm?url';
import wasmFactory from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import wasmBinary from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { HitrateError } from '../../contract/errors';
import type { LoadedModel, ModelRequest } from '../../contract/encoder';
import type { Device } from '../../domain/spec/retrievers';

const MAX_THREADS = 8;

/** Threads that ONNX Runtime may use: without cross-origin isolation it runs on one, whatever it is told. */
export function wasmThreads(): number {
  return self.crossOriginIsolated ? Math.max(1, Math.min(MAX_THREADS, navigator.hardwareConcurrency)) : 1;
}

/**
 * Points transformers and ONNX Runtime at this origin alone. Their defaults would fetch binaries from a CDN and run the
 * factory from a blob: address, which the content security policy refuses.
 */
function configure(folder: string, device: Device): void {
  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = folder;
  env.useBrowserCache = false;
  env.useWasmCache = false;
  const wasm = env.backends.onnx.wasm;
  if (!wasm) throw new Error('ONNX Runtime has no WASM back end');
  wasm.numThreads = wasmThreads();
  wasm.wasmPaths =
    device === 'webgpu'
      ? { mjs: absolute(jspiFactory), wasm: absolute(jspiBinary) }
      : { mjs: absolute(wasmFactory), wasm: absolute(wasmBinary) };
}

/** ONNX Runtime imports its factory from a worker of its own, where a relative address would mean another folder. */
const absolute = (url: string): string => new URL(url, self.location.href).href;

async function requireWebGpu(): Promise<void> {
  const gpu = (navigator as { gpu?: { requestAdapter(): Promise<unknown> } }).gpu;
  if (gpu && (await gpu.requestAdapter())) return;
  throw new HitrateError(
    'device-unavailable',
    'WebGPU was chosen, but this browser offers no GPU adapter. Choose WASM in the settings, or enable WebGPU in the browser.',
  );
}

/** A loader that keeps one model in memory, and forgets a load that failed so that it can be tried again. */
export function modelSlot<Model>(load: (request: ModelRequest) => Promise<Model>) {
  let held: { key: string; loaded: Promise<{ model: Model; info: LoadedModel }> } | null = null;

  async function start(request: ModelRequest): Promise<{ model: Model; info: LoadedModel }> {
    const began = performance.now();
    if (request.device === 'webgpu') await requireWebGpu();
    configure(request.folder, request.device);
    try {
      const model = await load(request);
      const info = { device: request.device, threads: wasmThreads(), milliseconds: performance.now() - began };
      return { model, info };
    } catch (cause) {
      if (cause instanceof HitrateError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      const message = `The model “${request.model}” could not be loaded on ${request.device}: ${reason}`;
      throw new HitrateError('model-unavailable', message, { cause });
    }
  }

  return (request: ModelRequest): Promise<{ model: Model; info: LoadedModel }> => {
    const key = `${request.folder} ${request.model} ${request.device}`;
    if (held?.key === key) return held.loaded;
    const loaded = start(request);
    held = { key, loaded };
    loaded.catch(() => {
      if (held?.loaded === loaded) held = null;
    });
    return loaded;
  };
}
