import type { ImportProgress, SourceFile } from '../contract/importer';
import type { ResultHeader, ResultRecord } from '../contract/result';
import type { CollectionRecord, Questions } from '../contract/storage';
import type { ImportOutcome } from '../domain/dataset/outcome';
import type { ExperimentSpec } from '../domain/spec/experiment';
import type { ModelCard } from '../domain/spec/settings';
import type { Doc } from '../domain/types';
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
  /** Keeps what {@link readFiles} found. */
  keep(outcome: ImportOutcome & { ok: true }, name: string): Promise<CollectionRecord>;
  rename(id: string, name: string): Promise<CollectionRecord>;
  remove(id: string): Promise<void>;
  /** Brings the bundled sample back after it was deleted. */
  restoreSample(): Promise<CollectionRecord>;
  docs(id: string): Promise<Doc[]>;
  questions(id: string): Promise<Questions>;
  /** Replaces questions and judgments; refuses those that are not sound, with a message for each. */
  saveQuestions(id: string, questions: Questions): Promise<CollectionRecord>;

  estimate(id: string, spec: ExperimentSpec): Promise<Estimate>;
  run(id: string, spec: ExperimentSpec, context: RunContext): Promise<ResultRecord>;
  /** Results of a collection, newest first. */
  results(id: string): Promise<ResultHeader[]>;
  /** One result whole; null where it is no longer there. */
  result(id: string, key: string): Promise<ResultRecord | null>;

  storage(): Promise<{ bytes: number; quota: number; persistent: boolean }>;
}
