import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Feeds, GraphValue } from '../../../../src/adapters/model/graph-inputs';
import type { GraphOutput, LoadedGraph } from '../../../../src/adapters/model/network';
import type { NetworkPort } from '../../../../src/adapters/model/network-port';
import { pairReader } from '../../../../src/adapters/model/pairs';
import { scorePairs } from '../../../../src/adapters/model/score-pairs';
import type { RerankingConfiguration } from '../../../../src/domain/models/configuration';
import { bundledTokenizer, sampleReference } from '../../../golden/models';

interface Session {
  readonly inputMetadata: readonly GraphValue[];
  readonly outputMetadata: readonly GraphValue[];
  run(feeds: object, outputs: readonly string[]): Promise<Record<string, GraphOutput>>;
}
interface Runtime {
  env: { logLevel: string; wasm: { numThreads: number } };
  InferenceSession: { create(data: Uint8Array, options: object): Promise<Session> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
}

const ROOT = join(import.meta.dirname, '../../../..');
const RUNTIME = join(ROOT, 'node_modules/onnxruntime-web/dist/ort.node.min.mjs');

/** Tokens that the network reads, filling included: what the time follows, and the same on every machine. */
it('a cross-encoder reads at most two thirds of the tokens of a call a question, and gives the same logits', async () => {
  const runtime = (await import(/* @vite-ignore */ pathToFileURL(RUNTIME).href)) as Runtime;
  runtime.env.logLevel = 'error';
  runtime.env.wasm.numThreads = 1;
  const file = readFileSync(join(ROOT, 'test/fixtures/models/bert-64-one-logit.onnx'));
  const session = await runtime.InferenceSession.create(new Uint8Array(file), { logSeverityLevel: 3 });
  const { inputMetadata: inputs, outputMetadata: outputs } = session;
  const graph: LoadedGraph = { inputs, outputs, threads: 1, milliseconds: 0 };
  let read = 0;
  const network = {
    room: { batchSize: Infinity },
    renew: () => undefined,
    load: () => Promise.resolve(graph),
    async run(_: unknown, { feeds, output }: { feeds: Feeds; output: string }) {
      const [rows, length] = feeds['input_ids']!.dims;
      read += rows! * length!;
      const tensors = Object.entries(feeds).map(([name, { type, data, dims }]) => [
        name,
        new runtime.Tensor(type, data, dims),
      ]);
      return (await session.run(Object.fromEntries(tensors) as object, [output]))[output]!;
    },
  } as unknown as NetworkPort;
  const scorer = { network, graph, output: 'logits', reader: pairReader(bundledTokenizer('hitrate-reranker'), true) };
  const reading: RerankingConfiguration = {
    task: 'reranking',
    weights: { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] },
    logit: 'only',
    relevant: 0,
    maxTokens: 128,
  };
  const request = { folder: '', model: 'm', revision: '', device: 'wasm-single', maxTokens: 128, reading } as const;
  const { questions, passages } = sampleReference();
  const story = passages.join(' ');
  // From a word to a hundred tokens.
  const asked = questions.slice(0, 12).map((query, q) => ({
    query: query.slice(0, 40),
    passages: Array.from({ length: 16 }, (_, i) => story.slice(99 * q, 99 * q + 4 * 1.2 ** i)),
  }));

  const together = await scorePairs({ ...request, asked }, scorer);
  const ours = read;
  const alone: number[] = [];
  let plain = 0;
  for (const each of asked) {
    const { logits, tokens } = await scorePairs({ ...request, asked: [each] }, scorer);
    alone.push(...logits);
    plain += tokens.length * Math.max(...tokens);
  }
  expect(ours).toBeLessThan((2 / 3) * plain);
  alone.forEach((logit, i) => expect(Math.abs(logit - together.logits[i]!)).toBeLessThan(1e-4));
});
