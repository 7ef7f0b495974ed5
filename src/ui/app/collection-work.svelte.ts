import { provide } from '../shared/context';
import type { CollectionRecord, Questions } from '../../contract/storage';
import { BlindState } from '../blind/blind.svelte';
import { DiagnosisState } from '../diagnosis/diagnosis.svelte';
import type { CorpusState } from '../documents/corpus.svelte';
import { EstimateState } from '../evaluate/estimate.svelte';
import { RewritingState } from '../evaluate/rewriting.svelte';
import type { RunsState, SuppliedState } from '../importing/kept-files.svelte';
import { AutomaticJudgesState } from '../judge/automatic/automatic-judges.svelte';
import { JudgingState } from '../judge/judging.svelte';
import { LabState } from '../lab/lab.svelte';
import { QuestionSourcesState } from '../questions/question-sources.svelte';
import { QuestionsState } from '../questions/questions.svelte';
import { ExportingState } from '../results/exporting.svelte';
import { RelevanceState } from '../results/relevance-state.svelte';
import { LabelConcernsState } from '../label-concerns/label-concerns.svelte';
import { JudgesState } from '../several-judges/judges.svelte';
import { ComposingState } from '../settings/composing.svelte';
import { KeptSystemsState } from '../settings/kept-systems.svelte';
import { fieldNames } from '../settings/metadata-editing';
import { SettingsState } from '../settings/settings.svelte';
import type { Available } from '../settings/settings-draft';
import { AnsweringState, TryingState } from '../try/trying.svelte';
import type { Surroundings } from './collections.svelte';

export interface WorkOn {
  readonly id: string;
  readonly record: CollectionRecord;
  readonly corpus: CorpusState;
  readonly runs: RunsState;
  readonly supplied: SuppliedState;
  questionsAdded(record: CollectionRecord): Promise<void>;
  questionsSaved(record: CollectionRecord): Promise<void>;
}

/** What the screens other than Findings work with, loaded with the first of them. */
export class CollectionWork {
  readonly settings: SettingsState;
  readonly composing: ComposingState;
  readonly estimate: EstimateState;
  readonly rewriting: RewritingState;
  readonly exporting: ExportingState;
  readonly relevance: RelevanceState;
  readonly lab: LabState;
  readonly trying: TryingState;
  readonly blind: BlindState;
  readonly keptSystems: KeptSystemsState;
  readonly answering: AnsweringState;
  readonly judging: JudgingState;
  readonly automaticJudges: AutomaticJudgesState;
  readonly diagnosis: DiagnosisState;
  readonly questions: QuestionsState;
  readonly questionSources: QuestionSourcesState;
  readonly judges: JudgesState;
  readonly labelConcerns: LabelConcernsState;

  constructor(
    app: Surroundings,
    private readonly open: WorkOn,
    signal: AbortSignal,
  ) {
    const { workbench, preferences, page, models, comparison } = app;
    const { id, corpus, supplied } = open;
    this.settings = new SettingsState(
      () => models.cards,
      preferences,
      () => this.available,
      id,
    );
    // An experiment from a file may name a run that is left out here.
    const sources = () => this.available && { ...this.available, runs: open.runs.all ?? [] };
    this.composing = new ComposingState(this.settings, sources, page, app.navigation, signal);
    this.estimate = new EstimateState(workbench, id, signal);
    this.exporting = new ExportingState(workbench, comparison, signal);
    this.relevance = new RelevanceState(workbench, signal);
    this.lab = new LabState(workbench, signal);
    const onJudged = (record: CollectionRecord): Promise<void> => open.questionsAdded(record);
    this.judging = new JudgingState(workbench, id, (record) => void onJudged(record), signal);
    this.automaticJudges = new AutomaticJudgesState(workbench, id, signal);
    this.diagnosis = new DiagnosisState(workbench, id, onJudged, signal);
    this.trying = new TryingState(workbench, id, preferences, (record) => void onJudged(record), signal);
    this.blind = new BlindState(workbench, id, () => corpus.questions?.queries ?? [], signal);
    this.keptSystems = new KeptSystemsState(workbench, id, signal);
    this.answering = new AnsweringState(workbench.models.writing, id, signal);
    this.rewriting = new RewritingState(
      workbench.models.writing,
      id,
      (all) => {
        page.announce(
          supplied.take(all) > 0 ? 'The rewrites are written and kept.' : 'The same rewrites are here already.',
        );
        void page.refreshStorage();
      },
      signal,
    );
    this.questions = new QuestionsState(workbench, id, (record) => void open.questionsSaved(record), signal);
    this.questions.load(corpus.questions);
    this.questionSources = new QuestionSourcesState(
      workbench,
      corpus,
      { unsaved: () => this.questions.changed, onAdded: onJudged },
      signal,
    );
    this.judges = new JudgesState(workbench, id, onJudged, signal);
    this.labelConcerns = new LabelConcernsState(workbench, id, onJudged, signal);
  }

  /** What can be evaluated; null while runs and supplied files are read. */
  get available(): Available | null {
    const { record, runs, supplied, corpus } = this.open;
    if (!runs.all || !supplied.all) return null;
    return {
      documents: record.counts.docs > 0,
      files: record.documents !== undefined,
      languages: record.summary.languages,
      judgesPlaces: corpus.judgesPlaces,
      relevance: corpus.relevance,
      runs: runs.chosen,
      leftOut: runs.all.length - runs.chosen.length,
      supplied: supplied.all,
      fields: fieldNames(record),
    };
  }

  refreshEstimate(): void {
    this.estimate.refresh(this.settings.spec);
  }

  takeQuestions(questions: Questions | null): void {
    if (!this.questions.changed) this.questions.load(questions);
  }

  async idle(): Promise<void> {
    const tasks = [this.trying.asking, this.blind.asking, this.rewriting.writing, this.answering.writing];
    await Promise.all(tasks.map((task) => task.idle()));
  }

  provide(): void {
    provide(this);
  }
}
