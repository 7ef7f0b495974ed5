import { HitrateError } from '../../contract/errors';
import { workerPort } from '../rpc/client';
import { givingAway } from '../rpc/parts';
import type { Feeds } from './graph-inputs';
import type { Room } from './halving';
import type { Graph, GraphOutput, LoadedGraph, NetworkApi } from './network';

/** A network in a worker of its own, which is ended and started anew when need be. */
export interface NetworkPort {
  /** Loads a graph where another is loaded, or none. */
  load(graph: Graph): Promise<LoadedGraph>;
  /** The outputs of these names. Loads the graph first where need be. The numbers of the feeds are moved, not copied. */
  runAll<Name extends string>(
    graph: Graph,
    input: { readonly feeds: Feeds; readonly outputs: readonly Name[] },
  ): Promise<Record<Name, GraphOutput>>;
  /** One output alone. */
  run(graph: Graph, input: { readonly feeds: Feeds; readonly output: string }): Promise<GraphOutput>;
  /** Gives the worker up; the next call starts another. */
  renew(): void;
  /** How much the graph that was loaded last takes at once. */
  readonly room: Room;
}

interface Held {
  readonly key: string;
  readonly network: NetworkApi;
  readonly loaded: Promise<LoadedGraph>;
  end(): void;
}

export function networkPort(spawn: () => Worker): NetworkPort {
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

  async function runAll<Name extends string>(
    graph: Graph,
    input: { readonly feeds: Feeds; readonly outputs: readonly Name[] },
  ): Promise<Record<Name, GraphOutput>> {
    const current = hold(graph);
    await current.loaded;
    // Given up meanwhile.
    if (current !== held) return runAll(graph, input);
    try {
      return await current.network.run(givingAway(input));
    } catch (error) {
      // The next worker has loaded nothing.
      if (error instanceof HitrateError && error.code === 'worker-failed' && held === current) renew();
      throw error;
    }
  }

  return {
    load: (graph) => hold(graph).loaded,
    renew,
    get room() {
      return room;
    },
    runAll,
    async run(graph, { feeds, output }) {
      return (await runAll(graph, { feeds, outputs: [output] }))[output]!;
    },
  };
}

/** All that makes another network; how its vectors are pooled does not. */
function keyOf({ request, weights }: Graph): string {
  const { folder, model, revision, device } = request;
  return JSON.stringify([folder, model, revision, device, weights]);
}
