import { provided } from '../shared/context';
import type { CollectionRecord, Questions } from '../../contract/storage';
import type { Judgment } from '../../base/types';
import type { LabelConcern } from '../../domain/documents/stale-labels';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

export interface UndoableEdit {
  readonly kind: 'settled' | 'removed';
  readonly undo: () => Promise<void>;
}

export class LabelConcernsState {
  all = $state.raw<readonly LabelConcern[] | null>(null);
  last = $state.raw<UndoableEdit | null>(null);
  readonly loading: Task;
  readonly saving: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{ questions: 'labelConcerns' | 'settleConcern' | 'read' | 'save' }>,
    private readonly collection: string,
    private readonly onChanged: (record: CollectionRecord) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.loading = new Task(signal);
    this.saving = new Task(signal);
  }

  async load(): Promise<void> {
    await this.loading.run(
      () => this.workbench.questions.labelConcerns(this.collection),
      (all) => (this.all = all),
    );
  }

  async settle({ key }: LabelConcern): Promise<void> {
    await this.#settle(key, true);
    this.last = { kind: 'settled', undo: () => this.#settle(key, false) };
  }

  async remove(judgment: Judgment): Promise<void> {
    const removed = await this.#replace((judgments) => judgments.filter((each) => !isSame(each, judgment)));
    if (removed)
      this.last = {
        kind: 'removed',
        undo: async () => void (await this.#replace((judgments) => [...judgments, judgment])),
      };
  }

  async undo(): Promise<void> {
    const { last } = this;
    this.last = null;
    await last?.undo();
  }

  async #settle(key: string, settled: boolean): Promise<void> {
    await this.saving.run(
      () => this.workbench.questions.settleConcern(this.collection, key, settled),
      (all) => (this.all = all),
    );
  }

  async #replace(edit: (judgments: readonly Judgment[]) => readonly Judgment[]): Promise<boolean> {
    const { questions } = this.workbench;
    const saved = await this.saving.run(async () => {
      const before: Questions = await questions.read(this.collection);
      return questions.save(this.collection, { ...before, judgments: edit(before.judgments) }, before);
    });
    if (!saved) return false;
    await this.onChanged(saved);
    await this.load();
    return true;
  }
}

const isSame = (a: Judgment, b: Judgment): boolean =>
  a.query === b.query && a.doc === b.doc && a.span?.start === b.span?.start && a.span?.end === b.span?.end;

export const getLabelConcerns = provided(LabelConcernsState);
