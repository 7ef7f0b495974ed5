import type { CollectionRecord } from '../../contract/storage';
import type { WorkbenchPart, Workbench } from '../../workbench/workbench';
import { date } from '../shared/format';
import { Task } from '../shared/task.svelte';
import type { Preferences } from '../shared/preferences';
import type { RunningState } from '../evaluate/running.svelte';
import type { ModelsState } from '../models/models.svelte';
import type { ComparisonState } from '../results/comparison.svelte';
import type { Navigation } from '../shared/navigation/navigation.svelte';
import type { Page } from '../shared/page.svelte';

export class CollectionsState {
  records = $state.raw<readonly CollectionRecord[]>([]);
  readonly loading = new Task();
  known = false;

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'list' | 'rename' | 'remove' | 'openSample' | 'documentsSample';
    }>,
  ) {}

  get phase(): 'loading' | 'ready' | 'failed' {
    return this.loading.busy ? 'loading' : this.loading.failure ? 'failed' : 'ready';
  }

  async load(): Promise<void> {
    await this.loading.run(
      () => this.workbench.collections.list(),
      (records) => (this.records = records),
    );
    this.known = true;
  }

  put(record: CollectionRecord): void {
    const known = this.records.some((each) => each.id === record.id);
    this.records = known
      ? this.records.map((each) => (each.id === record.id ? record : each))
      : [...this.records, record];
  }

  /** When a collection was added, where others have its name; else empty. */
  addedWhen({ name, createdAt }: CollectionRecord): string {
    const isOnly = this.records.filter((each) => each.name === name).length < 2;
    return isOnly ? '' : `, added ${date(createdAt)}`;
  }

  drop(id: string): void {
    this.records = this.records.filter((record) => record.id !== id);
  }

  async rename(id: string, name: string): Promise<void> {
    this.put(await this.workbench.collections.rename(id, name));
  }

  async addSample(which: 'openSample' | 'documentsSample'): Promise<CollectionRecord> {
    const record = await this.workbench.collections[which]();
    this.put(record);
    return record;
  }

  async remove(id: string): Promise<void> {
    await this.workbench.collections.remove(id);
    this.drop(id);
  }
}

const SETTING = 'deleting';

const UNDO_MS = 10_000;

interface DeletionOptions {
  readonly remove: (id: string) => Promise<void>;
  readonly preferences: Preferences;
  readonly wait?: (task: () => void, milliseconds: number) => () => void;
  readonly clock?: () => number;
}

/** Kept while a deletion can be undone, and until it is done. */
interface Waiting {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const waiting = (task: () => void, milliseconds: number): (() => void) => {
  const timer = setTimeout(task, milliseconds);
  return () => clearTimeout(timer);
};

export class Deletion {
  pending = $state.raw<CollectionRecord | null>(null);
  #cancel: (() => void) | null = null;
  readonly #wait: NonNullable<DeletionOptions['wait']>;
  readonly #clock: () => number;

  constructor(private readonly options: DeletionOptions) {
    this.#wait = options.wait ?? waiting;
    this.#clock = options.clock ?? Date.now;
  }

  /** Deletes what an earlier visit was about to delete; what another tab can still restore is left to that. */
  async finishEarlier(): Promise<void> {
    const waits = this.options.preferences.read(SETTING) as Waiting | null;
    if (!waits || this.#clock() < waits.until) return;
    this.options.preferences.write(SETTING, null);
    await this.options.remove(waits.id);
  }

  /** Another one that waits is deleted at once. */
  async begin(record: CollectionRecord): Promise<void> {
    await this.finish();
    this.pending = record;
    this.options.preferences.write(SETTING, { id: record.id, until: this.#clock() + UNDO_MS } satisfies Waiting);
    this.#cancel = this.#wait(() => void this.finish(), UNDO_MS);
  }

  /** @returns what is restored; null where it is too late */
  undo(): CollectionRecord | null {
    const { pending } = this;
    this.#forget();
    return pending;
  }

  async finish(): Promise<void> {
    const { pending } = this;
    if (!pending) return;
    this.#forget();
    await this.options.remove(pending.id);
  }

  #forget(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.pending = null;
    this.options.preferences.write(SETTING, null);
  }
}

export interface Surroundings {
  readonly workbench: Workbench;
  readonly preferences: Preferences;
  readonly page: Page;
  readonly navigation: Navigation;
  readonly collections: CollectionsState;
  readonly models: ModelsState;
  readonly running: RunningState;
  readonly comparison: ComparisonState;
}
