import { provide } from '../shared/context';
import type { CollectionRecord } from '../../contract/storage';
import { CorpusState } from '../documents/corpus.svelte';
import { FindingsState } from '../findings/findings-state.svelte';
import { type RunTarget, takenNames } from '../importing/found-runs';
import { RunNotesState } from '../runs/run-notes.svelte';
import { RunsState, SuppliedState } from '../importing/kept-files.svelte';
import { ResultsState, ResultsView } from '../results/results-state.svelte';
import { SystemColours } from '../shared/system-colours';
import type { CollectionWork, WorkOn } from './collection-work.svelte';
import type { Surroundings } from './collections.svelte';

export class OpenCollection implements WorkOn {
  readonly id: string;
  readonly corpus: CorpusState;
  readonly runs: RunsState;
  readonly runNotes: RunNotesState;
  readonly supplied: SuppliedState;
  readonly results: ResultsState;
  readonly view = new ResultsView();
  readonly colours: SystemColours;
  readonly findings: FindingsState;
  work = $state.raw<CollectionWork | null>(null);
  #loading: Promise<CollectionWork> | null = null;
  readonly #closing = new AbortController();

  constructor(
    private readonly app: Surroundings,
    private readonly opened: CollectionRecord,
  ) {
    const { workbench, preferences, page, running } = app;
    const { signal } = this.#closing;
    const { id } = opened;
    this.id = id;
    this.corpus = new CorpusState(workbench, () => this.record, signal);
    this.runs = new RunsState(workbench, id, preferences, page, signal);
    this.runNotes = new RunNotesState(workbench, id, signal);
    this.supplied = new SuppliedState(workbench, id, page, signal);
    this.colours = new SystemColours(preferences, id);
    this.findings = new FindingsState(workbench, id, preferences, signal);
    this.results = new ResultsState(workbench, id, () => running.preview(id), signal);
  }

  /** The current record; the last one where the collection is deleted. */
  get record(): CollectionRecord {
    return this.app.collections.records.find(({ id }) => id === this.id) ?? this.opened;
  }

  get unsaved(): boolean {
    return this.work?.questions.changed ?? false;
  }

  get runTarget(): RunTarget {
    const { record, runs } = this;
    const { judged, docs, docsById, questions } = this.corpus;
    const passages = record.counts.docs > 0 ? docsById : null;
    const ground = judged && { judged, docs: passages, taken: takenNames(record.counts.docs, runs.all ?? []) };
    const { queries, judgments } = questions ?? { queries: [], judgments: [] };
    const corpus =
      docs && docsById && questions
        ? { docs: docs.map(({ id }) => id), queries, texts: docs, docsById, judgments }
        : null;
    return { collection: record, ground, corpus, unsaved: this.unsaved };
  }

  async load(): Promise<void> {
    const { corpus, results, runs, supplied } = this;
    await Promise.all([
      results.refresh(),
      corpus.refreshQuestions(),
      runs.refresh(),
      supplied.refresh(),
      this.runNotes.read(),
    ]);
    this.work?.takeQuestions(corpus.questions);
  }

  /** What the screens besides the findings work with; loaded when it is first needed, and again after a failure. */
  needWork(): Promise<CollectionWork> {
    this.#loading ??= this.#loadWork().catch((error: unknown) => {
      this.#loading = null;
      throw error;
    });
    return this.#loading;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.work?.idle();
  }

  /** Questions or judgments were added outside the editor, which is updated unless it holds a draft. */
  async questionsAdded(record: CollectionRecord): Promise<void> {
    await this.questionsSaved(record);
    this.work?.takeQuestions(this.corpus.questions);
  }

  async questionsSaved(record: CollectionRecord): Promise<void> {
    this.app.collections.put(record);
    this.app.page.announce('Questions are saved.');
    await this.corpus.refreshQuestions();
  }

  provide(): void {
    provide(this);
  }

  async #loadWork(): Promise<CollectionWork> {
    const { CollectionWork } = await import('./collection-work.svelte');
    this.work = new CollectionWork(this.app, this, this.#closing.signal);
    return this.work;
  }
}
