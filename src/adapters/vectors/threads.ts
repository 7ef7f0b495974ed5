import { workerPort } from '../rpc/client';
import type { WorkerPort } from '../../contract/workers';
import type { KernelMatrix } from './kernel/matrix';
import { type Asked, type FoundSlice, searchSlice, type VectorSlice } from './slice';
import type { FoundAside, VectorThreadApi } from './thread';

/** Products below which a question of threads costs more than it saves: a tenth of a second of one. */
const WORTHWHILE = 5e8;

/** More would wait for the memory that they share. */
const MOST_THREADS = 16;

interface Part {
  readonly from: number;
  readonly to: number;
}

const unpacked = ({ rankings: { offsets, docs, scores }, missed }: FoundAside): FoundSlice =>
  Array.from(missed, (isMissed, q) =>
    isMissed
      ? null
      : Array.from(docs.subarray(offsets[q], offsets[q + 1]), (doc, i) => ({ doc, score: scores[offsets[q]! + i]! })),
  );

interface FoundRound {
  readonly lists: FoundSlice;
  readonly milliseconds: number;
}

export type SearchThreads = ReturnType<typeof createThreads>;

export function createThreads(spawn: (() => Worker) | null, cores: number) {
  const others: WorkerPort<VectorThreadApi>[] = spawn
    ? Array.from({ length: Math.min(MOST_THREADS, cores) - 1 }, () =>
        workerPort<VectorThreadApi>('vector search', spawn),
      )
    : [];
  const holding = new Map<WorkerPort<VectorThreadApi>, KernelMatrix>();

  function partsOf(questions: number, products: number): Part[] {
    const count = Math.max(1, Math.min(others.length + 1, questions, Math.floor(products / WORTHWHILE)));
    return Array.from({ length: count }, (_, i) => ({
      from: Math.floor((questions * i) / count),
      to: Math.floor((questions * (i + 1)) / count),
    }));
  }

  async function open(port: WorkerPort<VectorThreadApi>, matrix: KernelMatrix): Promise<void> {
    if (holding.get(port) === matrix) return;
    holding.set(port, matrix);
    await port.with().open({ module: matrix.module, memory: matrix.arena.memory });
  }

  return {
    /** Searches one slice a thread, the first of them here. Milliseconds of one slice are its own work. */
    async search(
      matrix: KernelMatrix,
      { queries, lengths }: Asked,
      sliceOf: (asked: Asked) => VectorSlice,
      clock: () => number,
    ): Promise<FoundRound> {
      const { dimensions, functions, arena } = matrix;
      const here = (own: VectorSlice): FoundSlice => searchSlice(functions, arena.memory, own);
      const parts = partsOf(lengths.length, queries.length * matrix.count);
      await Promise.all(others.slice(0, parts.length - 1).map((port) => open(port, matrix)));
      return arena.during(async () => {
        const began = clock();
        const [own, ...rest] = parts.map(({ from, to }) =>
          sliceOf({ queries: queries.subarray(from * dimensions, to * dimensions), lengths: lengths.slice(from, to) }),
        );
        if (rest.length === 0) return { lists: here(own!), milliseconds: clock() - began };
        const aside = rest.map((slice, i) => others[i]!.with().search(slice));
        // What is said to threads leaves this one before it is busy.
        await new Promise((resolve) => setTimeout(resolve));
        const lists = [...here(own!), ...(await Promise.all(aside)).flatMap(unpacked)];
        return { lists, milliseconds: clock() - began };
      });
    },
    async forget() {
      const ports = [...holding.keys()];
      holding.clear();
      await Promise.all(ports.map((port) => port.with().close()));
    },
  };
}
