import { HitrateError, isAbort, type Note } from '../../contract/errors';
import type { DeviceFigure } from '../../contract/models';
import type { ModelCard, Device } from '../../domain/models/configuration';
import { SAMPLE_PASSAGES, SAMPLE_QUESTION } from '../../domain/models/sample-texts';
import type { LoadedModel, ModelRequest } from '../../contract/model-workers';
import { modelRequest, type Ports } from '../kernel/ports';
import type { Following } from '../kernel/run-types';
import { PAIR_BATCH } from '../run/stages/rerank';

/** Further apart than this is more than rounding: 1 − cosine of vectors, and the share of their range of logits. */
const VECTORS_APART = 1e-3;
const LOGITS_APART = 0.02;

/** Of a text that a model writes, so much must be the same: later a single rounding may take another way. */
const SAME_CHARACTERS = 20;

/** A device is given up when it takes so many times as long as WASM, and at least so many milliseconds. */
const PATIENCE = 4;
const MIN_PATIENCE = 10_000;

export function apart(reference: Sample, other: Sample): number {
  if (reference.text !== '' || other.text !== '')
    return reference.text.slice(0, SAME_CHARACTERS) === other.text.slice(0, SAME_CHARACTERS) ? 0 : 1;
  if (reference.values.length !== other.values.length) return 1;
  return reference.width > 1 ? vectorsApart(reference, other) : logitsApart(reference.values, other.values);
}

function vectorsApart({ values, width }: Sample, other: Sample): number {
  let furthest = 0;
  for (let at = 0; at < values.length; at += width) {
    let [dot, own, others] = [0, 0, 0];
    for (let i = at; i < at + width; i++) {
      dot += values[i]! * other.values[i]!;
      own += values[i]! ** 2;
      others += other.values[i]! ** 2;
    }
    // A text of which a model knows nothing has zeros everywhere; what is no number is as far as can be.
    const cosine = own === 0 && others === 0 ? 1 : dot / Math.sqrt(own * others);
    furthest = Math.max(furthest, Number.isNaN(cosine) ? 1 : 1 - cosine);
  }
  return furthest;
}

function logitsApart(values: Float32Array, others: Float32Array): number {
  const range = Math.max(...values) - Math.min(...values);
  const furthest = values.reduce((most, value, i) => Math.max(most, Math.abs(value - others[i]!)), 0);
  return Number.isFinite(furthest) ? furthest / Math.max(range, 1e-6) : 1;
}

/**
 * Runs some batches on every device. Others must agree with WASM: a GPU may be slower on a small model, and some are
 * wrong.
 * @throws {DOMException} `AbortError` when the signal is aborted
 */
export async function measureDevices(ports: Ports, card: ModelCard, { signal, progress }: Following<Note>) {
  const base: Device = ports.isolated ? 'wasm' : 'wasm-single';
  progress({ code: 'measuring-device', data: { model: card.name, device: base } });
  const began = performance.now();
  const reference = await sample(ports, card, base, signal);
  const patience = Math.max(MIN_PATIENCE, PATIENCE * (performance.now() - began));
  const figures: DeviceFigure[] = [figureOf(base, reference, 0)];
  const { gpu } = await ports.machine();
  const others: readonly Device[] = ports.isolated ? ['wasm-single', 'webgpu'] : ['webgpu'];
  for (const device of others) {
    progress({ code: 'measuring-device', data: { model: card.name, device } });
    if (device === 'webgpu' && !gpu) figures.push(without(device, 'absent'));
    else figures.push(await measureOne(ports, card, device, reference, AbortSignal.timeout(patience), signal));
  }
  const agreeing = figures.filter(({ verdict }) => verdict === 'agrees');
  const chosen = agreeing.reduce((best, each) => (each.perSecond! > best.perSecond! ? each : best)).device;
  return { figures, chosen };
}

async function measureOne(
  ports: Ports,
  card: ModelCard,
  device: Device,
  reference: Sample,
  patience: AbortSignal,
  signal: AbortSignal,
): Promise<DeviceFigure> {
  try {
    const taken = await sample(ports, card, device, AbortSignal.any([signal, patience]));
    return figureOf(device, taken, apart(reference, taken));
  } catch (error) {
    signal.throwIfAborted();
    if (patience.aborted || isAbort(error)) return without(device, 'slow');
    const reason =
      error instanceof HitrateError ? error.problem : error instanceof Error ? error.message : String(error);
    return without(device, 'failed', reason);
  }
}

function figureOf(device: Device, { loaded, perSecond, width, text }: Sample, distance: number): DeviceFigure {
  const limit = width > 1 || text !== '' ? VECTORS_APART : LOGITS_APART;
  const { milliseconds: loadMilliseconds, threads } = loaded;
  const verdict = distance <= limit ? 'agrees' : 'differs';
  return { ...without(device, verdict), loadMilliseconds, perSecond, threads, apart: distance };
}

const without = (device: Device, verdict: DeviceFigure['verdict'], reason: DeviceFigure['reason'] = null) => ({
  device,
  verdict,
  loadMilliseconds: null,
  perSecond: null,
  threads: 1,
  apart: null,
  reason,
});

export interface Sample {
  readonly loaded: LoadedModel;
  /** Passages, pairs or tokens a second, after the first batch. */
  readonly perSecond: number;
  /** Vectors of passages, row-major, or logits; empty for a model that writes. */
  readonly values: Float32Array;
  /** Numbers a row: dimensions, or 1. */
  readonly width: number;
  readonly text: string;
}

/** Batches after the first, in which everything is compiled and allocated; of a fast model more, for a while. */
const MIN_BATCHES = 3;
const MAX_BATCHES = 25;
const WHILE_MILLISECONDS = 500;
/** After so long what is compiled no longer counts, and a slow model is not run again. */
const ENOUGH_MILLISECONDS = 4000;
/** As many as a run gives at once: fewer understate a GPU. */
const BATCH_TEXTS = PAIR_BATCH;

const WRITTEN_TOKENS = 24;

async function sample(ports: Ports, card: ModelCard, device: Device, signal: AbortSignal): Promise<Sample> {
  const { id, revision, maxTokens } = card;
  const request = await modelRequest(ports, { model: id, revision, device, maxTokens });
  if (card.task === 'embedding') return sampleEncoder(ports, request, signal);
  return card.task === 'reranking' ? sampleReranker(ports, request, signal) : sampleGenerator(ports, request, signal);
}

type Batch = Pick<Sample, 'values' | 'width'> & { readonly milliseconds: number };

async function sampled(loaded: LoadedModel, run: () => Promise<Batch>): Promise<Sample> {
  const { values, width, milliseconds } = await run();
  const each = milliseconds < ENOUGH_MILLISECONDS ? await batchTime(run) : milliseconds;
  return { loaded, perSecond: pace(BATCH_TEXTS, each), values, width, text: '' };
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
  // Anew: what was kept of the passages would be matched alone.
  const pairs = { ...request, query: SAMPLE_QUESTION, passages: passages(BATCH_TEXTS), anew: true };
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
  const messages = [{ role: 'user', content: `${SAMPLE_PASSAGES[0]!}\n\n${SAMPLE_QUESTION}` }] as const;
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
  const isEnough = () =>
    times.length < MIN_BATCHES
      ? spent >= ENOUGH_MILLISECONDS
      : times.length >= MAX_BATCHES || spent >= WHILE_MILLISECONDS;
  while (!isEnough()) {
    const { milliseconds } = await run();
    times.push(milliseconds);
    spent += milliseconds;
  }
  return times.sort((a, b) => a - b)[times.length >> 1]!;
}

/** @param milliseconds of the clock of a worker, which may tick no oftener than each tenth of one */
const pace = (items: number, milliseconds: number): number => (items * 1000) / Math.max(0.1, milliseconds);

/** About as long as passages are: several samples, in another order each, with a number, since equal texts are read once. */
const passages = (count: number, prefix = ''): string[] =>
  Array.from({ length: count }, (_, i) => {
    const order = SAMPLE_PASSAGES.map((_, j) => SAMPLE_PASSAGES[(i + j) % SAMPLE_PASSAGES.length]!);
    return `${prefix}${order.join(' ')} ${i + 1}`;
  });
