import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { rowInputs, textRows, type IdMatrix } from '../../src/adapters/model/graph-inputs';
import { pairReader, readPairs, type PairRow } from '../../src/adapters/model/pairs';
import { passageText } from '../../src/domain/dataset/corpus';
import { docId } from '../../src/base/types';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { bundledTokenizer, modelPath, sampleReference } from './models';

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
