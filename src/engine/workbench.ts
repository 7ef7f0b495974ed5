import type {
  GeneratedQuestions,
  GenerateProgress,
  ImportProgress,
  PassageLengths,
  ReadQuestions,
  SourceFile,
} from '../contract/workers';
import type { JudgingAct } from '../domain/judging/act';
import type { OtherResult, PoolRun, ResultHeader, ResultRecord, LearnedReport } from '../contract/result';
import type { SuppliedHeader, CollectionRecord, Questions, RunHeader, StoredChange } from '../contract/storage';
import type { ImportedSupplied, ImportedCollection, ImportedRun, ImportOutcome } from '../domain/dataset/outcome';
import type { Cutter } from '../domain/judging/chunkings';
import type { ChunkerSpec } from '../domain/chunk/chunker-spec';
import type { Candidate, CheckedCandidate } from '../domain/questions/candidate';
import type { GenerateOptions } from '../domain/questions/generate/generate';
import type { LlamaIndexFile } from '../domain/report/llamaindex-json';
import type { ExperimentSpec } from '../domain/experiment/experiment';
import type { Comparison } from '../domain/statistics/types';
import type { Doc, Run, Span } from '../base/types';
import type { ChunkingSize, Reader } from './run/chunking-size';
import type { Compared } from './inspect/comparisons';
import type { DocumentsSession, ReadingOptions } from './collections/documents';
import type { LabSession } from './inspect/lab';
import type { Models } from './models/create-models';
import type { Refresh, RefreshOptions } from './collections/refresh-documents';
import type { GroundTruth } from './run/ground-truth';
import type { TriedQuestion } from './inspect/tried-question';
import type { Estimate, Following, RunContext, RunProgress } from './kernel/run-types';
import type { Writing } from './models/writing';

/** Everything that the interface can ask for. One instance serves the page and the command line alike. */
export interface Workbench {
  readonly collections: Collections;
  readonly questions: CollectionQuestions;
  readonly runs: Runs;
  /** Models that are bundled and those that were added, and what a text-generation model of this machine writes. */
  readonly models: Models & { readonly writing: Writing };
  readonly inspect: Inspect;
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
  restoreSample(): Promise<CollectionRecord>;
  /** With questions; stored the first time that it is asked for. */
  documentsSample(): Promise<CollectionRecord>;

  /** Reads files without storing them: the user sees what was found first. */
  readFiles(
    files: readonly SourceFile[],
    options: Following<ImportProgress> & { split?: string },
  ): Promise<ImportOutcome>;
  /** With the runs that lay beside it. */
  keep(outcome: ImportedCollection, name: string): Promise<CollectionRecord>;

  /** Reads files without storing them. What is wrong with a file is in its report. */
  readDocuments(files: readonly SourceFile[], options: ReadingOptions): Promise<DocumentsSession>;
  /** Reports what would change. */
  refreshDocuments(id: string, files: readonly SourceFile[], options: RefreshOptions): Promise<Refresh>;
  confirmRefresh(refresh: Refresh): Promise<CollectionRecord>;

  docs(id: string): Promise<Doc[]>;
  /** How many passages a chunker makes of the documents of a collection. */
  chunking(id: string, chunker: ChunkerSpec, signal?: AbortSignal): Promise<ChunkingSize>;
  /** How many passages a chunker makes, and how many of them are longer than an embedding model reads. */
  passageLengths(id: string, chunker: ChunkerSpec, reader: Reader, signal: AbortSignal): Promise<PassageLengths>;
  chunk(doc: Doc, chunker: ChunkerSpec): Promise<readonly Span[]>;

  /** Rewrites and vectors that the user added, oldest first. */
  supplied(id: string): Promise<SuppliedHeader[]>;
  /** Stores those that {@link readFiles} found and that fit the collection; returns all of it. */
  addSupplied(id: string, supplied: readonly ImportedSupplied[]): Promise<SuppliedHeader[]>;
  removeSupplied(id: string, name: string): Promise<void>;

  usage(): Promise<{ bytes: number; quota: number; persistent: boolean }>;
}

/** Questions of a collection, and judging. */
export interface CollectionQuestions {
  /** With all that was judged by hand. */
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

  estimate(id: string, spec: ExperimentSpec): Promise<Estimate>;
  run(id: string, spec: ExperimentSpec, context: RunContext): Promise<ResultRecord>;
  /** What systems find for questions that need no judgments: the first `depth` passages of each. Nothing of it is stored. */
  pool(id: string, spec: ExperimentSpec, depth: number, context: RunContext): Promise<PoolRun>;

  /** Results of a collection, newest first. */
  results(id: string): Promise<ResultHeader[]>;
  result(id: string, key: string): Promise<ResultRecord | null>;
  /** One that another version of the app computed, in another form. */
  otherResult(id: string, key: string): Promise<OtherResult | null>;
}

/** What explains a system or a result. */
export interface Inspect {
  /** Asks the systems of an experiment one question, which need not be one of the collection. */
  tryQuestion(
    id: string,
    spec: ExperimentSpec,
    question: string,
    context: Following<RunProgress>,
  ): Promise<TriedQuestion>;
  /** Every pair of systems of a result by one of its measures. */
  compare(result: Compared, measure: string, signal?: AbortSignal): Promise<Comparison>;
  /** The whole lists of a system of a result; null where they are no longer there. */
  rankings(result: ResultRecord, system: string): Promise<Run | null>;
  /** What the judgments of now say of what a system of a result ranks: of documents, or of its passages. */
  truth(result: ResultRecord, system: string): Promise<GroundTruth>;
  /** Where the chunkers of an experiment cut the documents of a collection, those by tokens aside. */
  cutter(id: string, spec: ExperimentSpec, signal: AbortSignal): Promise<Cutter>;
  /** Opens the fusion lab on the lists of some systems of a result; one lab at a time, so that another is closed. */
  lab(result: ResultRecord, lists: readonly string[]): Promise<LabSession>;
  /** What a learned system of a result learned; null where it was not trained for it, or is no longer there. */
  learned(result: ResultRecord, system: string): Promise<LearnedReport | null>;
}
