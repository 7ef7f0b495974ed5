import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  embedEach,
  embedTexts,
  BUNDLED,
  textReader,
  type VectorConfiguration,
} from '../../src/adapters/model/embed-texts';
import type { Feeds } from '../../src/adapters/model/graph-inputs';
import { oneAtATime } from '../../src/adapters/model/slot';
import type { EmbeddedSome, ModelRequest } from '../../src/contract/model-workers';
import type { EmbeddingConfiguration } from '../../src/domain/models/configuration';
import { webNetwork } from '../web-network';
import { bundledTokenizer, modelPath, sampleReference } from './models';

const MAX_TOKENS = 128;
const MODEL = 'hitrate-embedding';
const fixture = (name: string): string => join(import.meta.dirname, '../fixtures/models', `${name}.onnx`);

/** Of many lengths, and in languages with few characters a token and with many. */
const texts = sampleReference()
  .passages.slice(0, 30)
  .flatMap((passage, i) => {
    const chinese = '半导体产业有竞争力，海边的墙在风里鸣响。'.repeat(1 + (i % 6)).slice(i % 7);
    return i % 2 === 0 ? [passage.slice(0, 8 + ((i * 37) % passage.length)), chinese] : [passage];
  });

const added = (file: string, { pooling, flat }: Partial<VectorConfiguration> = {}): EmbeddingConfiguration => ({
  ...{ task: 'embedding', weights: { path: file, dtype: 'fp32', externalData: [] }, dense: [] },
  ...{ pooling: pooling ?? 'mean', normalise: true, flat: flat ?? false },
  ...{ queryPrefix: '', passagePrefix: '', maxTokens: MAX_TOKENS },
});

/** A network under ONNX Runtime for the web, on one thread, and the rows and places of each of its calls. */
async function opened(file: string, reading?: EmbeddingConfiguration, device: ModelRequest['device'] = 'wasm-single') {
  const calls: { readonly rows: number; readonly places: number }[] = [];
  const onRun = (feeds: Feeds): void => {
    const [rows, length = 1] = (feeds['offsets'] ?? feeds['input_ids'])!.dims;
    calls.push({ rows: rows!, places: feeds['offsets'] ? feeds['input_ids']!.dims[0]! : rows! * length });
  };
  const { graph, network } = await webNetwork(new Uint8Array(readFileSync(file)), { onRun });
  const tokenizer = bundledTokenizer(MODEL);
  const reader = textReader({ tokenizer, graph, dense: [], maxTokens: MAX_TOKENS, reading: reading ?? BUNDLED });
  const request = {
    folder: '',
    model: MODEL,
    device,
    maxTokens: MAX_TOKENS,
    revision: '',
    ...(reading && { reading }),
  };
  const encoder = { network, reader };
  const embed = (some: readonly string[]) => embedTexts({ ...request, texts: some }, encoder);
  const tokens = reader.tokenise(texts).map(({ ids }) => ids.length);
  const filling = (places: number): number => 1 - tokens.reduce((sum, count) => sum + count, 0) / places;
  return { calls, reader, request, encoder, embed, tokens, filling };
}

const placesOf = (calls: readonly { readonly places: number }[]): number =>
  calls.reduce((sum, { places }) => sum + places, 0);

/** How many of every seventh text have other vectors than alone, and how far apart the numbers are. */
async function compared({ embed }: Awaited<ReturnType<typeof opened>>) {
  const { vectors, dimensions } = await embed(texts);
  let [others, furthest] = [0, 0];
  for (let i = 0; i < texts.length; i += 7) {
    const alone = (await embed([texts[i]!])).vectors;
    const apart = alone.map((value, d) => Math.abs(value - vectors[i * dimensions + d]!));
    furthest = Math.max(furthest, ...apart);
    if (apart.some((each) => each > 0)) others++;
  }
  return { others, furthest };
}

describe('texts that are embedded together', () => {
  it.each([
    ['bert-64', {}],
    ['bert-64', { pooling: 'cls' }],
    ['bert-64-fused', {}],
    ['mpnet-768', {}],
    ['xlm-roberta-1024', {}],
    ['last-token', { pooling: 'last-token' }],
    ['sentence-embedding', { pooling: 'graph' }],
    ['static-masked', { pooling: 'graph', flat: true }],
  ] as const)(
    'by %s (%o) have the vector of each alone to the last bit, and nothing is filled up',
    async (name, how) => {
      const model = await opened(fixture(name), added(fixture(name), how));
      await model.embed(texts);
      expect(model.filling(placesOf(model.calls))).toBe(0);
      expect(model.calls.length).toBeLessThan(texts.length);
      expect(await compared(model)).toEqual({ others: 0, furthest: 0 });
    },
  );

  it('by the bundled model have the vector of each alone to the last bit, though some are filled up', async () => {
    const model = await opened(modelPath(MODEL, 'onnx/model_quantized.onnx'));
    await model.embed(texts);
    expect(model.filling(placesOf(model.calls))).toBeGreaterThan(0);
    expect(model.filling(placesOf(model.calls))).toBeLessThan(0.15);
    expect(model.calls.length).toBeLessThan(texts.length / 7);
    expect(await compared(model)).toEqual({ others: 0, furthest: 0 });
  });

  it('in one list of tokens are each alone, as a graph may add them up together', async () => {
    const reading = added(fixture('static-flat'), { pooling: 'graph', flat: true });
    const model = await opened(fixture('static-flat'), reading);
    await model.embed(texts);
    expect(model.calls).toHaveLength(texts.length);
    const together = await opened(fixture('static-flat'), reading, 'webgpu');
    await together.embed(texts);
    expect(together.calls.length).toBeLessThan(texts.length / 8);
    expect((await compared(together)).furthest).toBeLessThan(1e-6);
  });

  it('on a GPU are filled up by less than 15 %, which moves the last digits of a transformer', async () => {
    const model = await opened(fixture('bert-64'), added(fixture('bert-64')), 'webgpu');
    await model.embed(texts);
    expect(model.filling(placesOf(model.calls))).toBeLessThan(0.15);
    const { others, furthest } = await compared(model);
    expect(furthest).toBeLessThan(1e-6);
    // So a vector would depend on what else was left to embed, if it were read so on a processor.
    expect(others).toBeGreaterThan(0);
  });

  it('are at most 4,096 tokens at a time, filling included, and one that is longer alone', async () => {
    const { calls, embed } = await opened(modelPath(MODEL, 'onnx/model_quantized.onnx'));
    const long = texts.join(' ').slice(0, 3000);
    await embed(Array.from({ length: 70 }, (_, i) => long.slice(i)));
    expect(calls.map(({ rows }) => rows)).toEqual([32, 32, 6]);
    expect(Math.max(...calls.map(({ places }) => places))).toBe(4096);
  });

  it('come batch by batch, each once, with their places and tokens; what they took adds up', async () => {
    const { encoder, request, reader } = await opened(fixture('bert-64'), added(fixture('bert-64')));
    const batches: EmbeddedSome[] = [];
    const remarks = await embedEach({ ...request, texts }, encoder, (some) => void batches.push(some));
    expect(remarks).toEqual([]);
    expect(batches.flatMap(({ places }) => [...places]).sort((a, b) => a - b)).toEqual([...texts.keys()]);
    const rows = reader.tokenise(texts);
    for (const { places, tokens, vectors, dimensions, milliseconds } of batches) {
      expect([...tokens]).toEqual([...places].map((place) => rows[place]!.tokens));
      expect(vectors).toHaveLength(places.length * dimensions);
      expect(milliseconds).toBeGreaterThan(0);
    }
    const lengths = batches.map(({ places }) => rows[places[0]!]!.ids.length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  });

  it('let another be embedded between their batches', async () => {
    const { encoder, request, embed } = await opened(fixture('bert-64'), added(fixture('bert-64')));
    const inTurn = oneAtATime();
    let question: Promise<unknown> | null = null;
    let before = 0;
    let answered = false;
    await embedEach({ ...request, texts }, { ...encoder, inTurn }, () => {
      if (!answered) before++;
      question ??= inTurn(() => embed(['a question'])).then(() => (answered = true));
    });
    expect([before, answered]).toEqual([1, true]);
    await question;
  });
});
