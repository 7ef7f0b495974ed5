import type { Failure } from './failure';
import { Task } from './task.svelte';

export type IntakePhase = 'idle' | 'reading' | 'preview' | 'keeping' | 'failed';

/** Files that are read and previewed before they are kept or discarded. */
export abstract class Intake<Found, Step> {
  found = $state.raw<Found | null>(null);
  readonly reading = new Task<Step>();
  protected readonly keeping = new Task();

  get phase(): IntakePhase {
    if (this.reading.busy) return 'reading';
    if (this.keeping.busy) return 'keeping';
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
  }
}
