import type { ImportProgress, SourceFile } from '../contract/importer';
import type { LearnedReport } from '../contract/learner';
import type { PoolRun, ResultHeader, ResultRecord } from '../contract/result';
import type { BroughtHeader, CollectionRecord, Questions, RunHeader } from '../contract/storage';
import type { ImportedBrought, ImportedCollection, ImportedRun, ImportOutcome } from '../domain/dataset/outcome';
import type { ChunkerSpec } from '../domain/spec/chunker';
import type { ExperimentSpec } from '../domain/spec/experiment';
import type { ModelCard } from '../domain/spec/settings';
import type { Comparison } from '../domain/statistics/types';
import type { Doc, Run } from '../domain/types';
import type { Chunking } from './chunkings';
import type { LabSession } from './lab';
import type { GroundTruth } from './stages/ground-truth';
import type { TriedQuestion, TryContext } from './tried';
import type { Estimate, RunContext } from './types';

/** Everything that the interface can ask for. One instance serves the page and the command line alike. */
export interface Workbench {
  /** The bundled models. */
  readonly models: readonly ModelCard[];

  collections(): Promise<CollectionRecord[]>;
  /** Reads files without keeping them: the person sees what was found first. */
  readFiles(
    files: readonly SourceFile[],
    options: { split?: string; signal: AbortSignal; progress: (step: ImportProgress) => void },
  ): Promise<ImportOutcome>;
  /** Keeps a collection that {@link readFiles} found, with the runs that lay beside it. */
  keep(outcome: ImportedCollection, name: string): Promise<CollectionRecord>;
  rename(id: string, name: string): Promise<CollectionRecord>;
  remove(id: string): Promise<void>;
  /** Brings the bundled sample back after it was deleted. */
  restoreSample(): Promise<CollectionRecord>;
  docs(id: string): Promise<Doc[]>;
  questions(id: string): Promise<Questions>;
  /** Replaces questions and judgments; refuses those that are not sound, with a message for each. */
  saveQuestions(id: string, questions: Questions): Promise<CollectionRecord>;

  /** Runs of a collection that were made elsewhere, oldest first. */
  runs(id: string): Promise<RunHeader[]>;
  /** Keeps runs that {@link readFiles} found; returns all of the collection. */
  addRuns(id: string, runs: readonly ImportedRun[]): Promise<RunHeader[]>;
  removeRun(id: string, system: string): Promise<void>;

  /** Rewrites and vectors of a collection that came from files, oldest first. */
  brought(id: string): Promise<BroughtHeader[]>;
  /** Keeps those that {@link readFiles} found and that fit the collection; returns all of it. */
  bring(id: string, brought: readonly ImportedBrought[]): Promise<BroughtHeader[]>;
  removeBrought(id: string, name: string): Promise<void>;

  estimate(id: string, spec: ExperimentSpec): Promise<Estimate>;
  run(id: string, spec: ExperimentSpec, context: RunContext): Promise<ResultRecord>;
  /** What systems find for questions that need no judgments: the first `depth` passages of each. Nothing is kept of it. */
  pool(id: string, spec: ExperimentSpec, depth: number, context: RunContext): Promise<PoolRun>;
  /** How many passages a chunker makes of the documents of a collection. */
  chunking(id: string, chunker: ChunkerSpec, signal?: AbortSignal): Promise<Chunking>;
  /** Asks the systems of an experiment one question, which need not be one of the collection. */
  tryQuestion(id: string, spec: ExperimentSpec, question: string, context: TryContext): Promise<TriedQuestion>;
  /** Results of a collection, newest first. */
  results(id: string): Promise<ResultHeader[]>;
  /** One result whole; null where it is no longer there. */
  result(id: string, key: string): Promise<ResultRecord | null>;

  /** Every pair of systems of a result by one of its measures. */
  compare(result: ResultRecord, measure: string, signal?: AbortSignal): Promise<Comparison>;
  /** The whole lists of a system of a result; null where they are no longer there. */
  rankings(result: ResultRecord, system: string): Promise<Run | null>;
  /** What the judgments of now say of what a system of a result ranks: of documents, or of its passages. */
  truth(result: ResultRecord, system: string): Promise<GroundTruth>;
  /** Opens the fusion lab on the lists of some systems of a result; one lab at a time, so that another is closed. */
  lab(result: ResultRecord, lists: readonly string[]): Promise<LabSession>;
  /** What a learned system of a result learned; null where it was not trained for it, or is no longer there. */
  learned(result: ResultRecord, system: string): Promise<LearnedReport | null>;

  storage(): Promise<{ bytes: number; quota: number; persistent: boolean }>;
}
