import { provided } from '../shared/context';
import type { CollectionRecord } from '../../contract/storage';
import type { SavingProgress } from '../../contract/workspace';
import type { WorkbenchPart } from '../../workbench/workbench';
import { download, fileNames } from '../shared/files';
import type { Preferences } from '../shared/preferences';
import { Task } from '../shared/task.svelte';
import { settingsOf } from './collection-settings';

export class SavingState {
  collection = $state.raw<CollectionRecord | null>(null);
  vectors = $state(false);
  vectorBytes = $state<number | null>(null);
  readonly saving = new Task<SavingProgress>();
  readonly #measuring = new Task();

  constructor(
    private readonly workbench: WorkbenchPart<{ workspaces: 'vectorBytes' | 'save'; runs: 'external' }>,
    private readonly preferences: Preferences,
    private readonly onSaved: (collection: CollectionRecord) => void,
  ) {}

  show(collection: CollectionRecord): void {
    this.saving.forget();
    [this.collection, this.vectors, this.vectorBytes] = [collection, false, null];
    void this.#measuring.run(
      () => this.workbench.workspaces.vectorBytes(collection.id),
      (size) => (this.vectorBytes = size),
    );
  }

  close(): void {
    this.saving.drop();
    this.#measuring.drop();
    this.collection = null;
  }

  async save(): Promise<void> {
    const { collection, vectors } = this;
    if (!collection) return;
    await this.saving.run(
      async (context) => {
        const runs = await this.workbench.runs.external(collection.id);
        const settings = settingsOf(this.preferences, collection.id, runs);
        return this.workbench.workspaces.save(collection.id, { ...context, vectors, settings });
      },
      (file) => {
        download(fileNames([collection.name], 'hitrate')[0]!, file);
        this.collection = null;
        this.onSaved(collection);
      },
    );
  }
}

export const getSaving = provided(SavingState);
