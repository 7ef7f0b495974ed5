import type { CollectionRecord } from '../../contract/storage';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

export class CollectionsState {
  records = $state.raw<readonly CollectionRecord[]>([]);
  readonly loading = new Task();
  /** Whether it is known which there are, or that they cannot be read. */
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
