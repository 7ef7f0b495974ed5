import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApartNetworks, keptTexts, scoreApart } from '../../src/adapters/model/apart';
import type { Feeds } from '../../src/adapters/model/graph-inputs';
import type { GraphOutput } from '../../src/adapters/model/network';
import type { NetworkPort } from '../../src/adapters/model/network-port';
import { pairReader } from '../../src/adapters/model/pairs';
import { bundledTokenizer, modelPath, sampleReference } from './models';

interface Session {
  run(feeds: object, outputs: readonly string[]): Promise<Record<string, GraphOutput>>;
}

interface OnnxRuntime {
  env: { logLevel: string; wasm: { numThreads: number } };
  InferenceSession: { create(data: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
}

const MODEL = 'hitrate-reranker';
const RUNTIME = join(import.meta.dirname, '../../node_modules/onnxruntime-web/dist/ort.node.min.mjs');
const { questions, passages } = sampleReference();

/** By ONNX Runtime for the web, on one thread: kernels of other processors and more threads share sums otherwise. */
describe('pairs that are matched together', () => {
  const reader = pairReader(bundledTokenizer(MODEL));
  const request = { folder: '', model: MODEL, device: 'wasm-single', maxTokens: 512, revision: '' } as const;
  const batches: number[] = [];
  let networks: ApartNetworks;

  beforeAll(async () => {
    const runtime = (await import(/* @vite-ignore */ pathToFileURL(RUNTIME).href)) as OnnxRuntime;
    runtime.env.logLevel = 'error';
    runtime.env.wasm.numThreads = 1;
    const file = (name: string) => new Uint8Array(readFileSync(modelPath(MODEL, 'onnx', `${name}_quantized.onnx`)));
    const externalData = [{ path: 'model_quantized.onnx', data: file('model') }];
    async function opened(name: string): Promise<NetworkPort> {
      const session = await runtime.InferenceSession.create(file(name), { logSeverityLevel: 3, externalData });
      const runAll = (feeds: Feeds, outputs: readonly string[]) => {
        if (name === 'match') batches.push(feeds['passage_rows']!.dims[0]!);
        const tensors = Object.entries(feeds).map(([key, { type, data, dims }]) => [
          key,
          new runtime.Tensor(type, data, dims),
        ]);
        return session.run(Object.fromEntries(tensors) as object, outputs);
      };
      return {
        room: { batchSize: Infinity },
        renew: () => undefined,
        runAll: (_, { feeds, outputs }) => runAll(feeds, outputs),
        run: async (_, { feeds, output }) => (await runAll(feeds, [output]))[output]!,
      } as NetworkPort;
    }
    networks = { read: await opened('read'), match: await opened('match'), threads: 1 };
  });

  it('have the logits of each alone to the last bit, whatever is beside them and in whatever order', async () => {
    const kept = keptTexts();
    const long = passages.slice(0, 6).join(' ');
    const some = ['', 'a', '海', ...passages.slice(0, 40), long, long.slice(3), long.slice(0, 900)];
    for (const query of [questions[2]!, '?', `${questions[5]!} ${questions[9]!} ${questions[7]!}`]) {
      batches.length = 0;
      const together = await scoreApart({ ...request, asked: [{ query, passages: some }] }, reader, networks, kept);
      expect(Math.max(...batches)).toBeGreaterThan(3);
      batches.length = 0;
      const alone = await scoreApart(
        { ...request, asked: [{ query, passages: [...some].reverse() }] },
        reader,
        { ...networks, threads: 2 },
        kept,
      );
      expect(new Set(batches)).toEqual(new Set([1]));
      expect([...alone.logits].reverse()).toEqual([...together.logits]);
    }
  });
});
