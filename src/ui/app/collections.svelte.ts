import type { CollectionRecord } from '../../contract/storage';
import type { WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from '../shared/failure';

/** The collections on this machine and the one that is open. */
export class CollectionsState {
  #records = $state.raw<readonly CollectionRecord[]>([]);
  #selectedId = $state<string | null>(null);
  #phase = $state<'loading' | 'ready' | 'failed'>('loading');
  #failure = $state.raw<Failure | null>(null);
  #selected = $derived(this.#records.find((record) => record.id === this.#selectedId) ?? null);

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'list' | 'rename' | 'remove' | 'restoreSample' | 'documentsSample';
    }>,
  ) {}

  get records(): readonly CollectionRecord[] {
    return this.#records;
  }
  get selected(): CollectionRecord | null {
    return this.#selected;
  }
  get phase(): 'loading' | 'ready' | 'failed' {
    return this.#phase;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  async load(): Promise<void> {
    this.#phase = 'loading';
    try {
      this.#records = await this.workbench.collections.list();
      this.#phase = 'ready';
    } catch (error) {
      this.#failure = failureOf(error);
      this.#phase = 'failed';
    }
  }

  select(id: string | null): void {
    this.#selectedId = id;
  }

  /** Takes in a record that is new or has changed. */
  put(record: CollectionRecord): void {
    const known = this.#records.some((each) => each.id === record.id);
    this.#records = known
      ? this.#records.map((each) => (each.id === record.id ? record : each))
      : [...this.#records, record];
  }

  /** Forgets a record that was deleted. */
  drop(id: string): void {
    this.#records = this.#records.filter((record) => record.id !== id);
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
