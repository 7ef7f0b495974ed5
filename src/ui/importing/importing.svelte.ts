import { provided } from '../shared/context';
import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { SuppliedHeader, CollectionRecord, RunHeader } from '../../contract/storage';
import type { Fitting } from '../../domain/dataset/supplied/fit';
import type { ImportedClicks, ImportedCollection, ImportedRuns, ImportOutcome } from '../../domain/dataset/outcome';
import { HitrateError } from '../../contract/errors';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { IdDifference } from '../../domain/dataset/runs/ids-apart';
import { Intake } from '../shared/intake.svelte';
import type { TaskContext } from '../shared/task.svelte';
import { areClickChoices, CLICK_CHOICES } from './click-choices';
import type { Place } from '../../base/types';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { FieldRoles } from '../roles/field-roles.svelte';
import type { Preferences } from '../shared/preferences';
import type { Additions, ReadAs } from './additions';
import { findRuns, groundOf, type RunGround, type RunTarget } from './found-runs';
import { type FoundTask, type FoundTasks, foundTask, leftOver, setOf, tasksOf } from './found-tasks';
import type { KeptClicks } from './made-of-clicks';

type Found = ImportedCollection | Additions | FoundTasks;
type Outcome = ImportOutcome | Additions | FoundTasks;

export interface AddedFiles {
  readonly runs: readonly RunHeader[] | null;
  readonly supplied: readonly SuppliedHeader[] | null;
  readonly clicks: KeptClicks | null;
  readonly questions: number;
  readonly judgments: number;
  /** After its questions or judgments changed. */
  readonly record: CollectionRecord | null;
}

export interface ImportSurroundings {
  target(): RunTarget | null;
  onRuns(): void;
  onStored(record: CollectionRecord): void;
  /** @param all how many were added with it */
  onKept(record: CollectionRecord, all: number): void;
  onAdded(collection: CollectionRecord, added: AddedFiles): void;
}

export class ImportState extends Intake<Found> {
  files = $state.raw<readonly SourceFile[]>([]);
  name = $state('');
  clickChoices = $state.raw(CLICK_CHOICES);
  /** Those that a person typed: of runs by their places, of tasks by their names in the set. */
  names = $state.raw<Readonly<Record<string, string>>>({});
  /** The task of a set that is being stored, and how many are. */
  storing = $state.raw<{ readonly name: string; readonly at: number; readonly all: number } | null>(null);
  /** What runs are compared with: their own collection or the open one; null until it is read, or without one. */
  readonly ground = $derived.by(() => this.#groundOf(this.found));
  readonly runs = $derived(this.found && this.ground ? findRuns(this.found.runs, this.ground, this.names) : null);
  readonly usable = $derived(this.runs?.filter(({ judged }) => judged > 0) ?? []);
  /** Of tables that no format knows. */
  readonly roles: FieldRoles;
  readonly fitting = $derived.by(() => this.#fittingOf(this.found));
  readonly questions = $derived((this.found?.kind === 'runs' && this.found.questions) || null);
  readonly judges = $derived((this.found?.kind === 'runs' && this.found.judges) || null);

  /** Tasks that are not stored yet and can be. */
  readonly tasks = $derived.by(() => {
    const tasks = this.found?.kind === 'tasks' ? this.found.tasks : [];
    const left = tasks.filter(({ task, counts }) => counts !== null && !this.#stored.includes(task));
    return left.map((each) => ({ ...each, name: this.names[each.task] ?? each.task }));
  });

  #stored = $state.raw<readonly string[]>([]);
  #match: IdDifference | undefined;
  #split: string | undefined;
  #as: ReadAs | 'collection' | undefined;
  /** Loaded with the first files: the first visit shows the sample. */
  #fit: typeof import('../../domain/dataset/supplied/fit') | null = null;

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'readFiles' | 'tables' | 'keep' | 'addSupplied';
      runs: 'addExternal' | 'readResults';
      questions: 'read' | 'save' | 'changeAutomaticJudges' | 'readFiles' | 'readJudges' | 'judges' | 'changeJudges';
    }>,
    private readonly surroundings: ImportSurroundings,
    preferences: Preferences,
  ) {
    super();
    this.roles = new FieldRoles(preferences);
  }

  get target(): RunTarget | null {
    return this.surroundings.target();
  }
  /** Whether questions can be looked for in the open collection. */
  get takesQuestions(): boolean {
    return (this.target?.collection.counts.docs ?? 0) > 0;
  }
  textAt({ doc, start, end }: Place): string {
    return this.target?.corpus?.docsById.get(doc)?.text.slice(start, end) ?? '';
  }
  /** Without which ids of the files would be the same. */
  get difference(): IdDifference | null {
    const told = this.refused?.problems ?? this.found?.warnings ?? [];
    const apart = told.map((each) =>
      each.code === 'ids-apart' ? each.data[0].without : each.code === 'judged-apart' ? each.data[1].without : null,
    );
    return apart.find((way) => way !== null) ?? null;
  }
  /** Whether questions or judgments were read for a collection that is not open any more. */
  get isOfOther(): boolean {
    const { found, target } = this;
    return found?.kind === 'runs' && found.of !== undefined && found.of !== target?.collection.id;
  }
  get ready(): boolean {
    if (this.phase !== 'preview') return false;
    if (this.runs?.some(({ nameProblem }) => nameProblem !== null)) return false;
    const { found, questions, judges, target } = this;
    if (found?.kind === 'runs') {
      const changes = questions !== null || judges !== null;
      if ((changes && (!target?.corpus || target.unsaved || this.isOfOther)) || judges?.ready === false) return false;
      const files = this.usable.length + (this.fitting?.items.length ?? 0) + (questions?.added.length ?? 0);
      return files > 0 || judges !== null || this.#hasClicks(found);
    }
    if (found?.kind === 'tasks') return this.tasks.every(({ name }) => name.trim() !== '');
    return this.name.trim() !== '';
  }

  /** @param as what a person says that the files are, for the open collection */
  async read(files: readonly SourceFile[] | Promise<readonly SourceFile[]>, as?: ReadAs): Promise<void> {
    await this.begin(
      async (context) => {
        const gathered = await files;
        this.#fit = await import('../../domain/dataset/supplied/fit');
        context.signal.throwIfAborted();
        this.files = gathered;
        this.#as = as;
        return gathered.length === 0 ? null : this.#read(context);
      },
      (outcome) => outcome && this.#take(outcome),
    );
  }

  /** @param split the judgments that are taken, or the task; all tasks where absent */
  async chooseSplit(split: string | undefined): Promise<void> {
    this.#split = split;
    await this.#again();
  }

  /** Reads the files by the roles that a person has chosen. */
  async readByRoles(): Promise<void> {
    this.roles.accept();
    await this.#again();
  }

  /** Takes ids of documents for the same that differ between files. */
  async takeForSame(difference: IdDifference): Promise<void> {
    this.#match = difference;
    await this.#again();
  }

  /** Judgments as a collection of their own, not of the open one. */
  takeApart(own: ImportedCollection): void {
    this.#as = 'collection';
    this.#take(own);
  }

  async keep(): Promise<void> {
    await this.store(
      (found, context) => this.#store(found, context),
      (tell) => tell(),
    );
  }

  /** Adds no more tasks than the one that is being stored. */
  stop(): void {
    this.keeping.finish();
  }

  override discard(): void {
    super.discard();
    this.roles.take([]);
    this.files = [];
    this.storing = null;
    this.#match = this.#split = this.#as = undefined;
    this.#stored = [];
    this.clickChoices = CLICK_CHOICES;
    this.names = {};
  }

  rename(of: number | string, name: string): void {
    this.names = { ...this.names, [of]: name };
  }

  /** Reads the same files by another choice. A name that a person typed stays. */
  async #again(): Promise<void> {
    const { found, names } = this;
    const typed =
      found?.kind === 'tasks'
        ? names[this.#split ?? '']
        : found?.kind === 'collection' && this.name !== found.summary.name
          ? this.name
          : undefined;
    this.keeping.drop();
    this.refused = null;
    await this.reading.run(
      (context) => this.#read(context),
      (outcome) => this.#take(outcome),
    );
    if (typed !== undefined && this.phase === 'preview') this.name = typed;
  }

  async #read(context: TaskContext<ImportProgress>): Promise<Outcome> {
    const { files, roles, workbench } = this;
    const reading = { workbench, roles, files, target: () => this.target };
    const { additionsOf, readAs } = await import('./additions');
    if (this.#as && this.#as !== 'collection') return readAs(this.#as, reading, context);
    const first = await this.#outcomeOf(context, this.#split);
    const added = !this.#as && this.takesQuestions && (await additionsOf(first, reading, context));
    if (added) return added;
    const tasks = this.#split === undefined ? tasksOf(first) : [];
    if (tasks.length === 0) return first;
    const isFirst = (task: string): boolean => first.ok && first.kind === 'collection' && first.summary.split === task;
    const found: FoundTask[] = [];
    for (const task of tasks) found.push(foundTask(task, isFirst(task) ? first : await this.#outcomeOf(context, task)));
    return setOf(found) ?? first;
  }

  async #outcomeOf(context: TaskContext<ImportProgress>, split: string | undefined): Promise<ImportOutcome> {
    const { files } = this;
    const how = { split, match: this.#match, mappings: this.roles.mappings };
    const outcome = await this.workbench.collections.readFiles(files, { ...context, ...how });
    const left = leftOver(outcome);
    if (left.length > 0 && this.roles.tables.length === 0) {
      const tables = await this.workbench.collections.tables(files, context.signal);
      this.roles.take(tables.filter(({ file }) => left.some((name) => file === name || file.endsWith(`/${name}`))));
    }
    return this.#withResults(outcome, { ...context, mappings: this.roles.mappings });
  }

  /** Results of live engines name questions and passages in many ways: they are runs once the open collection has them. */
  async #withResults(
    outcome: ImportOutcome,
    context: TaskContext<ImportProgress> & { readonly mappings: Mappings },
  ): Promise<ImportOutcome> {
    const { target } = this;
    if (!outcome.ok || outcome.kind !== 'runs' || !outcome.results || !target) return outcome;
    const read = await this.workbench.runs.readResults(target.collection.id, this.files, context);
    if (!read.ok) return read;
    const { runs, warnings } = outcome;
    return { ...outcome, runs: [...runs, ...read.runs], warnings: [...warnings, ...read.warnings] };
  }

  #take(outcome: Outcome): void {
    if (outcome.ok) {
      this.found = outcome;
      this.name = outcome.kind === 'collection' ? outcome.summary.name : '';
      if (outcome.kind === 'runs') this.surroundings.onRuns();
    } else {
      this.found = null;
      this.refused = outcome;
    }
  }

  async #store(found: Found, context: TaskContext<never>): Promise<() => void> {
    const { target, surroundings } = this;
    if (found.kind === 'tasks') return this.#storeTasks(context);
    if (found.kind === 'collection') {
      const runs = this.runs?.map(({ source, name }) => ({ ...source, tag: name })) ?? found.runs;
      const record = await this.workbench.collections.keep({ ...found, runs }, this.name.trim());
      return () => surroundings.onKept(record, 1);
    }
    if (!target) return () => undefined;
    const { collection } = target;
    const sources = this.usable.map(({ source, name }) => ({ ...source, tag: name }));
    const fits = (this.fitting?.items.length ?? 0) > 0;
    const runs = sources.length > 0 ? await this.workbench.runs.addExternal(collection.id, sources) : null;
    const supplied = fits ? await this.workbench.collections.addSupplied(collection.id, found.supplied ?? []) : null;
    const clicks = this.#hasClicks(found) ? await this.#keepClicks(collection, found.clicks!) : null;
    const { keepAdditions } = await import('./additions');
    const { record, ...own } = await keepAdditions(this.workbench, target, found);
    return () =>
      surroundings.onAdded(collection, { runs, supplied, clicks, ...own, record: record ?? clicks?.record ?? null });
  }

  /** One after the other: what is stored stays where another one fails, and is not stored again. */
  async #storeTasks(context: TaskContext<never>): Promise<() => void> {
    const { tasks, surroundings } = this;
    const records: CollectionRecord[] = [];
    let failure: HitrateError | null = null;
    for (const [at, { task, name }] of tasks.entries()) {
      if (context.stop.aborted) break;
      this.storing = { name, at, all: tasks.length };
      const outcome = await this.#outcomeOf({ ...context, progress: () => undefined }, task);
      if (!outcome.ok) failure ??= new HitrateError('files-unfit', outcome);
      if (!outcome.ok || outcome.kind !== 'collection') continue;
      const record = await this.workbench.collections.keep(outcome, name.trim());
      records.push(record);
      surroundings.onStored(record);
      context.signal.throwIfAborted();
      this.#stored = [...this.#stored, task];
    }
    if (failure) throw failure;
    const [first] = records;
    return () => first && surroundings.onKept(first, records.length);
  }

  #hasClicks({ clicks }: ImportedRuns): boolean {
    return clicks !== undefined && !!this.target?.corpus && areClickChoices(this.clickChoices);
  }

  async #keepClicks({ id }: CollectionRecord, clicks: ImportedClicks): Promise<KeptClicks> {
    const { keepClicks } = await import('./made-of-clicks');
    return keepClicks(this.workbench, id, clicks, this.target?.corpus?.docs ?? [], this.clickChoices);
  }

  #groundOf(found: Found | null): RunGround | null {
    if (!found || found.kind === 'tasks') return null;
    if (found.kind === 'runs') return this.target?.ground ?? null;
    // The sets of a large collection are not built for nothing.
    return found.runs.length > 0 ? groundOf(found) : null;
  }

  #fittingOf(found: Found | null): Fitting | null {
    if (!found || found.kind === 'tasks') return null;
    const { supplied = [] } = found;
    if (!this.#fit || supplied.length === 0) return null;
    const { fitSupplied, groundOfTexts } = this.#fit;
    if (found.kind === 'runs') {
      const corpus = this.target?.corpus;
      return corpus ? fitSupplied(supplied, corpus) : null;
    }
    return fitSupplied(supplied, groundOfTexts(found.dataset));
  }
}

export const getImporting = provided(ImportState);
