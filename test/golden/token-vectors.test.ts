import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { padded, rowInputs, textRows, type IdMatrix } from '../../src/adapters/model/graph-inputs';
import { embedSpans, type TokenReader } from '../../src/adapters/model/encoder';
import type { Span } from '../../src/base/types';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { bundledTokenizer, modelPath } from './models';

type Outputs = Record<string, { data: Float32Array; dims: readonly number[] }>;

interface OnnxRuntime {
  InferenceSession: { create(path: string): Promise<{ run(feed: object): Promise<Outputs> }> };
  Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
}

const MODEL = 'hitrate-embedding';
const path = onnxRuntimePath();
const sample = join(import.meta.dirname, '../../public/samples/the-breakwater');
const chapter = readFileSync(join(sample, '06-another-thursday.txt'), 'utf8');
const short = '壁が鳴る 😀: the wall of Westerhaven whistles, and nobody knows why. 半导体产业有竞争力。';

describe.skipIf(path === null)('late chunking in ONNX Runtime for Node (npm test installs it)', () => {
  const tokenizer = bundledTokenizer(MODEL);
  let reader: TokenReader;
  let whole: (text: string) => Promise<Float32Array>;

  beforeAll(async () => {
    const runtime = createRequire(import.meta.url)(path!) as OnnxRuntime;
    const session = (file: string) => runtime.InferenceSession.create(modelPath(MODEL, 'onnx', file));
    const [plain, tokens] = [await session('model_quantized.onnx'), await session('tokens_quantized.onnx')];
    const tensor = ({ data, dims }: IdMatrix) => new runtime.Tensor('int64', data, dims);
    whole = async (text) => {
      const inputs = rowInputs(tokenizer, textRows(tokenizer, [text], 1024));
      const feed = { input_ids: tensor(inputs['input_ids']!), attention_mask: tensor(inputs['attention_mask']!) };
      return (await plain.run(feed))['sentence_embedding']!.data;
    };
    reader = {
      tokenizer,
      async read(ids) {
        const row = (values: readonly number[]) => tensor(padded([values], ids.length, 0));
        const output = await tokens.run({ input_ids: row(ids), attention_mask: row(ids.map(() => 1)) });
        const { data, dims } = output['token_embeddings']!;
        return { data, dimensions: dims[2]! };
      },
    };
  });

  const late = async (text: string, spans: readonly Span[], maxTokens = 1024): Promise<Float32Array[]> => {
    const { vectors, dimensions } = await embedSpans(reader, { text, spans, maxTokens });
    return spans.map((_, i) => vectors.slice(i * dimensions, (i + 1) * dimensions));
  };

  it('gives a span that is the whole text the vector of the text', async () => {
    for (const text of [short, chapter.slice(0, 3000)]) {
      const [vector] = await late(text, [{ start: 0, end: text.length }]);
      expect(dot(vector!, await whole(text))).toBeGreaterThan(1 - 1e-6);
    }
  });

  it('gives a span of a text another vector than the span alone has, of the same topic', async () => {
    const text = chapter.slice(0, 3000);
    const span = { start: 1000, end: 1600 };
    const [vector] = await late(text, [span]);
    const alone = dot(vector!, await whole(text.slice(span.start, span.end)));
    expect(alone).toBeLessThan(1 - 1e-3);
    expect(alone).toBeGreaterThan(0.8);
    expect(dot(vector!, vector!)).toBeCloseTo(1, 5);
  });

  it('reads a text longer than the model takes in windows, and leaves nothing out', async () => {
    const spans = [0, 1, 2, 3, 4].map((i) => ({ start: i * 1100, end: i * 1100 + 1000 }));
    const [once, windows] = [await late(chapter, spans, 4096), await late(chapter, spans, 256)];
    spans.forEach((_, i) => {
      const cosine = dot(once[i]!, windows[i]!);
      expect(cosine).toBeGreaterThan(0.9);
      expect(cosine).toBeLessThan(1);
    });
  });

  it('has zeros for a text without tokens', async () => {
    const [vector] = await late(' ', [{ start: 0, end: 1 }]);
    expect(vector!.length).toBe(512);
    expect(vector!.every((value) => value === 0)).toBe(true);
  });
});

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
