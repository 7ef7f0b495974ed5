import { createContext } from 'svelte';
import type { CollectionRecord } from '../../contract/storage';
import type { Template } from '../../domain/experiment/templates';
import type { Workbench } from '../../engine/workbench';
import { ChunkingsState, setChunkings } from '../documents/chunkings.svelte';
import { DocumentsState, setDocuments } from '../documents/documents.svelte';
import { RefreshState, setRefreshing } from '../documents/refreshing.svelte';
import { RunningState, setRunning } from '../evaluate/running.svelte';
import { type AddedFiles, ImportState, setImporting } from '../importing/importing.svelte';
import { ModelsState, setModels } from '../models/models.svelte';
import { ComparisonState, setComparison } from '../results/comparison.svelte';
import { LearnedState, setLearned } from '../results/learned-reports.svelte';
import { counted } from '../shared/format';
import { Page, setPage } from '../shared/page.svelte';
import { browserPreferences, type Preferences } from '../shared/preferences';
import { setWriters, WritersState } from '../writing/writers.svelte';
import { CollectionsState } from './collections.svelte';
import { OpenCollection } from './open-collection.svelte';

/** What lives as long as the page: the open collection, and work that does not depend on which is open. */
export class AppState {
  readonly page: Page;
  readonly collections: CollectionsState;
  readonly importing: ImportState;
  readonly documents: DocumentsState;
  readonly refreshing: RefreshState;
  readonly models: ModelsState;
  readonly writers: WritersState;
  readonly running: RunningState;
  readonly comparison: ComparisonState;
  readonly chunkings: ChunkingsState;
  readonly learned: LearnedState;
  current = $state.raw<OpenCollection | null>(null);
  /** The collection that is opened once unsaved changes are discarded. */
  waiting = $state<string | null>(null);

  constructor(
    readonly workbench: Workbench,
    readonly preferences: Preferences = browserPreferences,
  ) {
    this.page = new Page(workbench);
    this.collections = new CollectionsState(workbench);
    this.models = new ModelsState(workbench.models, () => this.current?.refreshEstimate());
    this.writers = new WritersState(() => this.models.cards, preferences);
    this.comparison = new ComparisonState(workbench);
    this.chunkings = new ChunkingsState(workbench);
    this.learned = new LearnedState(workbench);
    this.importing = new ImportState(workbench, {
      target: () => this.current?.runTarget ?? null,
      onRuns: () => void this.current?.corpus.needDocs(),
      onKept: (record) => this.#kept(record),
      onAdded: (collection, added) => this.#added(collection, added),
    });
    this.documents = new DocumentsState(workbench, (record) => this.#kept(record));
    this.refreshing = new RefreshState(workbench, (record) => void this.#replaced(record));
    this.running = new RunningState(workbench, (collection, result) => {
      const end = this.running.task.cancelled ? 'was cancelled' : 'did not work';
      this.page.announce(result ? `${collection.name} is evaluated.` : `The evaluation of ${collection.name} ${end}.`);
      void this.page.refreshStorage();
      const open = this.#openOf(collection);
      if (result) open?.results.take(result);
      this.current?.refreshEstimate();
      // The run has read what other tabs judged, too.
      void open?.corpus.refreshQuestions();
    });
  }

  async start(): Promise<void> {
    await this.collections.load();
    const { records } = this.collections;
    const first = records.find(({ id }) => id === this.preferences.read('collection')) ?? records[0];
    await Promise.all([this.openNow(first?.id ?? null), this.page.refreshStorage()]);
  }

  /** Opens a collection, unless changes would be lost: then {@link waiting} is set. */
  async open(id: string): Promise<void> {
    if (id === this.current?.id) return;
    if (this.current?.questions.changed) this.waiting = id;
    else await this.openNow(id);
  }

  async giveUpChanges(): Promise<void> {
    const id = this.waiting;
    this.waiting = null;
    if (id !== null) await this.openNow(id);
  }

  restoreSample(): Promise<void> {
    return this.page.attempt(async () => this.openNow((await this.collections.addSample('restoreSample')).id));
  }

  /** Opens the bundled documents, sets a template made for them, and evaluates. */
  runOnSample(template: Template): Promise<void> {
    return this.page.attempt(async () => {
      const { id, counts, summary } = await this.collections.addSample('documentsSample');
      await this.open(id);
      // Another collection stays open while changes of it wait for the person.
      if (this.current?.id !== id) return;
      this.current.settings.useTemplate(template, { docs: counts.docs, languages: summary.languages });
      this.page.tab = 'evaluate';
      this.evaluate();
    });
  }

  rename(name: string): Promise<void> {
    const record = this.current?.record;
    if (!record || name.trim() === '' || name.trim() === record.name) return Promise.resolve();
    return this.page.attempt(() => this.collections.rename(record.id, name.trim()));
  }

  /** Deletes the open collection with all that was computed from it, and opens the first that is left. */
  async remove(): Promise<void> {
    const { current } = this;
    if (!current) return;
    const { id, record } = current;
    await this.page.attempt(async () => {
      await this.end(id);
      await this.collections.remove(id);
      this.page.announce(`${record.name} is deleted.`);
      await this.page.refreshStorage();
    });
    const { records } = this.collections;
    // Whatever was opened meanwhile stays open.
    if (this.current === current)
      await this.openNow((records.find((each) => each.id === id) ?? records[0])?.id ?? null);
  }

  /** Ends all work on a collection, and waits until nothing writes to it any more. */
  async end(id: string): Promise<void> {
    await Promise.all([this.running.stop(id), this.current?.id === id && this.current.close()]);
  }

  evaluate(): void {
    const { current, models } = this;
    if (!current?.settings.spec) return;
    const { spec, measures } = current.settings;
    // What was set when it was clicked: while devices are measured another collection may be opened, or a model deleted.
    void this.running.start(current.record, async (context) => (measures ? models.measured(spec, context) : spec));
  }

  /** Opens a collection and discards unsaved changes; null for none. */
  async openNow(id: string | null): Promise<void> {
    const { current: before, page } = this;
    void before?.close();
    this.preferences.write('collection', id);
    if (!this.running.busy) this.running.task.forget();
    const record = this.collections.records.find((each) => each.id === id);
    const current = record ? new OpenCollection(this, record, before) : null;
    this.current = current;
    if (!current) page.tab = 'evaluate';
    await current?.load();
  }

  /** Sets the contexts of the components below; called while a component is made. */
  provide(): void {
    setApp(this);
    setPage(this.page);
    setImporting(this.importing);
    setDocuments(this.documents);
    setRefreshing(this.refreshing);
    setModels(this.models);
    setWriters(this.writers);
    setRunning(this.running);
    setComparison(this.comparison);
    setChunkings(this.chunkings);
    setLearned(this.learned);
  }

  /** Null where another collection is open. */
  #openOf({ id }: CollectionRecord): OpenCollection | null {
    return this.current?.id === id ? this.current : null;
  }

  #kept(record: CollectionRecord): void {
    this.collections.put(record);
    this.page.announce(`${record.name} is added.`);
    this.page.tab = 'evaluate';
    void this.open(record.id);
    void this.page.refreshStorage();
  }

  async #replaced(record: CollectionRecord): Promise<void> {
    this.collections.put(record);
    this.page.announce(`The documents of ${record.name} are up to date.`);
    if (this.#openOf(record)) await this.openNow(record.id);
    await this.page.refreshStorage();
  }

  #added(collection: CollectionRecord, { runs, supplied }: AddedFiles): void {
    const open = this.#openOf(collection);
    const added = (runs && open?.runs.take(runs)) ?? 0;
    const files = (supplied && open?.supplied.take(supplied)) ?? 0;
    const what = [counted(added, 'run'), counted(files, 'file')].filter((text) => !text.startsWith('0 ')).join(', ');
    this.page.announce(
      what === '' ? `All of it was in ${collection.name} already.` : `Added to ${collection.name}: ${what}.`,
    );
    this.page.tab = 'evaluate';
    void this.page.refreshStorage();
  }
}

const [getApp, setApp] = createContext<AppState>();
export { getApp };
