import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PreTrainedTokenizer } from '@xenova/transformers';
import { keptTexts, scoreApart } from '../../src/adapters/model/apart';
import { type Feeds, rowInputs } from '../../src/adapters/model/graph-inputs';
import { type PairReader, readPairs } from '../../src/adapters/model/pairs';
import { seeded } from '../../test/vectors';
import { webNetwork } from '../../test/web-network';

/**
 * `networks.mjs 1|2`: the bundled reranker on so many threads of ONNX Runtime for the web: each text read once, beside the whole
 * graph pair by pair. Texts are token ids, so that the networks alone are timed. Prints both times a pair and how far logits are apart.
 */

/** A passage is a candidate of 14 questions, as on the sample. */
const [QUESTIONS, PASSAGES, CANDIDATES, PLAIN, TURNS] = [28, 40, 20, 2, 9];
const threads = Number(process.argv[2]);
const ROOT = process.cwd();
const FOLDER = join(ROOT, 'public/models/hitrate-reranker/onnx');

const data = (file: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, `${file}_quantized.onnx`)));
const opened = (name: string) =>
  webNetwork(data(name), {
    threads,
    externalData: name === 'model' ? [] : [{ path: 'model_quantized.onnx', data: data('model') }],
  });

const random = seeded(7);
/** Tokens as text: common ones are in many passages. */
const text = (tokens: number): string =>
  Array.from({ length: tokens }, () => 5 + Math.floor(23_000 * random() ** 3)).join(' ');
const tokenizer = ((texts: readonly string[]) => ({
  input_ids: texts.map((each) => each.split(' ').map(Number)),
})) as unknown as PreTrainedTokenizer;
const part = (ids: readonly number[], types: readonly number[]) => ({ ids, types });
const reader: PairReader = {
  tokenizer,
  frame: { before: part([2], [0]), questionType: 0, between: part([3], [0]), passageType: 1, after: part([3], [1]) },
};

const passages = Array.from({ length: PASSAGES }, () => text(60 + Math.floor(200 * random())));
const asked = Array.from({ length: QUESTIONS }, (_, q) => ({
  query: text(8 + Math.floor(12 * random())),
  passages: Array.from({ length: CANDIDATES }, (_, i) => passages[(q * 7 + i * 3) % PASSAGES]!),
}));
const request = { folder: '', model: 'hitrate-reranker', device: 'wasm', maxTokens: 512, revision: '' } as const;
const [read, match] = [await opened('read'), await opened('match')];
const networks = { read: read.network, match: match.network, threads };
const whole = await opened('model');

/** Milliseconds of the processor, which other programs do not lengthen; with more threads, which wait for each other, of the clock. */
const now = (): number => {
  const { user, system } = process.cpuUsage();
  return threads === 1 ? (user + system) / 1000 : performance.now();
};

/** Of every pair, from nothing that is kept. */
async function apart() {
  const began = now();
  const { logits } = await scoreApart({ ...request, asked }, reader, networks, keptTexts());
  return { logits, milliseconds: (now() - began) / logits.length };
}

/** Of the pairs of some questions: all take long. */
async function plain() {
  const { rows } = readPairs(reader, asked.slice(0, PLAIN), request.maxTokens);
  const logits = new Float32Array(rows.length);
  const began = now();
  for (const row of rows) {
    const feeds = Object.entries(rowInputs(reader.tokenizer, [row])).map(([name, each]) => [
      name,
      { type: 'int64', ...each },
    ]);
    logits[row.pair] = (await whole.runAll(Object.fromEntries(feeds) as Feeds, ['logits']))['logits']!.data[0]!;
  }
  return { logits, milliseconds: (now() - began) / rows.length };
}

// Until all is compiled.
for (let i = 0; i < 3; i++) await apart();
await plain();
const times: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
let furthest = 0;
for (let i = 0; i < TURNS; i++) {
  const [ours, theirs] = [await apart(), await plain()];
  times.ours.push(ours.milliseconds);
  times.theirs.push(theirs.milliseconds);
  theirs.logits.forEach((logit, pair) => (furthest = Math.max(furthest, Math.abs(logit - ours.logits[pair]!))));
}
console.log(JSON.stringify({ ...times, furthest }));
// Threads of the runtime do not end by themselves.
process.exit(0);
