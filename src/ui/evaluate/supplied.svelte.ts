import type { SuppliedHeader } from '../../contract/storage';
import type { WorkbenchPart } from '../../engine/workbench';
import { KeptList } from './kept-list.svelte';

/** Rewrites and vectors of the open collection that came from files. */
export class SuppliedState extends KeptList<SuppliedHeader> {
  #rewrites = $derived(this.all?.filter(({ kind }) => kind === 'rewrites') ?? []);
  #vectors = $derived(this.all?.filter(({ kind }) => kind === 'vectors') ?? []);

  constructor(workbench: WorkbenchPart<{ collections: 'supplied' | 'removeSupplied' }>) {
    super({
      list: (id) => workbench.collections.supplied(id),
      remove: ({ collection, name }) => workbench.collections.removeSupplied(collection, name),
      nameOf: ({ name }) => name,
    });
  }

  get rewrites(): readonly SuppliedHeader[] {
    return this.#rewrites;
  }
  get vectors(): readonly SuppliedHeader[] {
    return this.#vectors;
  }
}
