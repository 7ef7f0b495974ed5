import { env, InferenceSession, Tensor } from 'onnxruntime-web/webgpu';
import type { ModelRequest } from '../../contract/model-workers';
import type { Weights } from '../../domain/models/configuration';
import { givingAway } from '../rpc/parts';
import { providerOf, requireDevice, runtimeFiles, wasmThreads } from './devices';
import { failureOf, unavailable } from './failures';
import { toFloat32 } from './dense';
import type { Feeds, GraphValue } from './graph-inputs';
import { requireVersion } from './onnx-version';
import { oneAtATime } from './slot';
import { besideOf, requireFile } from './stored-files';

export interface Graph {
  readonly request: ModelRequest;
  readonly weights: Pick<Weights, 'path' | 'externalData'>;
}

export interface LoadedGraph {
  readonly inputs: readonly GraphValue[];
  readonly outputs: readonly GraphValue[];
  readonly threads: number;
  readonly milliseconds: number;
}

export interface GraphOutput {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

/** ONNX Runtime with one graph in a worker. Where memory ran out its heap may be damaged: the worker is ended. */
export interface NetworkApi {
  load(graph: Graph): Promise<LoadedGraph>;
  /** The outputs of these names, one run after the other. Where memory ran out or the GPU was lost those that wait fail so, too. */
  run(input: { readonly feeds: Feeds; readonly outputs: readonly string[] }): Promise<Record<string, GraphOutput>>;
}

export function createNetwork(): NetworkApi {
  let session: InferenceSession | null = null;
  /** Rejects when the GPU is lost: what waits for it would wait for ever. */
  let lost: Promise<never> | null = null;
  // A heap that was full, or a GPU that was lost, gives nothing more.
  const inTurn = oneAtATime((reason) => failureOf(reason) !== 'other');

  async function run({ feeds, outputs }: Parameters<NetworkApi['run']>[0]): ReturnType<NetworkApi['run']> {
    const tensors = Object.entries(feeds).map(([name, { type, data, dims }]) => [
      name,
      new Tensor(type as 'int64', data as BigInt64Array, dims),
    ]);
    const running = session!.run(Object.fromEntries(tensors) as Record<string, Tensor>, outputs);
    const found = await (lost ? Promise.race([running, lost]) : running);
    return givingAway(
      Object.fromEntries(outputs.map((name) => [name, { data: floatsOf(found[name]!), dims: found[name]!.dims }])),
    );
  }

  return {
    async load({ request, weights }) {
      const { device } = request;
      const began = performance.now();
      await requireDevice(request);
      configure(device);
      try {
        const graph = await requireFile(request, weights.path);
        requireVersion(graph);
        session = await InferenceSession.create(graph, {
          executionProviders: [providerOf(device)],
          logSeverityLevel: 3,
          externalData: await externalData(request, weights),
        });
        if (device === 'webgpu') lost = lossOf(await env.webgpu.device);
      } catch (error) {
        throw unavailable(request, error);
      }
      return {
        inputs: session.inputMetadata.map(valueOf),
        outputs: session.outputMetadata.map(valueOf),
        threads: wasmThreads(device),
        milliseconds: performance.now() - began,
      };
    },

    run: (input) => inTurn(() => run(input)),
  };
}

/** As transformers sets it, whose defaults would fetch from a CDN. */
function configure(device: ModelRequest['device']): void {
  env.logLevel = 'error';
  env.wasm.numThreads = wasmThreads(device);
  env.wasm.wasmPaths = runtimeFiles(device);
  env.webgpu.powerPreference = 'high-performance';
}

async function externalData(request: ModelRequest, { path, externalData: paths }: Graph['weights']) {
  return Promise.all(
    paths.map(async (file) => ({ path: besideOf(path, file), data: await requireFile(request, file) })),
  );
}

function lossOf(device: { readonly lost: Promise<{ readonly message: string }> }): Promise<never> {
  const lost = device.lost.then(({ message }) => {
    throw new Error(`the GPU device was lost: ${message}`);
  });
  lost.catch(() => undefined);
  return lost;
}

function valueOf(value: InferenceSession.ValueMetadata): GraphValue {
  return value.isTensor
    ? { name: value.name, type: value.type, shape: value.shape }
    : { name: value.name, type: 'none', shape: [] };
}

/** Copied: the tensor's own numbers lie in ONNX Runtime's memory. */
function floatsOf({ type, data }: Tensor): Float32Array {
  if (type === 'float32') return Float32Array.from(data as Float32Array);
  if (type !== 'float16') throw new Error(`its graph gives numbers as ${type}`);
  const { buffer, byteOffset, byteLength } = data as Uint16Array;
  return toFloat32(new Uint8Array(buffer, byteOffset, byteLength), 'float16');
}
