import type { Remark } from '../../contract/result';
import type { ModelRequest, LoadedModel } from '../../contract/model-workers';
import { HitrateError } from '../../contract/errors';
import { exhausted, type ModelFailure, failureOf, broken } from './failures';
import { workerPort } from '../rpc/client';
import { givingAway } from '../rpc/parts';
import type { Feeds } from './graph-inputs';
import type { Graph, GraphOutput, LoadedGraph, NetworkApi } from './network';
import type { Dtype } from '../../domain/models/configuration';

/** How many items a device takes at once, as learned from what it did not take. */
export interface Room {
  batchSize: number;
}

export interface Attempt<T, R> {
  readonly request: Pick<ModelRequest, 'model' | 'device'>;
  readonly items: readonly T[];
  readonly unit: string;
  readonly room: Room;
  /** How many items from a place on may be run at once, where they are not alike. */
  readonly fits?: (items: readonly T[], at: number) => number;
  run(items: readonly T[]): Promise<R>;
  /** Runs each batch in its turn, where others use the network between them. */
  readonly inTurn?: <Done>(task: () => Promise<Done>) => Promise<Done>;
  renew(): void;
}

/**
 * Runs items in order, as many at once as there is room for. Where memory runs out or a GPU is lost, half as many run
 * from then on, on a device started anew; one alone is tried twice.
 * @throws {HitrateError} `out-of-memory` or `device-unavailable` where one alone fails; all other errors as they are
 */
export async function halving<T, R>(attempt: Attempt<T, R>) {
  const { request, items, unit, room, fits, run, renew, inTurn = (task) => task() } = attempt;
  const results: R[] = [];
  const remarks: Remark[] = [];
  let failedAlone = 0;
  for (let at = 0; at < items.length;) {
    const batch = items.slice(at, at + Math.min(room.batchSize, fits?.(items, at) ?? Infinity));
    await inTurn(async () => {
      try {
        results.push(await run(batch));
        at += batch.length;
        failedAlone = 0;
      } catch (error) {
        // A model that could not be loaded says so itself.
        const failure: ModelFailure = error instanceof HitrateError ? 'other' : failureOf(error);
        if (failure === 'other') throw error;
        renew();
        if (batch.length === 1 && ++failedAlone === 2) throw exhausted(request, error);
        room.batchSize = Math.max(1, Math.floor(batch.length / 2));
        const data = { failure, unit, before: batch.length, after: room.batchSize };
        remarks.push({ code: 'went-on', data });
      }
    });
  }
  return { results, remarks };
}

export type NetworkPort = ReturnType<typeof networkPort>;

interface Held {
  readonly key: string;
  readonly network: NetworkApi;
  readonly loaded: Promise<LoadedGraph>;
  end(): void;
}

/** A network in a worker of its own, which is ended and started anew when need be. */
export function networkPort(spawn: () => Worker) {
  let held: Held | null = null;
  let [key, room]: [string, Room] = ['', { batchSize: Infinity }];

  function renew(): void {
    held?.end();
    held = null;
  }

  function hold(graph: Graph): Held {
    const asked = keyOf(graph);
    if (held?.key === asked) return held;
    // A heap never shrinks, and holds one back end: another graph begins with its own.
    renew();
    if (key !== asked) [key, room] = [asked, { batchSize: Infinity }];
    // What others asked of a worker that is given up comes back from there.
    const port = workerPort<NetworkApi>('model', spawn);
    const network = port.with();
    const next = { key: asked, network, loaded: network.load(graph), end: () => port.release() };
    held = next;
    next.loaded.catch(() => {
      if (held === next) renew();
    });
    return next;
  }

  /** The outputs of these names. Loads the graph first where need be. The numbers of the feeds are moved, not copied. */
  async function run<Name extends string>(
    graph: Graph,
    input: { readonly feeds: Feeds; readonly outputs: readonly Name[] },
  ): Promise<Record<Name, GraphOutput>> {
    const current = hold(graph);
    await current.loaded;
    // Given up meanwhile.
    if (current !== held) return run(graph, input);
    try {
      return await current.network.run(givingAway(input));
    } catch (error) {
      // The next worker has loaded nothing.
      if (error instanceof HitrateError && error.code === 'worker-failed' && held === current) renew();
      throw error;
    }
  }

  return {
    load: (graph: Graph): Promise<LoadedGraph> => hold(graph).loaded,
    renew,
    /** How much the graph that was loaded last takes at once. */
    get room(): Room {
      return room;
    },
    run,
  };
}

/** All that makes another network; how its vectors are pooled does not. */
function keyOf({ request, weights }: Graph): string {
  const { folder, model, revision, device } = request;
  return JSON.stringify([folder, model, revision, device, weights]);
}

const WEIGHTS = 'onnx/model_quantized.onnx';

export function graphOf(request: ModelRequest): Graph {
  return { request, weights: request.reading?.weights ?? { path: WEIGHTS, externalData: [] } };
}

/** The graph beside a bundled model's that gives token vectors, with the numbers of the same weights. */
export function tokenGraphOf(request: ModelRequest): Graph {
  return { request, weights: { path: 'onnx/tokens_quantized.onnx', externalData: [WEIGHTS] } };
}

/** The graphs that read each text once: `read` from tokens to what is kept, `match` from what is kept to logits. */
export function apartGraphOf(request: ModelRequest, part: 'read' | 'match'): Graph {
  return { request, weights: { path: `onnx/${part}_quantized.onnx`, externalData: [WEIGHTS] } };
}

/** The bundled reranker, where it was measured: a GPU takes the whole graph. */
export const isReadApart = ({ reading, device }: ModelRequest): boolean => !reading && device !== 'webgpu';

const EIGHT_BITS: readonly (Dtype | undefined)[] = ['q8', 'int8', 'uint8'];

/**
 * Whether other texts of a batch move a text's numbers: `quantize_dynamic` scales eight-bit products over all rows.
 * Such a model gets one row at a time. (The bundled models' are made otherwise.)
 */
export const mixesRows = ({ reading }: ModelRequest): boolean => EIGHT_BITS.includes(reading?.weights.dtype);

export async function loadedModel(request: ModelRequest, network: NetworkPort): Promise<LoadedModel> {
  const { model, device } = request;
  const { threads, milliseconds } = await network.load(graphOf(request));
  return { model, device, threads, milliseconds };
}

export async function failing<T>(request: ModelRequest, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw broken(request, error);
  }
}

/** Tokens that are read together, filling included: memory grows with them. A long passage has up to 32 rows of 512. */
const TOKENS = 4_096;

type Fits = (rows: readonly { readonly ids: ArrayLike<number> }[], at: number) => number;

/** How many rows, sorted longest first, are read together: the first, and others with this share of its tokens. */
const alike =
  (share: number): Fits =>
  (rows, at) => {
    const longest = rows[at]!.ids.length;
    const most = Math.min(rows.length - at, Math.max(1, Math.floor(TOKENS / Math.max(1, longest))));
    let count = 1;
    while (count < most && rows[at + count]!.ids.length >= share * longest) count++;
    return count;
  };

/** What is filled up is at most a fifth of a row. */
export const nearlyAsLong = alike(0.8);
export const asLong = alike(1);
/** Of any length, where there is no filling. */
export const ofAnyLength = alike(0);
export const alone: Fits = () => 1;
