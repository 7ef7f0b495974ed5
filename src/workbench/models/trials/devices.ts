import { HitrateError, isAbort, type Note } from '../../../contract/errors';
import type { DeviceFigure } from '../../../contract/models';
import type { ModelCard, Device } from '../../../domain/models/card';
import type { Ports } from '../../kernel/ports';
import type { Following } from '../../kernel/run-types';
import { cosine, type Sample, sample } from './sample';

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
    const [row, same] = [values.subarray(at, at + width), other.values.subarray(at, at + width)];
    // A text of which a model knows nothing has zeros everywhere.
    const similar = row.every((value, i) => value === same[i]) ? 1 : cosine(row, same);
    // What is no number is as far as can be.
    furthest = Math.max(furthest, Number.isNaN(similar) ? 1 : 1 - similar);
  }
  return furthest;
}

function logitsApart(values: Float32Array, others: Float32Array): number {
  const range = Math.max(...values) - Math.min(...values);
  const furthest = values.reduce((most, value, i) => Math.max(most, Math.abs(value - others[i]!)), 0);
  return Number.isFinite(furthest) ? furthest / Math.max(range, 1e-6) : 1;
}

/**
 * Runs a few batches of a model on every device of this machine. WASM is what others must agree with: a GPU may be
 * slower on a small model, and some are wrong.
 *
 * @throws {DOMException} `AbortError` when the signal is aborted
 */
export async function measureDevices(
  ports: Ports,
  card: ModelCard,
  { signal, progress }: Following<Note>,
): Promise<{ readonly figures: readonly DeviceFigure[]; readonly chosen: Device }> {
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
  return {
    device,
    verdict: distance <= limit ? 'agrees' : 'differs',
    loadMilliseconds: loaded.milliseconds,
    perSecond,
    threads: loaded.threads,
    apart: distance,
    reason: null,
  };
}

const NOTHING = { loadMilliseconds: null, perSecond: null, threads: 1, apart: null, reason: null };

const without = (
  device: Device,
  verdict: DeviceFigure['verdict'],
  reason: DeviceFigure['reason'] = null,
): DeviceFigure => ({ ...NOTHING, device, verdict, reason });
