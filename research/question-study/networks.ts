import { AutoTokenizer, env } from '@xenova/transformers';
import * as ort from 'onnxruntime-web/wasm';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Feeds, feedsOf, rowInputs } from '../../src/adapters/model/graph-inputs';
import { ONE_LOGIT, pairReader, readPairs, relevance } from '../../src/adapters/model/pairs';
import type { GraphOutput } from '../../src/adapters/model/network';
import { BUNDLED, textReader } from '../../src/adapters/model/embed-texts';
import { hashText } from '../../src/base/hash';

/** The bundled models under Node, by the code that reads texts for them in the browser. Rows are kept between runs. */

const MODELS = join(import.meta.dirname, '../../public/models');
const KEPT = join(import.meta.dirname, '../../node_modules/.cache/hitrate-questions');
const BATCH = 8;

interface Card {
  readonly id: string;
  readonly revision: string;
  readonly maxTokens: number;
}

async function opened(id: string) {
  env.allowRemoteModels = false;
  env.localModelPath = `${MODELS}/`;
  ort.env.wasm.numThreads = 1;
  const card = JSON.parse(readFileSync(join(MODELS, id, 'card.json'), 'utf8')) as Card;
  const weights = readFileSync(join(MODELS, id, 'onnx/model_quantized.onnx'));
  const session = await ort.InferenceSession.create(weights, { logSeverityLevel: 3 });
  const values = (all: typeof session.inputMetadata) =>
    all.map((each) => ({ name: each.name, type: 'int64', shape: each.isTensor ? each.shape : [] }));
  return {
    card,
    tokenizer: await AutoTokenizer.from_pretrained(id),
    inputs: values(session.inputMetadata),
    outputs: session.outputMetadata.map(({ name }) => ({ name, type: 'float32', shape: [] })),
    async run(feeds: Feeds, output: string): Promise<GraphOutput> {
      const tensors = Object.entries(feeds).map(([name, { data, dims }]) => [
        name,
        new ort.Tensor('int64', data as BigInt64Array, dims),
      ]);
      const found = (await session.run(Object.fromEntries(tensors) as Record<string, ort.Tensor>, [output]))[output]!;
      return { data: Float32Array.from(found.data as Float32Array), dims: found.dims };
    },
  };
}

/** Vectors of length 1, row by row, as the engine embeds a text that is no longer than the model takes. */
export async function openEmbedding() {
  const { card, tokenizer, inputs, outputs, run } = await opened('hitrate-embedding');
  const reader = textReader({
    tokenizer,
    graph: { inputs, outputs },
    reading: BUNDLED,
    dense: [],
    maxTokens: card.maxTokens,
  });
  return async (texts: readonly string[]): Promise<{ rows: Float32Array; dimensions: number }> => {
    const parts: Float32Array[] = [];
    let width = 0;
    for (let at = 0; at < texts.length; at += BATCH) {
      const { feeds, vectors } = reader.read(reader.tokenise(texts.slice(at, at + BATCH)));
      const read = vectors(await run(feeds, reader.output));
      parts.push(read.vectors);
      width = read.dimensions;
    }
    const rows = new Float32Array(texts.length * width);
    parts.forEach((part, i) => rows.set(part, i * BATCH * width));
    return { rows, dimensions: width };
  };
}

/** Logits of passages for a question. */
export async function openReranker() {
  const { card, tokenizer, inputs, outputs, run } = await opened('hitrate-reranker');
  const reader = pairReader(tokenizer);
  const file = join(KEPT, card.revision);
  const kept = readKept(file);
  mkdirSync(KEPT, { recursive: true });
  return {
    async score(query: string, passages: readonly string[]): Promise<Float32Array> {
      const keys = passages.map((passage) => hashText(`${query}\n\n${passage}`).slice(0, 16));
      const missing = [...keys.keys()].filter((i) => !kept.has(keys[i]!));
      if (missing.length > 0) {
        const best = new Float32Array(missing.length).fill(-Infinity);
        const asked = [{ query, passages: missing.map((i) => passages[i]!) }];
        const { rows } = readPairs(reader, asked, card.maxTokens);
        for (let at = 0; at < rows.length; at += BATCH) {
          const batch = rows.slice(at, at + BATCH);
          const output = await run(feedsOf(inputs, rowInputs(reader.tokenizer, batch)), outputs[0]!.name);
          const values = relevance(output, batch.length, ONE_LOGIT);
          batch.forEach(({ pair }, i) => (best[pair] = Math.max(best[pair]!, values[i]!)));
        }
        missing.forEach((i, at) => kept.set(keys[i]!, best[at]!));
        // Appended, so that two runs at a time lose nothing of each other.
        appendFileSync(file, missing.map((i, at) => `${keys[i]!} ${best[at]!}\n`).join(''));
      }
      return Float32Array.from(keys, (key) => kept.get(key)!);
    },
  };
}

function readKept(file: string): Map<string, number> {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return new Map(
    lines.map((line) => {
      const [key, logit] = line.split(' ');
      return [key!, Number(logit)];
    }),
  );
}
