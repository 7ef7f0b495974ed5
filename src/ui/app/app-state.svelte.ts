import { provide, provided, setWorkbench } from '../shared/context';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { Template } from '../../domain/experiment/templates';
import type { Workbench } from '../../workbench/workbench';
import { ChunkingsState } from '../documents/chunkings.svelte';
import { DocumentsState, RefreshState } from '../documents/documents.svelte';
import { RunningState } from '../evaluate/running.svelte';
import { type AddedFiles, ImportState } from '../importing/importing.svelte';
import { ModelsState } from '../models/models.svelte';
import { ComparisonState, LearnedState } from '../results/comparison.svelte';
import { counted } from '../shared/format';
import { NEW_RUN, RUNNING, runInAddress, type Screen } from '../shared/navigation/address';
import { type AddressBar, Navigation, type Target } from '../shared/navigation/navigation.svelte';
import { Page } from '../shared/page.svelte';
import { browserPreferences, type Preferences } from '../shared/preferences';
import { OpeningState } from '../workspace/opening.svelte';
import { SavingState } from '../workspace/saving.svelte';
import { WritersState } from '../writing/writers.svelte';
import { CollectionsState, Deletion } from './collections.svelte';
import { followAddress } from './follow-address';
import { OpenCollection } from './open-collection.svelte';

const SETTINGS: Target = { screen: 'runs', view: NEW_RUN };

export class AppState {
  readonly page: Page;
  readonly navigation: Navigation;
  readonly collections: CollectionsState;
  readonly importing: ImportState;
  readonly documents: DocumentsState;
  readonly opening: OpeningState;
  readonly saving: SavingState;
  readonly refreshing: RefreshState;
  readonly models: ModelsState;
  readonly writers: WritersState;
  readonly running: RunningState;
  readonly comparison: ComparisonState;
  readonly chunkings: ChunkingsState;
  readonly learned: LearnedState;
  readonly deletion: Deletion;
  current = $state.raw<OpenCollection | null>(null);
  /** The collection that is opened once unsaved changes are discarded. */
  waiting = $state<string | null>(null);
  /** Where a run was started. */
  #before: Target = SETTINGS;

  constructor(
    readonly workbench: Workbench,
    readonly preferences: Preferences = browserPreferences,
    addressBar?: AddressBar,
  ) {
    this.page = new Page(workbench);
    this.navigation = new Navigation(addressBar);
    this.collections = new CollectionsState(workbench);
    this.deletion = new Deletion({
      preferences,
      remove: async (id) => {
        await this.collections.remove(id);
        await this.page.refreshStorage();
      },
    });
    this.models = new ModelsState(workbench.models, () => this.current?.work?.refreshEstimate());
    this.writers = new WritersState(() => this.models.cards, preferences);
    this.comparison = new ComparisonState(workbench);
    this.chunkings = new ChunkingsState(workbench);
    this.learned = new LearnedState(workbench);
    const surroundings = {
      target: () => this.current?.runTarget ?? null,
      onRuns: () => void this.current?.corpus.needDocs(),
      onStored: (record: CollectionRecord) => this.collections.put(record),
      onKept: (record: CollectionRecord, all: number) => this.#kept(record, 'data', all),
      onAdded: (collection: CollectionRecord, added: AddedFiles) => void this.#added(collection, added),
    };
    this.importing = new ImportState(workbench, surroundings, preferences);
    this.documents = new DocumentsState(workbench, preferences, (record) => this.#kept(record, 'data'));
    this.opening = new OpeningState(workbench, preferences, (record) => this.#kept(record));
    this.saving = new SavingState(workbench, preferences, ({ name }) => this.page.announce(`${name} is saved.`));
    this.refreshing = new RefreshState(workbench, (record) => void this.#replaced(record));
    this.running = new RunningState(workbench, preferences, (collection, result) => {
      const end = this.running.task.cancelled ? 'was cancelled' : 'failed';
      this.page.announce(
        result ? `The run of ${collection.name} is complete.` : `The run of ${collection.name} ${end}.`,
      );
      void this.page.refreshStorage();
      const open = this.#openOf(collection);
      if (result) open?.results.take(result);
      if (open && this.navigation.address.collection === open.id) this.#showEnd(result);
      this.current?.work?.refreshEstimate();
      // The run has read what other tabs judged, too.
      void open?.corpus.refreshQuestions();
    });
  }

  async start(): Promise<void> {
    await this.page.attempt(() => this.deletion.finishEarlier());
    await this.collections.load();
    const last = this.preferences.read('collection');
    const known = this.navigation.blank && this.collections.records.find(({ id }) => id === last);
    const opening = known ? this.open(known.id, undefined, 'replace') : followAddress(this);
    await Promise.all([opening, this.page.refreshStorage(), this.running.findInterrupted()]);
  }

  /** Opens a collection, or sets {@link waiting} if changes would be lost. @param screen findings or data if absent */
  async open(id: string, screen?: Screen, how: 'push' | 'replace' = 'push'): Promise<void> {
    if (id !== this.current?.id) {
      if (this.current?.unsaved) {
        this.waiting = id;
        return;
      }
      await this.openNow(id);
    }
    if (this.current?.id !== id) return;
    const landing = this.current.results.all?.length ? 'findings' : 'data';
    this.navigation.go({ collection: id, run: null, screen: screen ?? landing }, how);
    await followAddress(this);
  }

  async giveUpChanges(): Promise<void> {
    const id = this.waiting;
    this.waiting = null;
    if (id === null) return;
    await this.openNow(id);
    await this.open(id);
  }

  /** Opens the bundled sample at its findings; its collection is restored where it was deleted. */
  seeSample(): Promise<void> {
    return this.page.attempt(async () => {
      await this.deletion.finish();
      const { id } = await this.collections.addSample('openSample');
      // Where it is open already its result may have come just now.
      if (this.current?.id === id) await this.current.results.refresh();
      await this.open(id);
    });
  }

  runOnSample(template?: Template): Promise<void> {
    return this.page.attempt(async () => {
      const { TEMPLATES } = await import('../../domain/experiment/templates');
      const record = await this.collections.addSample('documentsSample');
      const { id } = record;
      await this.open(id);
      // Another collection stays open while changes of it wait for the person.
      if (this.current?.id !== id) return;
      const { settings } = await this.current.needWork();
      if (this.current.work?.settings !== settings) return;
      settings.useTemplate(template ?? TEMPLATES.find(({ sample }) => sample)!, record);
      this.evaluate();
    });
  }

  rename(name: string): Promise<void> {
    const record = this.current?.record;
    if (!record || name.trim() === '' || name.trim() === record.name) return Promise.resolve();
    return this.page.attempt(() => this.collections.rename(record.id, name.trim()));
  }

  async undoDeletion(): Promise<void> {
    const record = this.deletion.undo();
    if (!record) return;
    this.collections.put(record);
    await this.open(record.id);
  }

  async remove(): Promise<void> {
    const { current } = this;
    if (!current) return;
    const { id, record } = current;
    await this.page.attempt(async () => {
      await this.end(id);
      await this.deletion.begin(record);
      this.collections.drop(id);
      this.page.announce(`${record.name} is deleted. You can undo this for ten seconds.`);
    });
    // Whatever was opened meanwhile stays open.
    if (this.current !== current) return;
    const [next] = this.collections.records;
    await this.openNow(null);
    if (next) await this.open(next.id);
    else this.navigation.go({ collection: null });
  }

  async end(id: string): Promise<void> {
    await Promise.all([this.running.stop(id), this.current?.id === id && this.current.close()]);
  }

  rerun(): void {
    const { current } = this;
    const spec = current?.results.shown?.spec;
    if (current && spec) this.#run(current.record, () => Promise.resolve(spec));
  }

  async continueRun(): Promise<void> {
    const { interrupted } = this.running;
    const record = this.collections.records.find(({ id }) => id === interrupted?.collection);
    if (!interrupted || !record) return this.running.forgetInterrupted();
    await this.open(record.id);
    // Another collection stays open while changes of it wait for the person.
    if (this.current?.id !== record.id) return;
    this.#run(record, () => Promise.resolve(interrupted.spec));
  }

  /** @param wanted the standard systems, or what is set, of which there may be an estimate */
  evaluate(wanted: 'standard' | 'spec' = 'spec'): void {
    const { current, models } = this;
    if (!current?.work) return;
    const { settings, estimate } = current.work;
    const { [wanted]: spec, measures, opened } = settings;
    if (!spec) return;
    // What was set when it was clicked: while devices are measured another collection may be opened, or a model deleted.
    const asItIs = !measures || (wanted === 'spec' && opened);
    const expected = wanted === 'spec' ? estimate.value : null;
    this.#run(current.record, async (context) => (asItIs ? spec : models.measured(spec, context)), expected);
  }

  #run(...begun: Parameters<RunningState['start']>): void {
    if (this.running.busy) return;
    void this.running.start(...begun);
    this.#before = this.navigation.withoutDrawer;
    this.navigation.go({ screen: 'findings', run: RUNNING });
    void followAddress(this);
  }

  /** Opens a collection and discards unsaved changes; null for none. */
  async openNow(id: string | null): Promise<void> {
    void this.current?.close();
    this.preferences.write('collection', id);
    if (!this.running.busy) this.running.task.forget();
    const record = this.collections.records.find((each) => each.id === id);
    const current = record ? new OpenCollection(this, record) : null;
    this.current = current;
    await current?.load();
  }

  async reopen(): Promise<void> {
    await this.openNow(this.current?.id ?? null);
    await followAddress(this);
  }

  provide(): void {
    setWorkbench(this.workbench);
    provide({ app: this, ...this });
  }

  #openOf({ id }: CollectionRecord): OpenCollection | null {
    return this.current?.id === id ? this.current : null;
  }

  /** @param screen what is shown of it; its findings where it has any, else its data */
  #kept(record: CollectionRecord, screen?: Screen, all = 1): void {
    this.collections.put(record);
    this.page.announce(all === 1 ? `${record.name} is added.` : `${counted(all, 'collection')} are added.`);
    void this.open(record.id, screen);
    void this.page.refreshStorage();
  }

  async #replaced(record: CollectionRecord): Promise<void> {
    this.collections.put(record);
    this.page.announce(`The documents of ${record.name} are up to date.`);
    if (this.#openOf(record)) await this.reopen();
    await this.page.refreshStorage();
  }

  async #added(collection: CollectionRecord, { runs, supplied, clicks, record, ...own }: AddedFiles): Promise<void> {
    const open = this.#openOf(collection);
    const added = (runs && open?.runs.take(runs)) ?? 0;
    const files = (supplied && open?.supplied.take(supplied)) ?? 0;
    // At once: once they are read, the person may have opened something else.
    if (runs || supplied) this.navigation.go(this.navigation.newRun);
    else if (own.judgments > 0) this.navigation.go({ screen: 'data', part: 'judges' });
    else if (own.questions > 0) this.navigation.go({ screen: 'data', part: 'questions' });
    if (record) await open?.questionsAdded(record);
    if (clicks) void open?.work?.automaticJudges.refresh();
    const what = [
      counted(added, 'run'),
      counted(files, 'file'),
      counted(own.questions + (clicks?.questions ?? 0), 'question'),
      counted(own.judgments, 'judgment'),
      counted(clicks?.judgments ?? 0, 'implicit judgment'),
    ]
      .filter((text) => !text.startsWith('0 '))
      .join(', ');
    this.page.announce(
      what === '' ? `All of it was in ${collection.name} already.` : `Added to ${collection.name}: ${what}.`,
    );
    void this.page.refreshStorage();
  }

  /**
   * Shows the result to whoever waits for it. Who cancels is again where the run was started; why one failed is said
   * beside the settings.
   */
  #showEnd(result: ResultRecord | null): void {
    const { run, part, view } = this.navigation.address;
    // What the person opened over the run, or chose of it, stays.
    if (run === RUNNING)
      this.navigation.go(
        result ? { run: runInAddress(result.key), part, view } : this.running.task.cancelled ? this.#before : SETTINGS,
        'replace',
      );
    void followAddress(this);
  }
}

export const getApp = provided(AppState);
