import type { LoadedModel, ModelRequest } from '../../contract/model-workers';
import type { Dtype } from '../../domain/models/configuration';
import { broken } from './failures';
import type { Graph } from './network';
import type { NetworkPort } from './network-port';

const WEIGHTS = 'onnx/model_quantized.onnx';

/** The graph of a model: of a bundled one its only weights. */
export function graphOf(request: ModelRequest): Graph {
  return { request, weights: request.reading?.weights ?? { path: WEIGHTS, externalData: [] } };
}

/** The graph beside a bundled model's that gives token vectors, with the numbers of the same weights. */
export function tokenGraphOf(request: ModelRequest): Graph {
  return { request, weights: { path: 'onnx/tokens_quantized.onnx', externalData: [WEIGHTS] } };
}

/**
 * The graphs beside the bundled reranker's that read each text once: `read` from tokens to what is kept of a text, `match`
 * from a question and passages that were read to their logits.
 */
export function apartGraphOf(request: ModelRequest, part: 'read' | 'match'): Graph {
  return { request, weights: { path: `onnx/${part}_quantized.onnx`, externalData: [WEIGHTS] } };
}

/** The bundled reranker, where it was measured: a GPU takes the whole graph. */
export const isReadApart = ({ reading, device }: ModelRequest): boolean => !reading && device !== 'webgpu';

const EIGHT_BITS: readonly (Dtype | undefined)[] = ['q8', 'int8', 'uint8'];

/**
 * Whether what a network makes of a text depends on the others of its batch: products of eight bits take their scale over
 * all rows, as `quantize_dynamic` writes them. Such a model is given one row at a time, so that its numbers do not depend
 * on what else was asked, or kept from before. (The bundled models' are made otherwise.)
 */
export const mixesRows = ({ reading }: ModelRequest): boolean => EIGHT_BITS.includes(reading?.weights.dtype);

export async function loadedModel(request: ModelRequest, network: NetworkPort): Promise<LoadedModel> {
  const { model, device } = request;
  const { threads, milliseconds } = await network.load(graphOf(request));
  return { model, device, threads, milliseconds };
}

/** A task with a model, whose failures name it. */
export async function failing<T>(request: ModelRequest, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw broken(request, error);
  }
}
