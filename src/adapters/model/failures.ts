import type { ModelRequest } from '../../contract/model-workers';
import { HitrateError } from '../../contract/errors';

/** What a failure of a network means for what is done next: with less at once it may continue, else not. */
export type ModelFailure = 'memory' | 'lost' | 'other';

/**
 * What ONNX Runtime and browsers say where memory runs out: C++, `SafeInt` of a run (a tensor above 4 GB; of a graph that is
 * loaded it is a wrong place in its data), WebAssembly (`out of bounds`: an unchecked null), arrays, and a GPU's invalid buffers.
 */
const MEMORY =
  /bad_alloc|OrtRun.*SafeInt|storage size overflowed|out of memory|OUT_OF_(?:DEVICE|HOST)_MEMORY|out-of-memory|not enough memory|(?:could not|can(?:no|')t|failed to) allocate|allocation failed|memory access out of bounds|Aborted\(OOM|exceeds the max (?:storage )?buffer|is invalid due to a previous error|Invalid (?:typed )?array (?:buffer )?length/i;

const LOST = /device (?:is|was|has been)? ?lost|lost device|mapAsync|external Instance reference no longer exists/i;

/** What ONNX Runtime says where a device lacks an operator, or a form of it, as it loads a graph or runs it. */
const OPERATOR = /running (\w+) node\b.*not implemented|find an implementation for (?:[\w.]+\.)?(\w+)\(\d+\)/i;

export function failureOf(error: unknown): ModelFailure {
  const text = failureReason(error);
  if (LOST.test(text)) return 'lost';
  return MEMORY.test(text) ? 'memory' : 'other';
}

type Of = Pick<ModelRequest, 'model' | 'device'>;

export function unavailable(request: Of, cause: unknown): HitrateError {
  if (cause instanceof HitrateError) return cause;
  return failureOf(cause) === 'memory' ? noMemory(request, 'loading', cause) : graphFailed(request, 'loading', cause);
}

export const broken = (request: Of, cause: unknown): HitrateError =>
  cause instanceof HitrateError ? cause : graphFailed(request, 'running', cause);

/** One text alone is more than the device takes, or the GPU is lost again and again. */
export function exhausted(request: Of, cause: unknown): HitrateError {
  if (failureOf(cause) !== 'lost') return noMemory(request, 'running', cause);
  const data = { model: request.model, reason: failureReason(cause) };
  return new HitrateError('device-unavailable', { code: 'gpu-lost', data }, { cause });
}

const noMemory = ({ model, device }: Of, doing: 'loading' | 'running', cause: unknown): HitrateError =>
  new HitrateError('out-of-memory', { model, device, doing, reason: failureReason(cause) }, { cause });

function graphFailed({ model, device }: Of, doing: 'loading' | 'running', cause: unknown): HitrateError {
  const reason = failureReason(cause);
  const operator = OPERATOR.exec(reason)?.slice(1).find(Boolean);
  if (operator) {
    const data = { model, device, operator, reason };
    return new HitrateError('model-unavailable', { code: 'operator-missing', data }, { cause });
  }
  const data = { model, device, doing, reason };
  return new HitrateError('model-unavailable', { code: 'graph-failed', data }, { cause });
}

export function failureReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().replace(/\s+/g, ' ').slice(0, 400);
}
