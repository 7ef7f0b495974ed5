import { provided } from '../shared/context';
import type { ResultHeader } from '../../contract/result';
import {
  NO_RUN_NOTES,
  noteOfRun,
  type RunNote,
  type RunNoteEdit,
  type RunNotes,
} from '../../domain/run-comparison/run-notes';
import type { WorkbenchPart } from '../../workbench/workbench';
import { date } from '../shared/format';
import { Task } from '../shared/task.svelte';

export class RunNotesState {
  notes = $state.raw<RunNotes>(NO_RUN_NOTES);
  readonly reading: Task;
  #writes: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'notes' | 'note' }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.reading = new Task(signal);
  }

  async read(): Promise<void> {
    await this.reading.run(
      () => this.workbench.runs.notes(this.collection),
      (notes) => (this.notes = notes),
    );
  }

  of(run: string): RunNote {
    return noteOfRun(this.notes, run);
  }

  name({ key, createdAt }: Pick<ResultHeader, 'key' | 'createdAt'>): string {
    return this.of(key).name || date(createdAt);
  }

  /** The name of one of some runs; of those that share one, with the beginning of its key. */
  nameAmong(runs: readonly ResultHeader[], run: ResultHeader): string {
    const name = this.name(run);
    const isShared = runs.some((other) => other.key !== run.key && this.name(other) === name);
    return isShared ? `${name} (${run.key.slice(0, 4)})` : name;
  }

  /** One after the other: what was written last is shown last. */
  async edit(edit: RunNoteEdit): Promise<void> {
    const written = this.#writes.then(() => this.workbench.runs.note(this.collection, edit));
    this.#writes = written.catch(() => undefined);
    try {
      this.notes = await written;
    } catch (error) {
      await this.reading.fail(error);
    }
  }
}

export const getRunNotes = provided(RunNotesState);
