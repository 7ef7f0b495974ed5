import './as-in-a-browser';
import { AutoModelForSequenceClassification, AutoTokenizer, env, pipeline, Tensor } from '@xenova/transformers';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { embedTexts, textReader } from '../../src/adapters/model/embed-texts';
import { pairReader } from '../../src/adapters/model/pairs';
import { scorePairs } from '../../src/adapters/model/reranker';
import type { ModelRequest } from '../../src/contract/model-workers';
import type { EmbeddingConfiguration, RerankingConfiguration } from '../../src/domain/models/configuration';
import { seeded } from '../../test/vectors';
import { webNetwork } from '../../test/web-network';

/**
 * `added-models.mjs pairs|texts`: networks as wide as MiniLM-L6, with two of its layers, on one thread of ONNX Runtime for the web, as
 * Hitrate reads texts of mixed lengths for them, beside transformers.js as its documentation has it. Passages are stretches
 * of the sample's documents. Prints milliseconds of the processor, and how far the numbers are apart.
 */

const ROOT = process.cwd();
const TOKENIZER = join(ROOT, 'public/models/hitrate-reranker');
const [MAX_TOKENS, WIDTH] = [512, 384];
const TURNS = { pairs: 1, texts: 3 } as const;
/** As the engine calls a reranker, and as people call a pipeline. */
const [PAIR_BATCH, TEXT_BATCH] = [32, 32];

const dist = join(ROOT, 'node_modules/onnxruntime-web/dist');

const FILES: Readonly<Record<string, string>> = {
  minilm: 'test/fixtures/models/minilm.onnx',
  'minilm-one-logit': 'test/fixtures/models/minilm-one-logit.onnx',
};
const CONFIG = {
  ...{ model_type: 'bert', hidden_size: WIDTH, num_attention_heads: 12, num_hidden_layers: 2, vocab_size: 30_522 },
  ...{ max_position_embeddings: MAX_TOKENS, id2label: { 0: 'LABEL_0' } },
};

/** What a hub would answer with: the network, its configuration, and the tokenizer of the bundled reranker. */
function answer(address: string): Response {
  const [, , model, ...rest] = address.split('/');
  const path = rest.join('/');
  if (path === 'config.json') return Response.json(CONFIG);
  if (path === 'onnx/model.onnx') return new Response(new Uint8Array(readFileSync(join(ROOT, FILES[model!]!))));
  if (path === 'tokenizer_config.json') {
    const config = JSON.parse(readFileSync(join(TOKENIZER, path), 'utf8')) as object;
    return Response.json({ ...config, model_max_length: MAX_TOKENS });
  }
  const file = join(TOKENIZER, path);
  return existsSync(file) ? new Response(new Uint8Array(readFileSync(file))) : new Response(null, { status: 404 });
}

Object.assign(env, { allowLocalModels: true, allowRemoteModels: false, localModelPath: '/models/' });
Object.assign(env, { useBrowserCache: false, useWasmCache: false });
env.fetch = ((address: string | URL) => Promise.resolve(answer(String(address)))) as typeof env.fetch;
Object.assign(env.backends.onnx.wasm!, { numThreads: 1, wasmPaths: `${pathToFileURL(dist).href}/` });

const opened = (name: string) => webNetwork(new Uint8Array(readFileSync(join(ROOT, FILES[name]!))));

const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
async function timed<T>(work: () => Promise<T>): Promise<{ milliseconds: number; found: T }> {
  const began = processor();
  const found = await work();
  return { milliseconds: processor() - began, found };
}
const furthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

const random = seeded(11);
const lines = (name: string): { text?: string; title?: string }[] =>
  readFileSync(join(ROOT, 'public/samples/hitrate-sample', name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { text: string });
const story = lines('corpus.jsonl')
  .map(({ text }) => text)
  .join(' ');
/** From a few words to a paragraph, all of which the model reads whole: as of what was cut at headings, most are short. */
const [SHORTEST, LONGEST] = [40, 380];
const passages = (count: number): string[] =>
  Array.from({ length: count }, () => {
    const characters = Math.round(SHORTEST * (LONGEST / SHORTEST) ** random());
    const from = Math.floor(random() * (story.length - characters));
    return story.slice(from, from + characters);
  });

const shared = { folder: '', revision: '', device: 'wasm-single', maxTokens: MAX_TOKENS } as const;
const weights = { path: 'onnx/model.onnx', dtype: 'fp32', externalData: [] } as const;

async function pairs(questions: number, candidates: number) {
  const reading: RerankingConfiguration = {
    ...{ task: 'reranking', weights, logit: 'only', relevant: 0, maxTokens: MAX_TOKENS },
  };
  const request: ModelRequest = { ...shared, model: 'minilm-one-logit', reading };
  const queries = lines('queries.jsonl').slice(0, questions);
  const asked = queries.map(({ text }) => ({ query: text!, passages: passages(candidates) }));
  const tokenizer = await AutoTokenizer.from_pretrained('minilm-one-logit');
  const model = await AutoModelForSequenceClassification.from_pretrained('minilm-one-logit', { dtype: 'fp32' });
  const { graph, network } = await opened('minilm-one-logit');
  const scorer = { network, graph, output: 'logits', reader: pairReader(tokenizer, true) };

  /** As the engine orders pairs: by length over the questions, some for a call. */
  async function ours(): Promise<number[]> {
    const all = asked.flatMap(({ query, passages: own }, q) =>
      own.map((passage, i) => ({ query, passage, at: q * candidates + i })),
    );
    const lengthOf = ({ query, passage }: (typeof all)[number]): number => query.length + passage.length;
    const ordered = [...all].sort((a, b) => lengthOf(b) - lengthOf(a));
    const logits: number[] = [];
    for (let from = 0; from < ordered.length; from += PAIR_BATCH) {
      const some = ordered.slice(from, from + PAIR_BATCH);
      const own = some.map(({ query, passage }) => ({ query, passages: [passage] }));
      const scored = await scorePairs({ ...request, asked: own }, scorer);
      some.forEach(({ at }, i) => (logits[at] = scored.logits[i]!));
    }
    return logits;
  }

  /** One call a question: its passages, filled to the longest. */
  async function theirs(): Promise<number[]> {
    const logits: number[] = [];
    for (const { query, passages: own } of asked) {
      const options = { text_pair: own, padding: true, truncation: true };
      const features = tokenizer(new Array<string>(own.length).fill(query), options) as object;
      const output = (await model(features)) as { logits: Tensor };
      logits.push(...Array.from(output.logits.data as Float32Array));
    }
    return logits;
  }
  return compared(questions * candidates, TURNS.pairs, { ours, theirs });
}

async function texts(count: number) {
  const reading: EmbeddingConfiguration = {
    ...{ task: 'embedding', weights, pooling: 'mean', normalise: true, dense: [] },
    ...{ queryPrefix: '', passagePrefix: '', maxTokens: MAX_TOKENS, flat: false },
  };
  const request: ModelRequest = { ...shared, model: 'minilm', reading };
  const all = passages(count);
  const extractor = await pipeline('feature-extraction', 'minilm', { dtype: 'fp32' });
  const tokenizer = await AutoTokenizer.from_pretrained('minilm');
  const { graph, network, runAll } = await opened('minilm');
  const reader = textReader({ tokenizer, graph, dense: [], maxTokens: MAX_TOKENS, reading });

  async function ours(): Promise<number[]> {
    return [...(await embedTexts({ ...request, texts: all }, { network, reader })).vectors];
  }

  async function theirs(): Promise<number[]> {
    const vectors: number[] = [];
    for (let from = 0; from < count; from += TEXT_BATCH) {
      const output = await extractor(all.slice(from, from + TEXT_BATCH), { pooling: 'mean', normalize: true });
      vectors.push(...Array.from(output.data as Float32Array));
    }
    return vectors;
  }

  /** The session alone: as many tokens, no text, and nothing filled up, in batches of 32 rows of the mean length. */
  const tokens = all.reduce((sum, text) => sum + Math.min(MAX_TOKENS, tokenizer.encode(text).length), 0);
  const length = Math.round(tokens / count);
  async function bare(): Promise<null> {
    for (let left = tokens; left > 0; left -= TEXT_BATCH * length) {
      const rows = Math.max(1, Math.round(Math.min(TEXT_BATCH * length, left) / length));
      const ids = (value: bigint) => ({
        type: 'int64',
        data: new BigInt64Array(rows * length).fill(value),
        dims: [rows, length],
      });
      await runAll({ input_ids: ids(7n), attention_mask: ids(1n), token_type_ids: ids(0n) }, ['last_hidden_state']);
    }
    return null;
  }
  return compared(count, TURNS.texts, { ours, theirs, bare });
}

/** In turns: the least milliseconds of each way, and how far the numbers of two of them are apart. */
async function compared<Way extends string>(
  count: number,
  turns: number,
  ways: Readonly<Record<Way | 'ours' | 'theirs', () => Promise<number[] | null>>>,
) {
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const times = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<keyof typeof ways, number>;
  const found = new Map<keyof typeof ways, number[] | null>();
  for (let turn = 0; turn < turns; turn++)
    for (const name of names) {
      const one = await timed(ways[name]);
      times[name] = Math.min(times[name], one.milliseconds / count);
      found.set(name, one.found);
    }
  return { ...times, apart: furthest(found.get('ours')!, found.get('theirs')!) };
}

const [way, first, second] = process.argv.slice(2);
console.log(JSON.stringify(way === 'pairs' ? await pairs(Number(first), Number(second)) : await texts(Number(first))));
