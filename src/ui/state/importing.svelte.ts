import type { ImportProgress, SourceFile } from '../../contract/importer';
import type { CollectionRecord } from '../../contract/storage';
import type { ImportOutcome, ImportProblem } from '../../domain/dataset/outcome';
import type { Workbench } from '../../engine/workbench';
import { failureOf, type Failure } from './failure';

type Found = ImportOutcome & { ok: true };

export type ImportPhase = 'idle' | 'reading' | 'preview' | 'keeping' | 'failed';

/** From files to a collection: read, look, then keep or discard. Nothing is kept before the person says so. */
export class ImportState {
  #phase = $state<ImportPhase>('idle');
  #progress = $state.raw<ImportProgress | null>(null);
  #found = $state.raw<Found | null>(null);
  #problems = $state.raw<readonly ImportProblem[]>([]);
  #more = $state(0);
  #failure = $state.raw<Failure | null>(null);
  #files: readonly SourceFile[] = [];
  #abort: AbortController | null = null;
  name = $state('');

  constructor(
    private readonly workbench: Pick<Workbench, 'readFiles' | 'keep'>,
    private readonly onKept: (record: CollectionRecord) => void,
  ) {}

  get phase(): ImportPhase {
    return this.#phase;
  }
  get progress(): ImportProgress | null {
    return this.#progress;
  }
  get found(): Found | null {
    return this.#found;
  }
  get problems(): readonly ImportProblem[] {
    return this.#problems;
  }
  /** Problems beyond those listed. */
  get more(): number {
    return this.#more;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  /** @param files may still be gathered: dropped folders are walked after the drop */
  async read(files: readonly SourceFile[] | Promise<readonly SourceFile[]>): Promise<void> {
    if (this.#phase === 'reading' || this.#phase === 'keeping') return;
    this.#clear();
    await this.#attempt(async () => {
      this.#files = await files;
      if (this.#files.length > 0) await this.#readFiles(null);
      else this.#phase = 'idle';
    });
  }

  /** Reads again with other judgments; a name that the person has typed stays. */
  async chooseSplit(split: string): Promise<void> {
    const typed = this.#found && this.name !== this.#found.summary.name ? this.name : null;
    await this.#attempt(() => this.#readFiles(split));
    if (typed !== null && this.#phase === 'preview') this.name = typed;
  }

  async keep(): Promise<void> {
    const found = this.#found;
    if (!found || this.#phase !== 'preview' || this.name.trim() === '') return;
    this.#phase = 'keeping';
    this.#failure = null;
    try {
      const record = await this.workbench.keep(found, this.name.trim());
      this.discard();
      this.onKept(record);
    } catch (error) {
      // What was found is still there: the person can free space and try again.
      this.#failure = failureOf(error);
      this.#phase = 'preview';
    }
  }

  /** Ends whatever is under way and forgets the files. */
  discard(): void {
    this.#abort?.abort();
    this.#files = [];
    this.#clear();
    this.#phase = 'idle';
  }

  #clear(): void {
    this.#progress = null;
    this.#found = null;
    this.#problems = [];
    this.#more = 0;
    this.#failure = null;
  }

  async #readFiles(split: string | null): Promise<void> {
    const signal = this.#abort!.signal;
    const progress = (step: ImportProgress): void => void (this.#progress = step);
    const outcome = await this.workbench.readFiles(this.#files, { ...(split !== null && { split }), signal, progress });
    signal.throwIfAborted();
    if (outcome.ok) {
      this.#found = outcome;
      this.name = outcome.summary.name;
      this.#phase = 'preview';
    } else {
      this.#problems = outcome.problems;
      this.#more = outcome.more;
      this.#phase = 'failed';
    }
  }

  async #attempt(task: () => Promise<void>): Promise<void> {
    const abort = new AbortController();
    this.#abort = abort;
    this.#phase = 'reading';
    try {
      await task();
    } catch (error) {
      if (abort.signal.aborted) return;
      this.#failure = failureOf(error);
      this.#phase = this.#failure ? 'failed' : 'idle';
    }
  }
}
