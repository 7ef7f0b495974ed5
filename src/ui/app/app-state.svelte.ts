import { createContext } from 'svelte';
import type { SuppliedHeader, CollectionRecord, RunHeader } from '../../contract/storage';
import type { Workbench } from '../../engine/workbench';
import type { Template } from '../../domain/experiment/templates';
import { availableOf, runTargetOf } from './available';
import { SuppliedState } from '../evaluate/supplied.svelte';
import { ChunkingsState } from '../documents/chunkings.svelte';
import { CollectionsState } from './collections.svelte';
import { ComposingState } from '../evaluate/composing.svelte';
import { ComparisonState } from '../results/comparison.svelte';
import { CorpusState } from '../documents/corpus.svelte';
import { DocumentsState } from '../documents/documents.svelte';
import { EvaluationState } from '../evaluate/evaluation.svelte';
import { ExportingState } from '../results/exporting.svelte';
import { counted } from '../shared/format';
import { failureOf, type Failure } from '../shared/failure';
import { JudgingState } from '../judge/judging.svelte';
import { LearnedState } from '../results/learned-reports.svelte';
import { type Added, ImportState } from '../importing/importing.svelte';
import { browserPreferences, type Preferences } from '../shared/preferences';
import { LabState } from '../lab/lab.svelte';
import { ModelsState } from '../models/models.svelte';
import { QuestionSourcesState } from '../questions/question-sources.svelte';
import { QuestionsState } from '../questions/questions.svelte';
import { ReadingState } from '../results/results-view.svelte';
import { RefreshState } from '../documents/refreshing.svelte';
import { RelevanceState } from '../results/relevance-state.svelte';
import { runOnSample } from './run-on-sample';
import { RunsState } from '../evaluate/runs.svelte';
import { SettingsState } from '../settings/settings.svelte';
import { TryingState } from '../try/trying.svelte';
import { WritingState } from './writing.svelte';

export const TABS = ['evaluate', 'lab', 'try', 'judge', 'questions', 'documents'] as const;
export type Tab = (typeof TABS)[number];

type Storage = Awaited<ReturnType<Workbench['collections']['usage']>>;

/** Ties the states together: what opening, keeping, saving and deleting a collection means for each of them. */
export class AppState {
  readonly collections: CollectionsState;
  readonly importing: ImportState;
  readonly documents: DocumentsState;
  readonly refreshing: RefreshState;
  readonly corpus: CorpusState;
  readonly runs: RunsState;
  readonly supplied: SuppliedState;
  readonly models: ModelsState;
  readonly settings: SettingsState;
  readonly composing: ComposingState;
  readonly chunkings: ChunkingsState;
  readonly evaluation: EvaluationState;
  readonly questions: QuestionsState;
  readonly questionSources: QuestionSourcesState;
  readonly comparison: ComparisonState;
  readonly exporting: ExportingState;
  readonly learned: LearnedState;
  readonly relevance: RelevanceState;
  readonly lab: LabState;
  readonly trying: TryingState;
  readonly judging: JudgingState;
  readonly writing: WritingState;

  #tab = $state<Tab>('evaluate');
  #reading = $state.raw(new ReadingState());
  #storage = $state.raw<Storage | null>(null);
  #notice = $state.raw<Failure | null>(null);
  #announcement = $state('');
  /** The collection that waits for the person to give up unsaved changes. */
  #waiting = $state<string | null>(null);

  constructor(
    private readonly workbench: Workbench,
    private readonly preferences: Preferences = browserPreferences,
  ) {
    this.collections = new CollectionsState(workbench);
    this.corpus = new CorpusState(workbench);
    this.runs = new RunsState(workbench, preferences);
    this.supplied = new SuppliedState(workbench);
    this.models = new ModelsState(workbench.models, () => this.refreshEstimate());
    this.settings = new SettingsState(
      () => this.models.cards,
      preferences,
      () => availableOf(this),
    );
    this.chunkings = new ChunkingsState(workbench);
    this.composing = new ComposingState(this.settings, {
      collection: () => this.collections.selected,
      // An experiment from a file may name a run that is left out here.
      sources: () => {
        const available = availableOf(this);
        return available && { ...available, runs: this.runs.all ?? [] };
      },
      onMade: (what) => {
        this.#tab = 'evaluate';
        this.announce(what);
      },
      onFailure: (error) => (this.#notice = failureOf(error)),
    });
    this.importing = new ImportState(workbench, {
      target: () => runTargetOf(this),
      onRuns: () => void this.corpus.needDocs(),
      onKept: (record) => this.#kept(record),
      onAdded: (collection, added) => this.#added(collection, added),
    });
    this.documents = new DocumentsState(workbench, (record) => this.#kept(record));
    this.refreshing = new RefreshState(workbench, (record) => void this.#replaced(record));
    this.evaluation = new EvaluationState(workbench, (collection, result) => {
      const end = this.evaluation.cancelled ? 'was cancelled' : 'did not work';
      this.announce(result ? `${collection.name} is evaluated.` : `The evaluation of ${collection.name} ${end}.`);
      void this.refreshStorage();
      this.refreshEstimate();
      // It has read what other tabs judged, too.
      if (this.collections.selected?.id === collection.id) void this.corpus.refreshQuestions();
    });
    this.questions = new QuestionsState(workbench, (record) => this.#saved(record));
    this.questionSources = new QuestionSourcesState(workbench, this.corpus, {
      collection: () => this.collections.selected,
      unsaved: () => this.questions.changed,
      onAdded: (record) => this.#questionAdded(record),
    });
    this.comparison = new ComparisonState(workbench);
    this.exporting = new ExportingState(workbench, this.comparison);
    this.learned = new LearnedState(workbench);
    this.relevance = new RelevanceState(workbench);
    this.lab = new LabState(workbench);
    this.judging = new JudgingState(workbench, (record) => void this.#questionAdded(record));
    this.writing = new WritingState(
      workbench.models.writing,
      () => this.models.cards,
      preferences,
      (collection, supplied) => this.#written(collection, supplied),
    );
    this.trying = new TryingState(workbench, preferences, (record) => void this.#questionAdded(record));
  }

  get tab(): Tab {
    return this.#tab;
  }
  /** How the results of the open collection are being read. */
  get reading(): ReadingState {
    return this.#reading;
  }
  get storage(): Storage | null {
    return this.#storage;
  }
  /** A failure that belongs to no part of the page. */
  get notice(): Failure | null {
    return this.#notice;
  }
  /** Told to screen readers. */
  get announcement(): string {
    return this.#announcement;
  }
  get waiting(): string | null {
    return this.#waiting;
  }

  async start(): Promise<void> {
    await this.collections.load();
    const { records } = this.collections;
    const first = records.find(({ id }) => id === this.preferences.read('collection')) ?? records[0];
    await Promise.all([this.openNow(first?.id ?? null), this.refreshStorage()]);
  }

  /** Opens a collection, unless changes would be lost: then {@link waiting} is set. */
  async open(id: string): Promise<void> {
    if (id === this.collections.selected?.id) return;
    if (this.questions.changed) this.#waiting = id;
    else await this.openNow(id);
  }

  async giveUpChanges(): Promise<void> {
    const id = this.#waiting;
    this.#waiting = null;
    if (id !== null) await this.openNow(id);
  }

  stay(): void {
    this.#waiting = null;
  }

  /** Brings the bundled sample back, and opens it. */
  restoreSample(): Promise<void> {
    return this.#try(async () => {
      const { id } = await this.collections.restoreSample();
      await this.openNow(id);
    });
  }

  /** Sets a template on the bundled documents that were made for it, and runs it. */
  runOnSample(template: Template): Promise<void> {
    return this.#try(() => runOnSample(this, template));
  }

  show(tab: Tab): void {
    this.#tab = tab;
    if (tab !== 'evaluate') void this.corpus.needDocs();
  }

  /** Throws away what was changed in the editor. */
  discardChanges(): void {
    this.questions.load(this.corpus.questions);
  }

  rename(name: string): Promise<void> {
    const record = this.collections.selected;
    if (!record || name.trim() === '' || name.trim() === record.name) return Promise.resolve();
    return this.#try(() => this.collections.rename(record.id, name.trim()));
  }

  /** Deletes the open collection with all that was computed from it, and opens the first that is left. */
  remove(): Promise<void> {
    const record = this.collections.selected;
    if (!record) return Promise.resolve();
    return this.#try(async () => {
      const tasks = [this.evaluation, this.trying, this.writing];
      await Promise.all(tasks.map((task) => task.stop(record.id)));
      await this.collections.remove(record.id);
      this.announce(`${record.name} is deleted.`);
      await this.openNow(this.collections.records[0]?.id ?? null);
      await this.refreshStorage();
    });
  }

  removeRun(run: RunHeader): Promise<void> {
    return this.#try(async () => {
      await this.runs.remove(run);
      this.announce(`${run.system} is removed.`);
      await this.refreshStorage();
    });
  }

  removeSupplied(file: SuppliedHeader): Promise<void> {
    return this.#try(async () => {
      await this.supplied.remove(file);
      this.announce(`${file.name} is removed.`);
      await this.refreshStorage();
    });
  }

  evaluate(): void {
    const { selected } = this.collections;
    const { spec, measures } = this.settings;
    if (!selected || !spec) return;
    // What was set when it was pressed: while devices are measured another collection may be opened, or a model deleted.
    void this.evaluation.run(selected, async (context) => (measures ? this.models.measured(spec, context) : spec));
  }

  refreshEstimate(): void {
    const { selected } = this.collections;
    if (selected) void this.evaluation.refreshEstimate(selected.id, this.settings.spec);
  }

  async refreshStorage(): Promise<void> {
    await this.#try(async () => {
      this.#storage = await this.workbench.collections.usage();
    });
  }

  announce(text: string): void {
    this.#announcement = text;
  }

  /** Tells of a failure that belongs to no part of the page, until it is dismissed by null. */
  notify(failure: Failure | null): void {
    this.#notice = failure;
  }

  /** Opens a collection whatever is unsaved; null where there is none. */
  async openNow(id: string | null): Promise<void> {
    this.collections.select(id);
    this.preferences.write('collection', id);
    this.questions.load(null);
    this.questionSources.close();
    this.settings.openCollection(id);
    this.#reading = new ReadingState();
    this.exporting.cancel();
    void this.lab.close();
    this.trying.open(id);
    this.writing.open(id);
    this.judging.open(id);
    if (this.#tab !== 'evaluate' && id === null) this.#tab = 'evaluate';
    await Promise.all([this.evaluation.open(id), this.corpus.open(id), this.runs.open(id), this.supplied.open(id)]);
    if (this.collections.selected?.id !== id) return;
    this.questions.load(this.corpus.questions);
    if (this.#tab !== 'evaluate') await this.corpus.needDocs();
  }

  #kept(record: CollectionRecord): void {
    this.collections.put(record);
    this.announce(`${record.name} is added.`);
    this.#tab = 'evaluate';
    void this.open(record.id);
    void this.refreshStorage();
  }

  /** Documents were read again: all that hangs on them is read anew. */
  async #replaced(record: CollectionRecord): Promise<void> {
    this.collections.put(record);
    this.announce(`The documents of ${record.name} are up to date.`);
    if (this.collections.selected?.id === record.id) await this.openNow(record.id);
    await this.refreshStorage();
  }

  #added(collection: CollectionRecord, { runs, supplied }: Added): void {
    const added = runs ? this.runs.take(collection.id, runs) : 0;
    const files = supplied ? this.supplied.take(collection.id, supplied) : 0;
    const what = [counted(added, 'run'), counted(files, 'file')].filter((text) => !text.startsWith('0 ')).join(', ');
    this.announce(
      what === '' ? `All of it was in ${collection.name} already.` : `Added to ${collection.name}: ${what}.`,
    );
    this.#tab = 'evaluate';
    void this.refreshStorage();
  }

  /** A model of this machine wrote rewrites. */
  #written(collection: string, supplied: readonly SuppliedHeader[]): void {
    const added = this.supplied.take(collection, supplied);
    this.announce(added > 0 ? 'The rewrites are written and kept.' : 'The same rewrites are here already.');
    void this.refreshStorage();
  }

  #saved(record: CollectionRecord): void {
    this.collections.put(record);
    this.announce('Questions are saved.');
    if (this.collections.selected?.id === record.id) void this.corpus.refreshQuestions();
  }

  /** Questions or judgments were added beside the editor, which shows what is kept unless it holds a draft. */
  async #questionAdded(record: CollectionRecord): Promise<void> {
    this.collections.put(record);
    this.announce('Questions are saved.');
    if (this.collections.selected?.id !== record.id) return;
    await this.corpus.refreshQuestions();
    if (!this.questions.changed) this.questions.load(this.corpus.questions);
  }

  async #try(task: () => Promise<unknown>): Promise<void> {
    try {
      await task();
    } catch (error) {
      this.#notice = failureOf(error);
    }
  }
}

export const [getApp, setApp] = createContext<AppState>();
