import type { ImportProgress } from '../../contract/workers';
import type { ImportProblem } from '../../domain/dataset/outcome';
import type { Failure } from './failure';
import { Task, type TaskContext } from './task.svelte';

export type IntakePhase = 'idle' | 'reading' | 'preview' | 'keeping' | 'failed';

interface RefusedFiles {
  readonly problems: readonly ImportProblem[];
  readonly more: number;
}

/** Files that are read and previewed before they are kept or discarded. */
export abstract class Intake<Found, Step = ImportProgress> {
  found = $state.raw<Found | null>(null);
  refused = $state.raw<RefusedFiles | null>(null);
  readonly reading: Task<Step>;
  protected readonly keeping: Task;

  constructor(owner?: AbortSignal) {
    this.reading = new Task(owner);
    this.keeping = new Task(owner);
  }

  get phase(): IntakePhase {
    if (this.reading.busy) return 'reading';
    if (this.keeping.busy) return 'keeping';
    if (this.refused) return 'failed';
    // What was found stays if keeping it fails: the person can free space and try again.
    if (this.found) return 'preview';
    return this.failure ? 'failed' : 'idle';
  }
  get failure(): Failure | null {
    return this.keeping.failure ?? this.reading.failure;
  }
  abstract get ready(): boolean;

  abstract keep(): Promise<void>;

  cancel(): void {
    this.discard();
  }

  discard(): void {
    this.reading.drop();
    this.keeping.drop();
    this.found = null;
    this.refused = null;
  }

  /** Reads files in place of those before. */
  protected async begin<Read>(
    read: (context: TaskContext<Step>) => Promise<Read>,
    take: (read: Read) => unknown,
  ): Promise<void> {
    if (this.keeping.busy) return;
    this.discard();
    await this.reading.run(read, take);
  }

  /** @param done called once nothing is shown any more */
  protected async store<Made>(
    work: (found: Found, context: TaskContext<never>) => Promise<Made>,
    done: (made: Made) => void,
  ): Promise<boolean> {
    const { found } = this;
    if (!found || !this.ready || this.keeping.busy) return false;
    const made = await this.keeping.run((context) => work(found, context));
    if (made === undefined) return false;
    this.discard();
    done(made);
    return true;
  }
}
