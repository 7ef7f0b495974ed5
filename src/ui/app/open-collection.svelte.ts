import type { CollectionRecord } from '../../contract/storage';
import type { Workbench } from '../../engine/workbench';
import { CorpusState, setCorpus } from '../documents/corpus.svelte';
import { EstimateState, setEstimate } from '../evaluate/estimate.svelte';
import { RewritingState, setRewriting } from '../evaluate/rewriting.svelte';
import type { RunningState } from '../evaluate/running.svelte';
import { takenNames } from '../importing/found-runs';
import type { RunTarget } from '../importing/importing.svelte';
import { RunsState, setRuns } from '../importing/runs.svelte';
import { setSupplied, SuppliedState } from '../importing/supplied.svelte';
import { JudgingState, setJudging } from '../judge/judging.svelte';
import { LabState, setLab } from '../lab/lab.svelte';
import type { ModelsState } from '../models/models.svelte';
import { QuestionSourcesState, setQuestionSources } from '../questions/question-sources.svelte';
import { QuestionsState, setQuestions } from '../questions/questions.svelte';
import type { ComparisonState } from '../results/comparison.svelte';
import { ExportingState, setExporting } from '../results/exporting.svelte';
import { RelevanceState, setRelevance } from '../results/relevance-state.svelte';
import { ResultsState, setResults } from '../results/results-state.svelte';
import { ResultsView, setResultsView } from '../results/results-view.svelte';
import { ComposingState, setComposing } from '../settings/composing.svelte';
import { fieldNames } from '../settings/metadata-editing';
import { setSettings, SettingsState } from '../settings/settings.svelte';
import type { Available } from '../settings/settings-draft';
import type { Page } from '../shared/page.svelte';
import type { Preferences } from '../shared/preferences';
import { AnsweringState, setAnswering } from '../try/answering.svelte';
import { setTrying, TryingState } from '../try/trying.svelte';
import type { CollectionsState } from './collections.svelte';

export interface Surroundings {
  readonly workbench: Workbench;
  readonly preferences: Preferences;
  readonly page: Page;
  readonly collections: CollectionsState;
  readonly models: ModelsState;
  readonly running: RunningState;
  readonly comparison: ComparisonState;
}

/** A collection while it is open, and all state of it. Closing it ends its work. */
export class OpenCollection {
  readonly id: string;
  readonly corpus: CorpusState;
  readonly runs: RunsState;
  readonly supplied: SuppliedState;
  readonly settings: SettingsState;
  readonly composing: ComposingState;
  readonly estimate: EstimateState;
  readonly rewriting: RewritingState;
  readonly results: ResultsState;
  readonly view = new ResultsView();
  readonly exporting: ExportingState;
  readonly relevance: RelevanceState;
  readonly lab: LabState;
  readonly trying: TryingState;
  readonly answering: AnsweringState;
  readonly judging: JudgingState;
  readonly questions: QuestionsState;
  readonly questionSources: QuestionSourcesState;
  readonly #closing = new AbortController();

  /** @param before the collection that was open: choices that belong to no collection are kept */
  constructor(
    private readonly app: Surroundings,
    private readonly opened: CollectionRecord,
    before: OpenCollection | null,
  ) {
    const { workbench, preferences, page, models, running, comparison } = app;
    const { signal } = this.#closing;
    const { id } = opened;
    this.id = id;
    this.corpus = new CorpusState(workbench, () => this.record, signal);
    this.runs = new RunsState(workbench, id, preferences, page, signal);
    this.supplied = new SuppliedState(workbench, id, page, signal);
    this.settings = new SettingsState(
      () => models.cards,
      preferences,
      () => this.available,
      id,
      before?.settings,
    );
    // An experiment from a file may name a run that is left out here.
    const sources = () => this.available && { ...this.available, runs: this.runs.all ?? [] };
    this.composing = new ComposingState(this.settings, sources, page, signal);
    this.estimate = new EstimateState(workbench, id, signal);
    this.results = new ResultsState(workbench, id, () => running.preview(id), signal);
    this.exporting = new ExportingState(workbench, comparison, signal);
    this.relevance = new RelevanceState(workbench, signal);
    this.lab = new LabState(workbench, signal);
    const onJudged = (record: CollectionRecord): Promise<void> => this.questionsAdded(record);
    this.judging = new JudgingState(workbench, id, (record) => void onJudged(record), signal);
    this.trying = new TryingState(workbench, id, preferences, (record) => void onJudged(record), signal);
    this.answering = new AnsweringState(workbench.models.writing, id, signal);
    this.rewriting = new RewritingState(
      workbench.models.writing,
      id,
      (all) => {
        page.announce(
          this.supplied.take(all) > 0 ? 'The rewrites are written and kept.' : 'The same rewrites are here already.',
        );
        void page.refreshStorage();
      },
      signal,
      before?.rewriting.choices,
    );
    this.questions = new QuestionsState(workbench, id, (record) => void this.#questionsSaved(record), signal);
    this.questionSources = new QuestionSourcesState(
      workbench,
      this.corpus,
      { unsaved: () => this.questions.changed, onAdded: onJudged },
      signal,
      before?.questionSources.choices,
    );
  }

  /** The current record; the last one where the collection is deleted. */
  get record(): CollectionRecord {
    return this.app.collections.records.find(({ id }) => id === this.id) ?? this.opened;
  }

  /** What can be evaluated; null while runs and supplied files are read. */
  get available(): Available | null {
    const { record, runs, supplied } = this;
    if (!runs.all || !supplied.all) return null;
    return {
      documents: record.counts.docs > 0,
      files: record.documents !== undefined,
      languages: record.summary.languages,
      runs: runs.chosen,
      leftOut: runs.all.length - runs.chosen.length,
      supplied: supplied.all,
      fields: fieldNames(record),
    };
  }

  /** What runs from files are compared with. */
  get runTarget(): RunTarget {
    const { record, runs } = this;
    const { judged, docs, docsById, questions } = this.corpus;
    const passages = record.counts.docs > 0 ? docsById : null;
    const ground = judged && { judged, docs: passages, taken: takenNames(record.counts.docs, runs.all ?? []) };
    const ids = docs && questions && { docs: docs.map(({ id }) => id), queries: questions.queries };
    return { collection: record, ground, corpus: ids };
  }

  /** Reads all but the documents, which are read on demand. */
  async load(): Promise<void> {
    const { corpus, results, runs, supplied } = this;
    await Promise.all([results.refresh(), corpus.refreshQuestions(), runs.refresh(), supplied.refresh()]);
    this.questions.load(corpus.questions);
  }

  /** Ends all work, and waits until nothing writes to the collection any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    const tasks = [this.trying.asking, this.rewriting.writing, this.answering.writing];
    await Promise.all(tasks.map((task) => task.idle()));
  }

  refreshEstimate(): void {
    this.estimate.refresh(this.settings.spec);
  }

  /** Questions or judgments were added outside the editor, which is updated unless it holds a draft. */
  async questionsAdded(record: CollectionRecord): Promise<void> {
    await this.#questionsSaved(record);
    if (!this.questions.changed) this.questions.load(this.corpus.questions);
  }

  /** Sets the contexts of the components below; called while a component is made. */
  provide(): void {
    setCorpus(this.corpus);
    setRuns(this.runs);
    setSupplied(this.supplied);
    setSettings(this.settings);
    setComposing(this.composing);
    setEstimate(this.estimate);
    setRewriting(this.rewriting);
    setResults(this.results);
    setResultsView(this.view);
    setExporting(this.exporting);
    setRelevance(this.relevance);
    setLab(this.lab);
    setTrying(this.trying);
    setAnswering(this.answering);
    setJudging(this.judging);
    setQuestions(this.questions);
    setQuestionSources(this.questionSources);
  }

  async #questionsSaved(record: CollectionRecord): Promise<void> {
    this.app.collections.put(record);
    this.app.page.announce('Questions are saved.');
    await this.corpus.refreshQuestions();
  }
}
