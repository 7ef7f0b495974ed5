import type { ModelRequest } from '../../contract/workers';
import { HitrateError } from '../../contract/errors';
import { DEVICE_NAMES } from '../../domain/models/device';

/** What a failure of a network means for what is done next: with less at once it may go on, else not. */
export type ModelFailure = 'memory' | 'lost' | 'other';

/**
 * What ONNX Runtime and the browser say where memory runs out: of C++, of a tensor larger than an address space of 4 GB
 * (`SafeInt`), of WebAssembly (a null that was not looked at: `out of bounds`), of arrays, and of a GPU, whose buffers are
 * invalid from then on.
 */
const MEMORY =
  /bad_alloc|SafeInt|storage size overflowed|out of memory|OUT_OF_(?:DEVICE|HOST)_MEMORY|out-of-memory|not enough memory|(?:could not|can(?:no|')t|failed to) allocate|allocation failed|memory access out of bounds|Aborted\(OOM|exceeds the max (?:storage )?buffer|is invalid due to a previous error|Invalid (?:typed )?array (?:buffer )?length/i;

const LOST = /device (?:is|was|has been)? ?lost|lost device|mapAsync|external Instance reference no longer exists/i;

export function failureOf(error: unknown): ModelFailure {
  const text = reasonOf(error);
  if (LOST.test(text)) return 'lost';
  return MEMORY.test(text) ? 'memory' : 'other';
}

/** Why a network failed, as an error that says what can be done. One that says so already is given back as it is. */
export function unavailable(request: Pick<ModelRequest, 'model' | 'device'>, cause: unknown): HitrateError {
  if (cause instanceof HitrateError) return cause;
  const { model, device } = request;
  const where = DEVICE_NAMES[device];
  if (failureOf(cause) === 'memory')
    return new HitrateError(
      'out-of-memory',
      `The model “${model}” does not fit into the memory that ${where} offers. Close other tabs, choose smaller weights of it (as q8) or a smaller model${device === 'webgpu' ? ', or choose WASM in the settings' : ''}. (${reasonOf(cause)})`,
      { cause },
    );
  const message = `The model “${model}” could not be loaded on ${where}: ${plainly(reasonOf(cause))}`;
  return new HitrateError('model-unavailable', message, { cause });
}

/** Why a network that was loaded fails on what it is given. */
export function broken(request: Pick<ModelRequest, 'model' | 'device'>, cause: unknown): HitrateError {
  if (cause instanceof HitrateError) return cause;
  const { model, device } = request;
  const message = `The model “${model}” failed on ${DEVICE_NAMES[device]}: ${plainly(reasonOf(cause))}`;
  return new HitrateError('model-unavailable', message, { cause });
}

/** Where one text alone is more than the device takes, or the GPU is lost again and again. */
export function exhausted(request: Pick<ModelRequest, 'model' | 'device'>, cause: unknown): HitrateError {
  const { model, device } = request;
  const reason = reasonOf(cause);
  if (failureOf(cause) === 'lost')
    return new HitrateError(
      'device-unavailable',
      `The GPU was lost while “${model}” ran on it, with one text at a time, too. Choose WASM in the settings, or close what else uses the GPU and try again. (${reason})`,
      { cause },
    );
  return new HitrateError(
    'out-of-memory',
    `Memory ran out on ${DEVICE_NAMES[device]} with one text at a time: “${model}” needs more than this browser gives. Choose a smaller model or smaller weights of it, a lower maximum of tokens, ${device === 'webgpu' ? 'or WASM in the settings' : 'or close other tabs and try again'}. (${reason})`,
    { cause },
  );
}

export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().replace(/\s+/g, ' ').slice(0, 400);
}

/** What ONNX Runtime's commonest reasons mean, before the reason itself. */
function plainly(reason: string): string {
  const operator = /(\S+?)\(-?\d+\) is not a registered function\/op/.exec(reason)?.[1];
  if (operator !== undefined)
    return `its graph uses an operator that ONNX Runtime does not have here, ${operator}. Choose another file of weights, or another model. (${reason})`;
  if (/protobuf parsing failed|ModelProto does not have a graph/i.test(reason))
    return `its file of weights is damaged, or is no ONNX graph. Delete the model and add it again. (${reason})`;
  if (/indices element out of (?:data )?bounds/i.test(reason))
    return `the tokenizer gives numbers that the weights do not know: they are not of one model, or a text is longer than it takes. Choose a lower maximum of tokens, or add the model again. (${reason})`;
  if (/external|does not exist in the model|data_?file/i.test(reason))
    return `a file with the numbers of its weights is missing or damaged. Delete the model and add it again. (${reason})`;
  return reason;
}
