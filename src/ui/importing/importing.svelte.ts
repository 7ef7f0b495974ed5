import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { SuppliedHeader, CollectionRecord, RunHeader } from '../../contract/storage';
import { fitSupplied, type Fitting, type Ground as Corpus } from '../../domain/dataset/supplied/fit';
import type { ImportedCollection, ImportedRuns, ImportProblem } from '../../domain/dataset/outcome';
import type { WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from '../shared/failure';
import { findRuns, groundOf, type FoundRun, type Ground } from './found-runs';

type Found = ImportedCollection | ImportedRuns;

export type ImportPhase = 'idle' | 'reading' | 'preview' | 'keeping' | 'failed';

/** The open collection, to which runs and brought files alone are added. */
export interface RunTarget {
  readonly collection: CollectionRecord;
  /** Null until its questions are read. */
  readonly ground: Ground | null;
  /** Null until its documents and questions are read. */
  readonly corpus: Corpus | null;
}

/** What a collection has after files were added to it; null where none of that kind were. */
export interface Added {
  readonly runs: readonly RunHeader[] | null;
  readonly supplied: readonly SuppliedHeader[] | null;
}

/** What importing must know of the rest of the page, and tell it. */
export interface ImportSurroundings {
  target(): RunTarget | null;
  /** Runs or brought files alone were found: what they are held against is wanted. */
  onRuns(): void;
  onKept(record: CollectionRecord): void;
  /** @param added all of the collection */
  onAdded(collection: CollectionRecord, added: Added): void;
}

/** From files to a collection or to runs: read, look, then keep or discard. Nothing is kept before the person says so. */
export class ImportState {
  #phase = $state<ImportPhase>('idle');
  #progress = $state.raw<ImportProgress | null>(null);
  #found = $state.raw<Found | null>(null);
  #problems = $state.raw<readonly ImportProblem[]>([]);
  #more = $state(0);
  #failure = $state.raw<Failure | null>(null);
  #files: readonly SourceFile[] = [];
  #abort: AbortController | null = null;
  #ground = $derived.by(() => this.#groundOf(this.#found));
  #runs = $derived(this.#found && this.#ground ? findRuns(this.#found.runs, this.#ground) : null);
  #usable = $derived(this.#runs?.filter(({ judged }) => judged > 0) ?? []);
  #fitting = $derived.by(() => this.#fittingOf(this.#found));
  name = $state('');

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'readFiles' | 'keep' | 'addSupplied';
      runs: 'addExternal';
    }>,
    private readonly surroundings: ImportSurroundings,
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
  /** The collection that runs alone would be added to. */
  get target(): RunTarget | null {
    return this.surroundings.target();
  }
  /** What the runs are held against: the collection that they came with, or the one that is open; null until it is read, and where none came. */
  get ground(): Ground | null {
    return this.#ground;
  }
  /** Null until there is something to hold them against. */
  get runs(): readonly FoundRun[] | null {
    return this.#runs;
  }
  /** Those that can be evaluated: some of their questions are judged. */
  get usable(): readonly FoundRun[] {
    return this.#usable;
  }
  /** How rewrites and vectors fit the collection; null where there are none, or nothing to hold them against. */
  get fitting(): Fitting | null {
    return this.#fitting;
  }
  /** Whether what was found can be kept. */
  get ready(): boolean {
    if (this.#phase !== 'preview') return false;
    if (this.#found?.kind === 'runs') return this.#usable.length + (this.#fitting?.items.length ?? 0) > 0;
    return this.name.trim() !== '';
  }
  get problems(): readonly ImportProblem[] {
    return this.#problems;
  }
  /** Those that were given, as long as the dialog is open. */
  get files(): readonly SourceFile[] {
    return this.#files;
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
    const typed = this.#found?.kind === 'collection' && this.name !== this.#found.summary.name ? this.name : null;
    await this.#attempt(() => this.#readFiles(split));
    if (typed !== null && this.#phase === 'preview') this.name = typed;
  }

  async keep(): Promise<void> {
    const found = this.#found;
    if (!found || !this.ready) return;
    this.#phase = 'keeping';
    this.#failure = null;
    try {
      const tell = await this.#store(found);
      this.discard();
      tell();
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

  /** @returns what is to be told once this dialog is gone */
  async #store(found: Found): Promise<() => void> {
    const { target, surroundings } = this;
    if (found.kind === 'collection') {
      const record = await this.workbench.collections.keep(found, this.name.trim());
      return () => surroundings.onKept(record);
    }
    if (!target) return () => undefined;
    const { collection } = target;
    const sources = this.#usable.map(({ source }) => source);
    const fits = (this.#fitting?.items.length ?? 0) > 0;
    const runs = sources.length > 0 ? await this.workbench.runs.addExternal(collection.id, sources) : null;
    const supplied = fits ? await this.workbench.collections.addSupplied(collection.id, found.supplied ?? []) : null;
    return () => surroundings.onAdded(collection, { runs, supplied });
  }

  #groundOf(found: Found | null): Ground | null {
    if (!found) return null;
    if (found.kind === 'runs') return this.target?.ground ?? null;
    // Sets of all that a large collection holds are not made for nothing.
    return found.runs.length > 0 ? groundOf(found) : null;
  }

  #fittingOf(found: Found | null): Fitting | null {
    const supplied = found?.supplied ?? [];
    if (!found || supplied.length === 0) return null;
    if (found.kind === 'runs') {
      const corpus = this.target?.corpus;
      return corpus ? fitSupplied(supplied, corpus) : null;
    }
    const { docs, queries } = found.dataset;
    return fitSupplied(supplied, { docs: docs.map(({ id }) => id), queries });
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
    const outcome = await this.workbench.collections.readFiles(this.#files, {
      ...(split !== null && { split }),
      signal,
      progress,
    });
    signal.throwIfAborted();
    if (outcome.ok) {
      this.#found = outcome;
      this.name = outcome.kind === 'collection' ? outcome.summary.name : '';
      this.#phase = 'preview';
      if (outcome.kind === 'runs') this.surroundings.onRuns();
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
