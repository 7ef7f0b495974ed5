import type {
  GeneratedQuestions,
  GenerateProgress,
  ImportProgress,
  PassageLengths,
  ReadJudges,
  ReadQuestions,
  ReadResults,
  SourceFile,
} from '../contract/workers';
import type { AnnotationEdit, Annotations } from '../domain/diagnosis/annotations';
import type { RunNoteEdit, RunNotes } from '../domain/run-comparison/run-notes';
import type { JudgingAct } from '../domain/judging/act';
import type { AutomaticJudges, AutomaticJudgesEdit } from '../domain/automatic-judges/judgments';
import type { CorrectedSystems, CorrectedSystemsInput } from '../domain/automatic-judges/corrected-systems';
import type { JudgingPlan } from '../domain/judging/plan';
import type { OtherResult, PoolRun, ResultHeader, ResultRecord, LearnedReport, StageId } from '../contract/result';
import type { SuppliedHeader, CollectionRecord, Questions, RunHeader, StoredChange } from '../contract/storage';
import type { ImportedSupplied, ImportedCollection, ImportedRun, ImportOutcome } from '../domain/dataset/outcome';
import type { Cutter } from '../domain/judging/chunkings';
import type { Judges, JudgesEdit } from '../domain/judging/merge/judges';
import type { ChunkerSpec } from '../domain/chunk/chunker-spec';
import type { Candidate, CheckedCandidate } from '../domain/questions/candidate';
import type { GenerateOptions } from '../domain/questions/generate/generate';
import type { LlamaIndexFile } from '../domain/report/llamaindex-json';
import type { SequentialInput } from '../domain/evidence/sequential';
import type { SequentialFigures } from '../domain/evidence/sequential-figures';
import type { ExperimentSpec, SystemSpec } from '../domain/experiment/experiment';
import type { HandedFile } from '../domain/handover/target';
import type { SequentialPlanningInput } from '../domain/planning/read-always';
import type { Prediction } from '../domain/planning/types';
import type { SliceChanges } from '../domain/slices/changes';
import type { SliceReport } from '../domain/slices/report';
import type { Comparison } from '../domain/statistics/types';
import type { Verdict } from '../domain/verdict/types';
import type { Doc, Run, Span } from '../base/types';
import type { ChunkingSize, Reader } from './run/chunking-size';
import type { Baseline } from '../domain/check/baseline';
import type { CheckOptions, CheckOutcome } from './inspect/check';
import type { Compared } from './inspect/comparisons';
import type { BlindComparisons } from './inspect/blind-list';
import type { Planning, PlanningOptions, VerdictOptions } from './inspect/verdict';
import type { LabelConcern } from '../domain/label-changes/stale-labels';
import type { LabelComparison } from './inspect/label-comparison';
import type { Rescored } from './inspect/rescored';
import type {
  ComparedResults,
  RunChanges,
  RunComparison,
  RunComparisonOptions,
  RunListComparison,
  RunSlicesOptions,
} from './inspect/run-comparison';
import type { SliceOptions } from './inspect/slices';
import type { Diagnosis, DiagnosisProgress } from './inspect/diagnosis';
import type { DocumentsSession, ReadingOptions, Refresh, RefreshOptions } from './collections/documents';
import type { Workspaces } from './collections/workspaces';
import type { KnownLists } from './inspect/known-lists';
import type { LabSession } from './inspect/lab';
import type { Models } from './models/create-models';
import type { GroundTruth } from './run/ground-truth';
import type { Serving } from './run/serving';
import type { TryContext } from './inspect/open-question';
import type { TriedQuestion } from './inspect/tried-question';
import type { Estimate, Following, RunContext, RunProgress } from './kernel/run-types';
import type { HandoverDifference } from './inspect/handover-difference';
import type { HandedOver, HandoverRequest } from './inspect/hand-over';
import type { TrainedSpec } from '../domain/ltr/learned-spec';
import type { ClickLearning } from './inspect/click-ranker';
import type { Writing } from './models/writing';

/** Everything that the interface can ask for. One instance serves the page and the command line alike. */
export interface Workbench {
  readonly collections: Collections;
  readonly questions: CollectionQuestions;
  readonly runs: Runs;
  /** Models that are bundled and those that were added, and what a text-generation model of this machine writes. */
  readonly models: Models & { readonly writing: Writing };
  readonly inspect: Inspect;
  readonly blind: BlindComparisons;
  readonly workspaces: Workspaces;
  /** What an engine elsewhere searches by. */
  readonly serving: Serving;
}

/** Some methods of some groups, as `WorkbenchPart<{ collections: 'docs'; questions: 'read' | 'save' }>`. */
export type WorkbenchPart<Methods extends { readonly [Group in keyof Workbench]?: keyof Workbench[Group] }> = {
  readonly [Group in keyof Methods & keyof Workbench]: Pick<Workbench[Group], Methods[Group] & keyof Workbench[Group]>;
};

/** Collections with their documents, and the files that the user added to them. */
export interface Collections {
  /** Oldest first. */
  list(): Promise<CollectionRecord[]>;
  get(id: string): Promise<CollectionRecord | null>;
  /** Calls back when another tab has changed something. @returns ends the calls */
  onChange(listener: (change: StoredChange) => void): () => void;
  rename(id: string, name: string): Promise<CollectionRecord>;
  remove(id: string): Promise<void>;
  /** The bundled sample with a result, restored where it was deleted. */
  openSample(): Promise<CollectionRecord>;
  /** With questions; stored the first time that it is asked for. */
  documentsSample(): Promise<CollectionRecord>;

  /** Reads files without storing them: the user sees what was found first. */
  readFiles(
    files: readonly SourceFile[],
    options: Following<ImportProgress> & { split?: string },
  ): Promise<ImportOutcome>;
  keep(outcome: ImportedCollection, name: string): Promise<CollectionRecord>;

  /** Reads files without storing them. What is wrong with a file is in its report. */
  readDocuments(files: readonly SourceFile[], options: ReadingOptions): Promise<DocumentsSession>;
  refreshDocuments(id: string, files: readonly SourceFile[], options: RefreshOptions): Promise<Refresh>;
  confirmRefresh(refresh: Refresh): Promise<CollectionRecord>;

  docs(id: string): Promise<Doc[]>;
  chunking(id: string, chunker: ChunkerSpec, signal?: AbortSignal): Promise<ChunkingSize>;
  passageLengths(id: string, chunker: ChunkerSpec, reader: Reader, signal: AbortSignal): Promise<PassageLengths>;
  chunk(doc: Doc, chunker: ChunkerSpec): Promise<readonly Span[]>;

  /** Rewrites and vectors that the user added, oldest first. */
  supplied(id: string): Promise<SuppliedHeader[]>;
  /** Stores those that {@link readFiles} found and that fit the collection; returns all of it. */
  addSupplied(id: string, supplied: readonly ImportedSupplied[]): Promise<SuppliedHeader[]>;
  removeSupplied(id: string, name: string): Promise<void>;

  usage(): Promise<{ bytes: number; quota: number; persistent: boolean }>;
}

export interface CollectionQuestions {
  read(id: string): Promise<Questions>;
  /**
   * Replaces questions and judgments; refuses those that are not sound, with a message for each.
   *
   * @param base what {@link read} gave, and was edited; what it gave last where absent. Where another tab has saved
   * since, `changed-elsewhere` refuses this
   */
  save(id: string, questions: Questions, base?: Questions): Promise<CollectionRecord>;

  /** Acts of judging by hand, in the order in which they were made. */
  acts(id: string): Promise<JudgingAct[]>;
  /** Stores acts of judging, and is done when they are on disk; whoever reads the questions next finds them there. */
  addActs(id: string, acts: readonly JudgingAct[]): Promise<number>;

  /** How passages are judged; null before judging began. */
  judgingPlan(id: string): Promise<JudgingPlan | null>;
  planJudging(id: string, plan: JudgingPlan): Promise<void>;
  /** Judges whose grades came in files; null where there were never any. */
  judges(id: string): Promise<Judges | null>;
  /** Reads files of judges' grades, without storing them. */
  readJudges(id: string, files: readonly SourceFile[], context: Following<ImportProgress>): Promise<ReadJudges>;
  /** Changes the judges or how they are merged, and with them the judgments of the collection. */
  changeJudges(id: string, edit: JudgesEdit): Promise<CollectionRecord>;

  /** What models or files judged, apart from the judgments of people. */
  automaticJudges(id: string): Promise<AutomaticJudges>;
  /** Done when it is on disk. @returns all automatic judges of the collection then */
  changeAutomaticJudges(id: string, edit: AutomaticJudgesEdit): Promise<AutomaticJudges>;

  annotations(id: string): Promise<Annotations>;
  /** Done when it is on disk. @returns all annotations of the collection then */
  annotate(id: string, edit: AnnotationEdit): Promise<Annotations>;

  /** Judgments that went stale, are duplicates or contradict each other, without those that a person settled. */
  labelConcerns(id: string): Promise<readonly LabelConcern[]>;
  /** Settles a concern, or takes that back. @returns what is left */
  settleConcern(id: string, key: string, settled: boolean): Promise<readonly LabelConcern[]>;

  /** Reads files of questions and looks for their ground-truth texts in the documents, without storing them. */
  readFiles(id: string, files: readonly SourceFile[], context: Following<ImportProgress>): Promise<ReadQuestions>;
  /** Makes questions from the documents and checks them, without storing them. */
  generate(id: string, options: GenerateOptions, context: Following<GenerateProgress>): Promise<GeneratedQuestions>;
  check(id: string, candidates: readonly Candidate[], signal: AbortSignal): Promise<readonly CheckedCandidate[]>;
  /** Questions, passages and judgments for LlamaIndex; documents are the passages where there is no chunker. */
  llamaIndex(
    id: string,
    chunker: ChunkerSpec | undefined,
    relevance: number,
    signal: AbortSignal,
  ): Promise<LlamaIndexFile>;
}

/** Runs of systems, here or elsewhere, and their results. */
export interface Runs {
  /** External runs of a collection, oldest first. */
  external(id: string): Promise<RunHeader[]>;
  /** Stores runs that {@link Collections.readFiles} found; returns all of the collection. */
  addExternal(id: string, runs: readonly ImportedRun[]): Promise<RunHeader[]>;
  removeExternal(id: string, system: string): Promise<void>;
  /** Reads the results of live engines among some files as runs of a collection, without storing them. */
  readResults(id: string, files: readonly SourceFile[], context: Following<ImportProgress>): Promise<ReadResults>;

  estimate(id: string, spec: ExperimentSpec): Promise<Estimate>;
  /**
   * Loads bundled models that stages of a run need, so that it finds them loaded; nothing where something is under way.
   * An abort frees them.
   */
  warm(spec: ExperimentSpec, stages: readonly StageId[], signal: AbortSignal): Promise<void>;
  run(id: string, spec: ExperimentSpec, context: RunContext): Promise<ResultRecord>;
  /** What systems find for questions that need no judgments: the first `depth` passages of each. Nothing of it is stored. */
  pool(id: string, spec: ExperimentSpec, depth: number, context: RunContext): Promise<PoolRun>;

  /** Learns a ranker of what the retrievers of a system find, from the clicks of a log. Nothing of it is stored. */
  learnFromClicks(id: string, input: ClickLearning, context: Following<RunProgress>): Promise<TrainedSpec>;

  /** Whether this tab or another runs something that only one may. */
  underWay(): Promise<boolean>;

  notes(id: string): Promise<RunNotes>;
  /** Done when it is on disk. @returns all notes of the collection's runs then */
  note(id: string, edit: RunNoteEdit): Promise<RunNotes>;

  /** Results of a collection, newest first. */
  results(id: string): Promise<ResultHeader[]>;
  result(id: string, key: string): Promise<ResultRecord | null>;
  /** One that another version of the app computed, in another form. */
  otherResult(id: string, key: string): Promise<OtherResult | null>;
}

/** What explains a system or a result. */
export interface Inspect {
  /** Asks the systems of an experiment one question, which need not be one of the collection. */
  tryQuestion(id: string, spec: ExperimentSpec, question: string, context: TryContext): Promise<TriedQuestion>;
  /** Every pair of systems of a result by one of its measures. */
  compare(result: Compared, measure: string, signal?: AbortSignal): Promise<Comparison>;
  /** What questions in random order show so far of systems, read as often as one likes. */
  sequential(input: SequentialInput, signal?: AbortSignal): Promise<SequentialFigures>;
  /** Questions in random order that the smallest difference that matters takes, by the differences so far. */
  planned(input: SequentialPlanningInput, signal?: AbortSignal): Promise<Prediction | null>;
  corrected(input: CorrectedSystemsInput, signal?: AbortSignal): Promise<CorrectedSystems>;
  verdict(result: ResultRecord, options: VerdictOptions, signal?: AbortSignal): Promise<Verdict>;
  /** How many questions it takes to find the smallest difference that matters between two systems of a result. */
  planning(result: ResultRecord, options: PlanningOptions): Promise<Planning>;
  /** Compares two results by a measure, question by question on those that both have; of any collections. */
  compareRuns(compared: ComparedResults, options: RunComparisonOptions, signal?: AbortSignal): Promise<RunComparison>;
  /** Where two results differ that were compared; null for a measure of which less is better. */
  runSlices(
    compared: ComparedResults,
    comparison: Extract<RunComparison, { comparable: true }>,
    options: RunSlicesOptions,
  ): Promise<SliceChanges | null>;
  /** Compares the lists of two results, without judgments. */
  compareRunLists(
    compared: ComparedResults,
    options: { readonly k: number; readonly p?: number },
  ): Promise<RunListComparison>;
  /** Checks a result against an earlier `results.json`. */
  check(result: ResultRecord, baseline: Baseline, options: CheckOptions, signal?: AbortSignal): Promise<CheckOutcome>;
  /** Splits the change of a measure between two results into the part of the labels and that of the rankings. */
  compareLabels(compared: ComparedResults, measure: string, signal?: AbortSignal): Promise<LabelComparison>;
  /** What changed from one result to another: settings, documents, models, devices, versions, judgments. */
  runChanges(compared: ComparedResults): Promise<RunChanges>;
  rescored(result: ResultRecord, signal?: AbortSignal): Promise<Rescored>;
  /** The whole lists of a system of a result; null where they are no longer there. */
  rankings(result: ResultRecord, system: string): Promise<Run | null>;
  /** The lists of a system of a result, question by question; the first passages where the whole lists are not kept. */
  lists(result: ResultRecord, system: string): Promise<KnownLists>;
  /** What the judgments of now say of what a system of a result ranks: of documents, or of its passages. */
  truth(result: ResultRecord, system: string): Promise<GroundTruth>;
  /** Why a system of a result misses relevant passages within k, by the judgments of now and the caches of the run. */
  diagnosis(result: ResultRecord, system: string, k: number, context: Following<DiagnosisProgress>): Promise<Diagnosis>;
  /**
   * Where the systems of a result differ: its questions by language, topic, words shared with the relevant passage and more,
   * compared and tested by one of its measures. Null where there are fewer than two systems, or the measure is no mean of
   * which more is better.
   */
  slices(result: ResultRecord, options: SliceOptions): Promise<SliceReport | null>;
  /** Where the chunkers of an experiment cut the documents of a collection, those by tokens aside. */
  cutter(id: string, spec: ExperimentSpec, signal: AbortSignal): Promise<Cutter>;
  /** Opens the fusion lab on the lists of some systems of a result; one lab at a time, so that another is closed. */
  lab(result: ResultRecord, lists: readonly string[]): Promise<LabSession>;
  /**
   * Hands a system of a result over to an engine or a library: the nearest that the target can express. Gives each file
   * to `deliver`, whose lines are read as it asks for them.
   */
  handOver(
    result: ResultRecord,
    request: HandoverRequest,
    deliver: (file: HandedFile) => Promise<void>,
    context: Following<RunProgress>,
  ): Promise<HandedOver>;
  /** What the nearest system that a target can express gains or loses against a system of a result. */
  handoverDifference(
    result: ResultRecord,
    system: string,
    nearest: SystemSpec,
    context: Following<RunProgress>,
  ): Promise<HandoverDifference>;
  /** What a learned system of a result learned; null where it was not trained for it, or is no longer there. */
  learned(result: ResultRecord, system: string): Promise<LearnedReport | null>;
}
