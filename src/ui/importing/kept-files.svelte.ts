import type { Page } from '../shared/page.svelte';
import { Task } from '../shared/task.svelte';
import { provided } from '../shared/context';
import { SvelteSet } from 'svelte/reactivity';
import type { RunHeader, SuppliedHeader } from '../../contract/storage';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Preferences } from '../shared/preferences';

export interface Keeping<Entry> {
  readonly list: () => Promise<readonly Entry[]>;
  readonly remove: (entry: Entry) => Promise<void>;
  readonly nameOf: (entry: Entry) => string;
}

export class KeptList<Entry> {
  /** Oldest first; null until they are read. */
  all = $state.raw<readonly Entry[] | null>(null);
  added = $state<number | null>(null);
  readonly loading: Task;

  constructor(
    readonly keeping: Keeping<Entry>,
    private readonly page: Page,
    signal: AbortSignal,
  ) {
    this.loading = new Task(signal);
  }

  refresh(): Promise<unknown> {
    return this.loading.run(this.keeping.list, (all) => (this.all = all));
  }

  take(all: readonly Entry[]): number {
    this.added = all.length - (this.all?.length ?? 0);
    this.all = all;
    return this.added;
  }

  remove(entry: Entry): Promise<void> {
    const { remove, nameOf } = this.keeping;
    return this.page.attempt(async () => {
      await remove(entry);
      this.added = null;
      this.all = this.all?.filter((each) => nameOf(each) !== nameOf(entry)) ?? null;
      this.page.announce(`${nameOf(entry)} is removed.`);
      await this.page.refreshStorage();
    });
  }
}

export class RunsState extends KeptList<RunHeader> {
  /** Hashes of runs that are left out, in any collection. Remembered per browser. */
  readonly #leftOut = new SvelteSet<string>();
  readonly chosen = $derived(this.all?.filter((run) => this.isChosen(run)) ?? []);

  constructor(
    workbench: WorkbenchPart<{ runs: 'external' | 'removeExternal' }>,
    collection: string,
    private readonly preferences: Preferences,
    page: Page,
    signal: AbortSignal,
  ) {
    const keeping = {
      list: () => workbench.runs.external(collection),
      remove: ({ system }: RunHeader) => workbench.runs.removeExternal(collection, system),
      nameOf: ({ system }: RunHeader) => system,
    };
    super(keeping, page, signal);
    const stored = preferences.read('runs-left-out');
    if (Array.isArray(stored)) for (const each of stored) if (typeof each === 'string') this.#leftOut.add(each);
  }

  isChosen({ hash }: RunHeader): boolean {
    return !this.#leftOut.has(hash);
  }

  toggle({ hash }: RunHeader): void {
    if (!this.#leftOut.delete(hash)) this.#leftOut.add(hash);
    this.preferences.write('runs-left-out', [...this.#leftOut]);
  }
}

export const getRuns = provided(RunsState);

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

export const getSupplied = provided(SuppliedState);
