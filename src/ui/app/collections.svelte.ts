import type { CollectionRecord } from '../../contract/storage';
import type { WorkbenchPart } from '../../engine/workbench';
import { Task } from '../shared/task.svelte';

/** The collections on this machine. */
export class CollectionsState {
  records = $state.raw<readonly CollectionRecord[]>([]);
  readonly loading = new Task();

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'list' | 'rename' | 'remove' | 'restoreSample' | 'documentsSample';
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
  }

  /** Takes in a record that is new or has changed. */
  put(record: CollectionRecord): void {
    const known = this.records.some((each) => each.id === record.id);
    this.records = known
      ? this.records.map((each) => (each.id === record.id ? record : each))
      : [...this.records, record];
  }

  /** Forgets a record that was deleted. */
  drop(id: string): void {
    this.records = this.records.filter((record) => record.id !== id);
  }

  async rename(id: string, name: string): Promise<void> {
    this.put(await this.workbench.collections.rename(id, name));
  }

  /** Brings the bundled sample back. */
  async restoreSample(): Promise<CollectionRecord> {
    const record = await this.workbench.collections.restoreSample();
    this.put(record);
    return record;
  }

  /** Brings the bundled sample of documents. */
  async documentsSample(): Promise<CollectionRecord> {
    const record = await this.workbench.collections.documentsSample();
    this.put(record);
    return record;
  }

  async remove(id: string): Promise<void> {
    await this.workbench.collections.remove(id);
    this.drop(id);
  }
}
