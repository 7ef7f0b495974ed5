import { instantiate, type KernelFunctions } from './kernel/kernel';
import { type PackedRankings, packRankings } from '../../domain/run/packed';
import { searchSlice, type VectorSlice } from './slice';

export interface FoundAside {
  readonly rankings: PackedRankings;
  readonly missed: Uint8Array;
}

export type VectorThreadApi = ReturnType<typeof createVectorThread>;

export function createVectorThread() {
  let open: { readonly functions: KernelFunctions; readonly memory: WebAssembly.Memory } | null = null;
  return {
    async open({ module, memory }: { module: WebAssembly.Module; memory: WebAssembly.Memory }): Promise<void> {
      open = { functions: instantiate(module, memory), memory };
    },
    async search(slice: VectorSlice): Promise<FoundAside> {
      if (!open) throw new Error('a thread of vector search is asked before it is opened');
      const lists = searchSlice(open.functions, open.memory, slice);
      const missed = Uint8Array.from(lists, (list) => (list === null ? 1 : 0));
      return { rankings: packRankings(lists.map((list) => list ?? [])), missed };
    },
    async close(): Promise<void> {
      open = null;
    },
  };
}
