import { HitrateError } from '../../contract/errors';
import { workerPort } from '../rpc/client';
import type { Feeds } from './graph-inputs';
import type { Room } from './halving';
import type { Graph, GraphOutput, LoadedGraph, NetworkApi } from './network';

/** A network in a worker of its own, which is ended and started anew when need be. */
export interface NetworkPort {
  /** Loads a graph where another is loaded, or none. */
  load(graph: Graph): Promise<LoadedGraph>;
  /** The outputs of these names. Loads the graph first where need be. */
  runAll<Name extends string>(
    graph: Graph,
    input: { readonly feeds: Feeds; readonly outputs: readonly Name[] },
  ): Promise<Record<Name, GraphOutput>>;
  /** One output alone. */
  run(graph: Graph, input: { readonly feeds: Feeds; readonly output: string }): Promise<GraphOutput>;
  /** Ends the worker; the next call starts another. */
  renew(): void;
  /** How much the graph that was loaded last takes at once. */
  readonly room: Room;
}

export function networkPort(spawn: () => Worker): NetworkPort {
  const port = workerPort<NetworkApi>('model', spawn);
  const network = port.with();
  let held: { readonly key: string; readonly loaded: Promise<LoadedGraph> } | null = null;
  let [key, room]: [string, Room] = ['', { batchSize: Infinity }];

  function renew(): void {
    held = null;
    port.release();
  }

  function load(graph: Graph): Promise<LoadedGraph> {
    const asked = keyOf(graph);
    if (held?.key === asked) return held.loaded;
    // A heap never shrinks, and holds one back end: another graph begins with its own.
    if (held) renew();
    if (key !== asked) [key, room] = [asked, { batchSize: Infinity }];
    const loaded = network.load(graph);
    held = { key: asked, loaded };
    loaded.catch(() => {
      if (held?.loaded === loaded) renew();
    });
    return loaded;
  }

  async function runAll<Name extends string>(
    graph: Graph,
    input: { readonly feeds: Feeds; readonly outputs: readonly Name[] },
  ): Promise<Record<Name, GraphOutput>> {
    await load(graph);
    try {
      return await network.run(input);
    } catch (error) {
      // The next worker has loaded nothing.
      if (error instanceof HitrateError && error.code === 'worker-failed') held = null;
      throw error;
    }
  }

  return {
    load,
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
