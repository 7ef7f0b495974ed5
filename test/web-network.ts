import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Feeds, GraphValue } from '../src/adapters/model/graph-inputs';
import type { GraphOutput, LoadedGraph } from '../src/adapters/model/network';
import type { NetworkPort } from '../src/adapters/model/network-port';

interface Runtime {
  env: { logLevel: string; wasm: { numThreads: number } };
  InferenceSession: {
    create(
      data: Uint8Array,
      options: object,
    ): Promise<{
      readonly inputMetadata: readonly GraphValue[];
      readonly outputMetadata: readonly GraphValue[];
      run(feeds: object, outputs: readonly string[]): Promise<Record<string, GraphOutput>>;
    }>;
  };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
}

/** A file that a graph has its weights in, beside its own. */
interface ExternalData {
  readonly path: string;
  readonly data: Uint8Array;
}

export interface WebNetwork {
  readonly graph: LoadedGraph;
  readonly network: NetworkPort;
  runAll(feeds: Feeds, outputs: readonly string[]): Promise<Record<string, GraphOutput>>;
}

interface Options {
  readonly externalData?: readonly ExternalData[];
  /** Hears what each call is given. */
  readonly onRun?: (feeds: Feeds) => void;
  /** As the first network of a process has it. */
  readonly threads?: number;
}

/** A network under ONNX Runtime for the web, in Node, on one thread where no other number is given, as the adapters run it. */
export async function webNetwork(
  data: Uint8Array,
  { externalData = [], onRun, threads = 1 }: Options = {},
): Promise<WebNetwork> {
  const file = join(process.cwd(), 'node_modules/onnxruntime-web/dist/ort.node.min.mjs');
  const runtime = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Runtime;
  runtime.env.logLevel = 'error';
  runtime.env.wasm.numThreads = threads;
  const session = await runtime.InferenceSession.create(data, { logSeverityLevel: 3, externalData });
  const { inputMetadata: inputs, outputMetadata: outputs } = session;
  const graph: LoadedGraph = { inputs, outputs, threads, milliseconds: 0 };
  const runAll = (feeds: Feeds, wanted: readonly string[]): Promise<Record<string, GraphOutput>> => {
    onRun?.(feeds);
    const tensors = Object.entries(feeds).map(([name, { type, data: values, dims }]) => [
      name,
      new runtime.Tensor(type, values, dims),
    ]);
    return session.run(Object.fromEntries(tensors) as object, wanted);
  };
  const network = {
    room: { batchSize: Infinity },
    renew: () => undefined,
    load: () => Promise.resolve(graph),
    run: (_: unknown, input: { feeds: Feeds; outputs: readonly string[] }) => runAll(input.feeds, input.outputs),
  } as unknown as NetworkPort;
  return { graph, network, runAll };
}
