import type { LoadedModel, ModelRequest } from '../../../contract/model-workers';
import type { ModelCard, Device } from '../../../domain/models/card';
import { KNOWN_PAIRS, type KnownQuestion } from '../../../domain/models/known-pairs';
import type { EmbeddingConfiguration } from '../../../domain/models/configuration';
import { modelRequest, type Ports } from '../../kernel/ports';

export interface Sample {
  readonly loaded: LoadedModel;
  /** Passages, pairs or tokens a second, after the first batch. */
  readonly perSecond: number;
  readonly values: Float32Array;
  readonly width: number;
  readonly text: string;
}

/** Batches after the first, in which everything is compiled and allocated; of a fast model more, for a while. */
const MIN_BATCHES = 3;
const MAX_BATCHES = 25;
const WHILE_MILLISECONDS = 500;
const BATCH_TEXTS = 8;

const WRITTEN_TOKENS = 24;

export function requestFor(ports: Ports, card: ModelCard, device: Device): Promise<ModelRequest> {
  return modelRequest(ports, { model: card.id, revision: card.revision, device, maxTokens: card.maxTokens });
}

export async function sample(ports: Ports, card: ModelCard, device: Device, signal: AbortSignal): Promise<Sample> {
  const request = await requestFor(ports, card, device);
  if (card.task === 'embedding') return sampleEncoder(ports, request, signal);
  return card.task === 'reranking' ? sampleReranker(ports, request, signal) : sampleGenerator(ports, request, signal);
}

type Batch = Pick<Sample, 'values' | 'width'> & { readonly milliseconds: number };

async function sampled(loaded: LoadedModel, run: () => Promise<Batch>): Promise<Sample> {
  const { values, width } = await run();
  return { loaded, perSecond: pace(BATCH_TEXTS, await batchTime(run)), values, width, text: '' };
}

async function sampleEncoder(ports: Ports, request: ModelRequest, signal: AbortSignal): Promise<Sample> {
  const worker = ports.encoder.with(signal);
  const texts = passages(BATCH_TEXTS, request.reading?.task === 'embedding' ? request.reading.passagePrefix : '');
  return sampled(await worker.load(request), async () => {
    const { vectors, dimensions, milliseconds } = await worker.embed({ ...request, texts });
    return { values: vectors, width: dimensions, milliseconds };
  });
}

async function sampleReranker(ports: Ports, request: ModelRequest, signal: AbortSignal): Promise<Sample> {
  const worker = ports.reranker.with(signal);
  const pairs = { ...request, query: KNOWN_PAIRS[0]!.question, passages: passages(BATCH_TEXTS) };
  return sampled(await worker.load(request), async () => {
    const { logits, milliseconds } = await worker.score(pairs);
    return { values: logits, width: 1, milliseconds };
  });
}

async function sampleGenerator(ports: Ports, request: ModelRequest, signal: AbortSignal): Promise<Sample> {
  // A worker of it holds the runtime of one device.
  ports.generator.release();
  const worker = ports.generator.with(signal);
  const loaded = await worker.load(request);
  const { question, answer } = KNOWN_PAIRS[0]!;
  const messages = [{ role: 'user', content: `${answer}\n\n${question}` }] as const;
  const written = await worker.generate({ ...request, messages, maxNewTokens: WRITTEN_TOKENS }, () => undefined);
  return {
    loaded,
    perSecond: pace(written.newTokens, written.milliseconds),
    values: new Float32Array(),
    width: 1,
    text: written.text,
  };
}

/** The median of batches: what else the machine does in between shall not choose the device. */
async function batchTime(run: () => Promise<{ readonly milliseconds: number }>): Promise<number> {
  const times: number[] = [];
  let spent = 0;
  while (times.length < MIN_BATCHES || (times.length < MAX_BATCHES && spent < WHILE_MILLISECONDS)) {
    const { milliseconds } = await run();
    times.push(milliseconds);
    spent += milliseconds;
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

/** @param milliseconds of the clock of a worker, which may tick no oftener than each tenth of one */
const pace = (items: number, milliseconds: number): number => (items * 1000) / Math.max(0.1, milliseconds);

/** Texts as long as passages are: answers and what else was said, joined. */
function passages(count: number, prefix = ''): string[] {
  return Array.from({ length: count }, (_, i) => {
    const { answer, others } = KNOWN_PAIRS[i % KNOWN_PAIRS.length]!;
    return prefix + [answer, ...others].join(' ');
  });
}

export interface PairScores {
  readonly texts: KnownQuestion;
  readonly answer: number;
  readonly others: readonly number[];
}

export async function embedPairs(
  ports: Ports,
  request: ModelRequest,
  reading: Pick<EmbeddingConfiguration, 'queryPrefix' | 'passagePrefix'>,
  signal: AbortSignal,
): Promise<PairScores[]> {
  const worker = ports.encoder.with(signal);
  const scores: PairScores[] = [];
  for (const texts of KNOWN_PAIRS) {
    const passages = [texts.answer, ...texts.others].map((text) => reading.passagePrefix + text);
    const all = [reading.queryPrefix + texts.question, ...passages];
    const { vectors, dimensions } = await worker.embed({ ...request, texts: all });
    const row = (i: number): Float32Array => vectors.subarray(i * dimensions, (i + 1) * dimensions);
    const [answer, ...others] = passages.map((_, i) => cosine(row(0), row(i + 1)));
    scores.push({ texts, answer: answer!, others });
  }
  return scores;
}

export async function rerankPairs(ports: Ports, request: ModelRequest, signal: AbortSignal): Promise<PairScores[]> {
  const worker = ports.reranker.with(signal);
  const scores: PairScores[] = [];
  for (const texts of KNOWN_PAIRS) {
    const passages = [texts.answer, ...texts.others];
    const { logits } = await worker.score({ ...request, query: texts.question, passages });
    const [answer, ...others] = logits;
    scores.push({ texts, answer: answer!, others });
  }
  return scores;
}

/** Of vectors of any length; 0 where one is all zeros. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    aa += a[i]! * a[i]!;
    bb += b[i]! * b[i]!;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
