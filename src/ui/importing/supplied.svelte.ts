import { createContext } from 'svelte';
import type { SuppliedHeader } from '../../contract/storage';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Page } from '../shared/page.svelte';
import { KeptList } from './kept-list.svelte';

export class SuppliedState extends KeptList<SuppliedHeader> {
  readonly rewrites = $derived(this.all?.filter(({ kind }) => kind === 'rewrites') ?? []);
  readonly contexts = $derived(this.all?.filter(({ kind }) => kind === 'contexts') ?? []);
  readonly vectors = $derived(this.all?.filter(({ kind }) => kind === 'vectors') ?? []);

  constructor(
    workbench: WorkbenchPart<{ collections: 'supplied' | 'removeSupplied' }>,
    collection: string,
    page: Page,
    signal: AbortSignal,
  ) {
    const keeping = {
      list: () => workbench.collections.supplied(collection),
      remove: ({ name }: SuppliedHeader) => workbench.collections.removeSupplied(collection, name),
      nameOf: ({ name }: SuppliedHeader) => name,
    };
    super(keeping, page, signal);
  }
}

export const [getSupplied, setSupplied] = createContext<SuppliedState>();
