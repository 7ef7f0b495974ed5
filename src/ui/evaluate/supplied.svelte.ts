import type { BroughtHeader } from '../../contract/storage';
import type { Workbench } from '../../engine/workbench';
import { KeptList } from './kept-list.svelte';

/** Rewrites and vectors of the open collection that came from files. */
export class BroughtState extends KeptList<BroughtHeader> {
  #rewrites = $derived(this.all?.filter(({ kind }) => kind === 'rewrites') ?? []);
  #vectors = $derived(this.all?.filter(({ kind }) => kind === 'vectors') ?? []);

  constructor(workbench: Pick<Workbench, 'brought' | 'removeBrought'>) {
    super({
      list: (id) => workbench.brought(id),
      remove: ({ collection, name }) => workbench.removeBrought(collection, name),
      nameOf: ({ name }) => name,
    });
  }

  get rewrites(): readonly BroughtHeader[] {
    return this.#rewrites;
  }
  get vectors(): readonly BroughtHeader[] {
    return this.#vectors;
  }
}
