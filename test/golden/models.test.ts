import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Feeds, type IdMatrix, padded, rowInputs, textRows } from '../../src/adapters/model/graph-inputs';
import { pairReader, type PairRow, readPairs } from '../../src/adapters/model/pairs';
import { passageText } from '../../src/domain/dataset/corpus';
import { docId, type Span } from '../../src/base/types';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { bundledTokenizer, modelPath, sampleReference } from './models';
import { join } from 'node:path';
import { embedSpans, type TokenReader } from '../../src/adapters/model/encoder';
import { type ApartNetworks, keptTexts, scoreApart } from '../../src/adapters/model/apart';
import { webNetwork } from '../web-network';

describe('models', () => {
  /** How far a shipped model may be from the fp32 graph, in ONNX Runtime for Node. */
  const COSINE = 1e-5;
  const LOGIT = 0.05;

  type Feed = Readonly<Record<string, IdMatrix>>;

  interface Session {
    run(feed: object): Promise<Record<string, { data: Float32Array; dims: readonly number[] }>>;
  }

  interface OnnxRuntime {
    InferenceSession: { create(path: string): Promise<Session> };
    Tensor: new (type: string, data: unknown, dims: readonly number[]) => object;
  }

  const path = onnxRuntimePath();
  const reference = sampleReference();
  const sample = readSample();

  describe.skipIf(path === null)('the shipped models in ONNX Runtime for Node (npm test installs it)', () => {
    let runtime: OnnxRuntime;

    beforeAll(() => {
      runtime = createRequire(import.meta.url)(path!) as OnnxRuntime;
    });

    async function network(model: string, inputs: readonly string[]) {
      const session = await runtime.InferenceSession.create(modelPath(model, 'onnx/model_quantized.onnx'));
      return async (feed: Feed, output: string): Promise<Float32Array> => {
        const tensors = inputs.map((name) => [name, new runtime.Tensor('int64', feed[name]!.data, feed[name]!.dims)]);
        return (await session.run(Object.fromEntries(tensors) as object))[output]!.data;
      };
    }

    describe('embedding', () => {
      const tokenizer = bundledTokenizer('hitrate-embedding');

      async function embedder() {
        const run = await network('hitrate-embedding', ['input_ids', 'attention_mask']);
        return async (texts: readonly string[]): Promise<Float32Array[]> => {
          const inputs = rowInputs(tokenizer, textRows(tokenizer, texts, 512));
          const vectors = await run(inputs, 'sentence_embedding');
          const width = vectors.length / texts.length;
          return texts.map((_, i) => vectors.slice(i * width, (i + 1) * width));
        };
      }

      it(`gives the cosines of fp32 within ${COSINE}`, async () => {
        const embed = await embedder();
        const asked = await Promise.all(sample.questions.map(async (text) => (await embed([text]))[0]!));
        const found = await Promise.all(sample.passages.map(async (text) => (await embed([text]))[0]!));
        let furthest = 0;
        asked.forEach((question, q) =>
          found.forEach((passage, p) => {
            furthest = Math.max(furthest, Math.abs(dot(question, passage) - reference.cosines[q]![p]!));
          }),
        );
        expect(furthest).toBeLessThan(COSINE);
      });
    });

    describe('reranker', () => {
      const reader = pairReader(bundledTokenizer('hitrate-reranker'));

      async function scorer() {
        const run = await network('hitrate-reranker', ['input_ids', 'attention_mask', 'token_type_ids']);
        return (rows: readonly PairRow[]): Promise<Float32Array> => run(rowInputs(reader.tokenizer, rows), 'logits');
      }

      it(`gives the logits of fp32 within ${LOGIT}`, async () => {
        const score = await scorer();
        let furthest = 0;
        for (let q = 0; q < sample.questions.length; q += 5) {
          const { rows } = readPairs(
            reader,
            [{ query: sample.questions[q]!, passages: sample.passages.slice(0, 60) }],
            512,
          );
          for (const row of rows) {
            const [logit] = await score([row]);
            furthest = Math.max(furthest, Math.abs(logit! - reference.logits[q]![row.pair]!));
          }
        }
        expect(furthest).toBeLessThan(LOGIT);
      });
    });
  });

  function dot(a: Float32Array, b: Float32Array): number {
    return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  }

  function readSample(): { questions: string[]; passages: string[] } {
    const lines = (name: string): { _id: string; title?: string; text: string }[] =>
      readFileSync(new URL(`../../public/samples/hitrate-sample/${name}`, import.meta.url), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { _id: string; text: string });
    return {
      questions: lines('queries.jsonl').map(({ text }) => text),
      passages: lines('corpus.jsonl').map(({ _id, title = '', text }) => passageText({ id: docId(_id), title, text })),
    };
  }
});

describe('token vectors', () => {
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
});

describe('reranker batches', () => {
  const MODEL = 'hitrate-reranker';
  const { questions, passages } = sampleReference();

  /** By ONNX Runtime for the web, on one thread: kernels of other processors and more threads share sums otherwise. */
  describe('pairs that are matched together', () => {
    const reader = pairReader(bundledTokenizer(MODEL));
    const request = { folder: '', model: MODEL, device: 'wasm-single', maxTokens: 512, revision: '' } as const;
    const batches: number[] = [];
    let networks: ApartNetworks;

    beforeAll(async () => {
      const file = (name: string) => new Uint8Array(readFileSync(modelPath(MODEL, 'onnx', `${name}_quantized.onnx`)));
      const externalData = [{ path: 'model_quantized.onnx', data: file('model') }];
      const read = await webNetwork(file('read'), { externalData });
      const onRun = (feeds: Feeds): void => void batches.push(feeds['passage_rows']!.dims[0]!);
      const match = await webNetwork(file('match'), { externalData, onRun });
      networks = { read: read.network, match: match.network, threads: 1 };
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
});
