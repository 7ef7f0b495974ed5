import type { Page } from '../shared/page.svelte';
import { Task } from '../shared/task.svelte';

export interface Keeping<Entry> {
  readonly list: () => Promise<readonly Entry[]>;
  readonly remove: (entry: Entry) => Promise<void>;
  /** Unique within the collection. */
  readonly nameOf: (entry: Entry) => string;
}

/** Runs, rewrites or vectors that the user added to the open collection. */
export class KeptList<Entry> {
  /** Oldest first; null until they are read. */
  all = $state.raw<readonly Entry[] | null>(null);
  /** How many the last import added; null without an import since the collection was opened. */
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

  /** @param all the entries after an import @returns how many of them are new */
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
