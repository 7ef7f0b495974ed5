import type { DescribedDocs } from './corpus';
import type { RewriteEntry } from './supplied/content';
import type { LanguageShare } from '../../base/language';
import type { PackedRun } from '../run/packed';
import type { Dataset } from '../../base/types';

/** Something in a file that is wrong (nothing is imported) or was passed over (it is, with a warning). */
export interface ImportProblem {
  readonly code: ImportProblemCode;
  /** Path of the file as the person picked it; inside an archive `archive.zip/corpus.jsonl`. */
  readonly file: string;
  /** 1-based line, where lines mean something. */
  readonly line?: number;
  /** Field or path to it, as `relevant_docs."q 1"`. */
  readonly field?: string;
  /** What is wrong and what to do, in a sentence or two, without file and line. */
  readonly message: string;
}

export type ImportProblemCode =
  | 'unrecognised-files'
  | 'several-collections'
  | 'unreadable-file'
  | 'empty-file'
  | 'bad-encoding'
  | 'bad-archive'
  | 'too-large'
  | 'not-json'
  | 'too-deep'
  | 'wrong-shape'
  | 'empty-id'
  | 'duplicate-id'
  | 'duplicate-key'
  | 'bad-id'
  | 'empty-truth'
  | 'unknown-document'
  | 'unknown-question'
  | 'bad-grade'
  | 'missing-file'
  | 'no-documents'
  | 'no-questions'
  | 'no-judgments'
  | 'unknown-split'
  | 'empty-text'
  | 'duplicate-judgment'
  | 'repaired-encoding'
  | 'unknown-mode'
  | 'bad-score'
  | 'repaired-run'
  | 'several-tags'
  | 'duplicate-hit'
  | 'passed-over'
  | 'passed-over-fields'
  | 'bad-csv'
  | 'bad-list'
  | 'unmatched-texts'
  | 'parquet-file'
  | 'ambiguous-files'
  | 'bad-array'
  | 'bad-parquet'
  | 'bad-vector'
  | 'rounded-vectors'
  | 'no-rewrites'
  | 'repeated-rewrites'
  | 'unfit-rewrites'
  | 'unfit-vectors'
  | 'partly-fitting';

export interface ImportSummary {
  /** A name for the collection, from the file or folder. */
  readonly name: string;
  /** Name of the format, which stays with the collection: never rename one. */
  readonly format: string;
  readonly files: readonly string[];
  /** Names of the qrels splits found, empty where the format has none; `split` is the one taken. */
  readonly splits: readonly string[];
  readonly split: string | null;
  readonly languages: readonly LanguageShare[];
}

/** What another system found, read from a file. */
export interface ImportedRun {
  readonly file: string;
  readonly format: string;
  /** Name that the file gives the system; null where it gives none. */
  readonly tag: string | null;
  readonly run: PackedRun;
}

/** Rewrites of questions, read from a file. */
export interface ImportedRewrites {
  readonly kind: 'rewrites';
  readonly file: string;
  readonly entries: readonly RewriteEntry[];
}

/** Vectors, read from a file: of passages or of questions, which is told when they are held against a collection. */
export interface ImportedVectors {
  readonly kind: 'vectors';
  readonly file: string;
  /** One a row; null where the file has none, and rows are in the order of the collection. */
  readonly ids: readonly string[] | null;
  readonly dimensions: number;
  /** Row-major. */
  readonly values: Float32Array;
}

export type ImportedSupplied = ImportedRewrites | ImportedVectors;

export type ImportOutcome =
  | {
      readonly ok: true;
      readonly kind: 'collection';
      readonly dataset: Dataset;
      /** What its documents are; worked out when they are stored where absent. */
      readonly described?: DescribedDocs;
      readonly summary: ImportSummary;
      /** Runs of other systems that lay beside the collection or in it. */
      readonly runs: readonly ImportedRun[];
      /** Rewrites and vectors that lay beside it; none where absent. */
      readonly supplied?: readonly ImportedSupplied[];
      readonly warnings: readonly ImportProblem[];
    }
  /** Runs, and rewrites or vectors, alone: for a collection that is there. */
  | {
      readonly ok: true;
      readonly kind: 'runs';
      readonly runs: readonly ImportedRun[];
      /** None where absent. */
      readonly supplied?: readonly ImportedSupplied[];
      readonly warnings: readonly ImportProblem[];
    }
  | { readonly ok: false; readonly problems: readonly ImportProblem[]; readonly more: number };

export type ImportedCollection = Extract<ImportOutcome, { kind: 'collection' }>;
export type ImportedRuns = Extract<ImportOutcome, { kind: 'runs' }>;

/** `corpus.jsonl, line 12, field “text”: …`: the one way in which a problem is put into words. */
export function describeProblem(problem: ImportProblem): string {
  const where = [
    problem.file,
    problem.line === undefined ? '' : `line ${problem.line}`,
    problem.field === undefined ? '' : `field ${problem.field}`,
  ].filter((part) => part !== '');
  return where.length > 0 ? `${where.join(', ')}: ${problem.message}` : problem.message;
}
