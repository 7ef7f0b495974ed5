import { provided } from '../shared/context';
import type { ImportProgress, SourceFile } from '../../contract/workers';
import type { SuppliedHeader, CollectionRecord, RunHeader } from '../../contract/storage';
import type { Fitting, Ground } from '../../domain/dataset/supplied/fit';
import type { ImportedClicks, ImportedCollection, ImportedRuns, ImportOutcome } from '../../domain/dataset/outcome';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { IdDifference } from '../../domain/dataset/runs/ids-apart';
import { Intake } from '../shared/intake.svelte';
import type { TaskContext } from '../shared/task.svelte';
import { areClickChoices, CLICK_CHOICES } from './click-choices';
import type { Mappings } from '../../domain/dataset/roles/with-roles';
import { FieldRoles } from '../roles/field-roles.svelte';
import type { Preferences } from '../shared/preferences';
import { findRuns, groundOf, type RunGround } from './found-runs';
import type { KeptClicks } from './made-of-clicks';

type Found = ImportedCollection | ImportedRuns;

export interface RunTarget {
  readonly collection: CollectionRecord;
  readonly ground: RunGround | null;
  readonly corpus: Ground | null;
}

export interface AddedFiles {
  readonly runs: readonly RunHeader[] | null;
  readonly supplied: readonly SuppliedHeader[] | null;
  readonly clicks: KeptClicks | null;
}

export interface ImportSurroundings {
  target(): RunTarget | null;
  onRuns(): void;
  onKept(record: CollectionRecord): void;
  onAdded(collection: CollectionRecord, added: AddedFiles): void;
}

export class ImportState extends Intake<Found> {
  files = $state.raw<readonly SourceFile[]>([]);
  name = $state('');
  clickChoices = $state.raw(CLICK_CHOICES);
  names = $state.raw<Readonly<Record<number, string>>>({});
  /** What runs are compared with: their own collection or the open one; null until it is read, or without one. */
  readonly ground = $derived.by(() => this.#groundOf(this.found));
  readonly runs = $derived(this.found && this.ground ? findRuns(this.found.runs, this.ground, this.names) : null);
  readonly usable = $derived(this.runs?.filter(({ judged }) => judged > 0) ?? []);
  /** Of tables that no format knows. */
  readonly roles: FieldRoles;
  readonly fitting = $derived.by(() => this.#fittingOf(this.found));

  #match: IdDifference | undefined;
  /** Loaded with the first files: the first visit shows the sample. */
  #fit: typeof import('../../domain/dataset/supplied/fit') | null = null;

  constructor(
    private readonly workbench: WorkbenchPart<{
      collections: 'readFiles' | 'tables' | 'keep' | 'addSupplied';
      runs: 'addExternal' | 'readResults';
      questions: 'read' | 'save' | 'changeAutomaticJudges';
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
  /** Without which ids of the files would be the same. */
  get difference(): IdDifference | null {
    const told = this.refused?.problems ?? this.found?.warnings ?? [];
    const apart = told.map((each) =>
      each.code === 'ids-apart' ? each.data[0].without : each.code === 'judged-apart' ? each.data[1].without : null,
    );
    return apart.find((way) => way !== null) ?? null;
  }
  get ready(): boolean {
    if (this.phase !== 'preview') return false;
    if (this.runs?.some(({ nameProblem }) => nameProblem !== null)) return false;
    if (this.found?.kind === 'runs')
      return this.usable.length + (this.fitting?.items.length ?? 0) > 0 || this.#hasClicks(this.found);
    return this.name.trim() !== '';
  }

  /** @param match by what ids of documents may differ, where a person chose it */
  async read(files: readonly SourceFile[] | Promise<readonly SourceFile[]>, match?: IdDifference): Promise<void> {
    await this.begin(
      async (context) => {
        const gathered = await files;
        this.#fit = await import('../../domain/dataset/supplied/fit');
        context.signal.throwIfAborted();
        this.files = gathered;
        this.#match = match;
        if (gathered.length === 0) return null;
        return this.#outcomeOf(gathered, context);
      },
      (outcome) => outcome && this.#take(outcome),
    );
  }

  async chooseSplit(split: string): Promise<void> {
    const typed = this.found?.kind === 'collection' && this.name !== this.found.summary.name ? this.name : null;
    this.keeping.drop();
    await this.reading.run(
      (context) => this.#outcomeOf(this.files, { ...context, split }),
      (outcome) => this.#take(outcome),
    );
    if (typed !== null && this.phase === 'preview') this.name = typed;
  }

  /** Reads the files by the roles that a person has chosen. */
  async readByRoles(): Promise<void> {
    this.roles.accept();
    this.keeping.drop();
    this.refused = null;
    await this.reading.run(
      (context) => this.#outcomeOf(this.files, context),
      (outcome) => this.#take(outcome),
    );
  }

  async keep(): Promise<void> {
    await this.store(
      (found) => this.#store(found),
      (tell) => tell(),
    );
  }

  override discard(): void {
    super.discard();
    this.roles.take([]);
    this.files = [];
    this.clickChoices = CLICK_CHOICES;
    this.names = {};
  }

  rename(run: number, name: string): void {
    this.names = { ...this.names, [run]: name };
  }

  async #outcomeOf(
    files: readonly SourceFile[],
    context: TaskContext<ImportProgress> & { readonly split?: string },
  ): Promise<ImportOutcome> {
    const how = { match: this.#match, mappings: this.roles.mappings };
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

  #take(outcome: ImportOutcome): void {
    if (outcome.ok) {
      this.found = outcome;
      this.name = outcome.kind === 'collection' ? outcome.summary.name : '';
      if (outcome.kind === 'runs') this.surroundings.onRuns();
    } else {
      this.found = null;
      this.refused = outcome;
    }
  }

  async #store(found: Found): Promise<() => void> {
    const { target, surroundings } = this;
    if (found.kind === 'collection') {
      const runs = this.runs?.map(({ source, name }) => ({ ...source, tag: name })) ?? found.runs;
      const record = await this.workbench.collections.keep({ ...found, runs }, this.name.trim());
      return () => surroundings.onKept(record);
    }
    if (!target) return () => undefined;
    const { collection } = target;
    const sources = this.usable.map(({ source, name }) => ({ ...source, tag: name }));
    const fits = (this.fitting?.items.length ?? 0) > 0;
    const runs = sources.length > 0 ? await this.workbench.runs.addExternal(collection.id, sources) : null;
    const supplied = fits ? await this.workbench.collections.addSupplied(collection.id, found.supplied ?? []) : null;
    const clicks = this.#hasClicks(found) ? await this.#keepClicks(collection, found.clicks!) : null;
    return () => surroundings.onAdded(collection, { runs, supplied, clicks });
  }

  #hasClicks({ clicks }: ImportedRuns): boolean {
    return clicks !== undefined && !!this.target?.corpus && areClickChoices(this.clickChoices);
  }

  async #keepClicks({ id }: CollectionRecord, clicks: ImportedClicks): Promise<KeptClicks> {
    const { keepClicks } = await import('./made-of-clicks');
    return keepClicks(this.workbench, id, clicks, this.target?.corpus?.docs ?? [], this.clickChoices);
  }

  #groundOf(found: Found | null): RunGround | null {
    if (!found) return null;
    if (found.kind === 'runs') return this.target?.ground ?? null;
    // The sets of a large collection are not built for nothing.
    return found.runs.length > 0 ? groundOf(found) : null;
  }

  #fittingOf(found: Found | null): Fitting | null {
    const supplied = found?.supplied ?? [];
    if (!found || !this.#fit || supplied.length === 0) return null;
    const { fitSupplied, groundOfTexts } = this.#fit;
    if (found.kind === 'runs') {
      const corpus = this.target?.corpus;
      return corpus ? fitSupplied(supplied, corpus) : null;
    }
    return fitSupplied(supplied, groundOfTexts(found.dataset));
  }
}

/** Files of which nobody knows what they are. */
export const leftOver = (outcome: ImportOutcome): readonly string[] =>
  (outcome.ok ? outcome.warnings : outcome.problems).flatMap((found) =>
    found.code === 'unused-files' || found.code === 'unrecognised-files' ? found.data[0] : [],
  );

export const getImporting = provided(ImportState);
