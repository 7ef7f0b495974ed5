import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Feeds, padded, rowInputs, textRows } from '../../src/adapters/model/graph-inputs';
import { pairReader, readPairs } from '../../src/adapters/model/pairs';
import { docId, type Span } from '../../src/base/types';
import { passageText } from '../../src/domain/dataset/corpus';
import { onnxRuntimePath } from '../../tools/onnxruntime.mjs';
import { bundledGraph, bundledTokenizer, modelPath, sampleReference } from './models';
import { join } from 'node:path';
import { embedSpans, type TokenReader } from '../../src/adapters/model/encoder';
import { type ApartNetworks, keptTexts, scoreApart } from '../../src/adapters/model/apart';
import { webNetwork } from '../web-network';

/** How far a shipped model may be from the fp32 graph, in ONNX Runtime for Node. */
const [COSINE, LOGIT] = [1e-5, 0.05];
const { questions, passages, cosines, logits } = sampleReference();
const asked = lines('queries.jsonl').map(({ text }) => text);
const read = lines('corpus.jsonl').map(({ _id, title = '', text }) => passageText({ id: docId(_id), title, text }));
const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
const [EMBEDDING, RERANKER] = ['hitrate-embedding', 'hitrate-reranker'];
const hasRuntime = onnxRuntimePath() !== null;

function lines(name: string): { _id: string; title?: string; text: string }[] {
  const content = readFileSync(join(import.meta.dirname, '../../public/samples/hitrate-sample', name), 'utf8');
  return content
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { _id: string; text: string });
}

/** By the bundled graph of an embedding model: the vector of a text. */
async function embedder(maxTokens: number) {
  const [run, tokenizer] = [await bundledGraph(EMBEDDING, 'model'), bundledTokenizer(EMBEDDING)];
  return async (text: string): Promise<Float32Array> => {
    const { input_ids, attention_mask } = rowInputs(tokenizer, textRows(tokenizer, [text], maxTokens));
    return (await run({ input_ids: input_ids!, attention_mask: attention_mask! }))['sentence_embedding']!.data;
  };
}

describe.skipIf(!hasRuntime)('the shipped models in ONNX Runtime for Node (npm test installs it)', () => {
  it(`embedding gives the cosines of fp32 within ${COSINE}`, async () => {
    const embed = await embedder(512);
    // Every third text, which are of all languages and subjects.
    const third = (texts: readonly string[]) =>
      Promise.all(texts.flatMap((text, at) => (at % 3 === 0 ? embed(text) : [])));
    const found = await third(read);
    const apart = (await third(asked)).flatMap((question, q) =>
      found.map((passage, p) => Math.abs(dot(question, passage) - cosines[3 * q]![3 * p]!)),
    );
    expect(Math.max(...apart)).toBeLessThan(COSINE);
  });

  it(`reranker gives the logits of fp32 within ${LOGIT}`, async () => {
    const [run, reader] = [await bundledGraph(RERANKER, 'model'), pairReader(bundledTokenizer(RERANKER))];
    let furthest = 0;
    for (let q = 0; q < asked.length; q += 15)
      for (const row of readPairs(reader, [{ query: asked[q]!, passages: read.slice(0, 60) }], 512).rows) {
        const found = (await run(rowInputs(reader.tokenizer, [row])))['logits']!.data[0]!;
        furthest = Math.max(furthest, Math.abs(found - logits[q]![row.pair]!));
      }
    expect(furthest).toBeLessThan(LOGIT);
  });
});

const sample = join(import.meta.dirname, '../../public/samples/the-breakwater');
const chapter = readFileSync(join(sample, '06-another-thursday.txt'), 'utf8');
const short = '壁が鳴る 😀: the wall of Westerhaven whistles, and nobody knows why. 半导体产业有竞争力。';

describe.skipIf(!hasRuntime)('late chunking in ONNX Runtime for Node (npm test installs it)', () => {
  let reader: TokenReader;
  let whole: (text: string) => Promise<Float32Array>;

  beforeAll(async () => {
    const tokens = await bundledGraph(EMBEDDING, 'tokens');
    whole = await embedder(1024);
    reader = {
      tokenizer: bundledTokenizer(EMBEDDING),
      async read(ids) {
        const row = (values: readonly number[]) => padded([values], ids.length, 0);
        const output = await tokens({ input_ids: row(ids), attention_mask: row(ids.map(() => 1)) });
        const { data, dims } = output['token_embeddings']!;
        return { data, dimensions: dims[2]! };
      },
    };
  });

  const late = async (text: string, spans: readonly Span[], maxTokens = 1024): Promise<Float32Array[]> => {
    const { vectors, dimensions } = await embedSpans(reader, { text, spans, maxTokens }, true);
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

/** By ONNX Runtime for the web, on one thread: kernels of other processors and more threads share sums otherwise. */
describe('pairs that are matched together', () => {
  const reader = pairReader(bundledTokenizer(RERANKER));
  const request = { folder: '', model: RERANKER, device: 'wasm-single', maxTokens: 512, revision: '' } as const;
  const batches: number[] = [];
  let networks: ApartNetworks;

  beforeAll(async () => {
    const file = (name: string) => new Uint8Array(readFileSync(modelPath(RERANKER, 'onnx', `${name}_quantized.onnx`)));
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
