import type { Supplied } from '../domain/dataset/supplied/content';
import type { ImportProblem } from '../domain/dataset/outcome';
import type { JsonProblem, Problem } from '../base/problem';
import type { ExperimentProblems } from '../domain/experiment/experiment';
import type { OngoingJudging } from '../domain/evidence/counted';
import type { MissingData } from '../domain/experiment/missing';
import type { Device, Dtype } from '../domain/models/configuration';
import type { RefusedRepository } from '../domain/models/repository';
import type { DocId, QueryId, QuestionSplit } from '../base/types';

export interface ErrorData
  extends StorageErrors, WorkerErrors, ModelErrors, CollectionErrors, SystemErrors, LabErrors, TextErrors {}

export interface StorageErrors {
  'storage-full': { name: string; bytes: number; free: number | null } | null;
  'storage-unavailable': { database: DatabaseName; doing: 'opening' | 'deleting' };
  'storage-in-use': { database: DatabaseName };
  /** A later version of the app has written what is stored. */
  'storage-newer': { database: DatabaseName; found: number; known: number };
  'storage-damaged': { database: DatabaseName; version: number; missing: readonly string[] };
  'storage-not-migrated': { database: DatabaseName; from: number; to: number; reason: string };
  /** The connection is gone: another tab has updated or erased the database. */
  'storage-closed': { database: DatabaseName };
  'collection-missing': null;
  'changed-elsewhere': {
    what: 'documents' | 'added' | 'entry' | 'questions' | 'meanwhile' | 'resumed' | 'deleted' | 'saving' | 'blind-list';
    name: string;
  };
}

export type DatabaseName = 'documents' | 'models';

export interface WorkerErrors {
  'worker-failed': {
    worker: string;
    why: 'stopped' | 'released' | 'late' | 'failed' | 'unreadable' | 'gone';
    reason?: string;
  };
  'already-running': null;
}

export interface TextErrors {
  'spec-invalid': string;
  'lists-missing': string;
  'id-unwritable': { kind: 'document' | 'question'; id: string };
}

export interface ModelErrors {
  'model-unavailable': Problem<UnavailableData>;
  'device-unavailable': Problem<DeviceData>;
  'out-of-memory': { model: string; device: Device; doing: 'loading' | 'running'; reason: string };
  'model-absent': { model: string };
  'model-changed': { model: string };
  'model-refused': RefusedRepository;
  'download-failed': DownloadProblem;
  /** Since it was looked at on disk: missing, or of another length. */
  'model-files-changed': { paths: readonly string[] };
}

export interface UnavailableData {
  'graph-failed': { model: string; device: Device; doing: 'loading' | 'running'; reason: string };
  'operator-missing': { model: string; device: Device; operator: string; reason: string };
  /** `bundled` models are not in the database. */
  'file-absent': { model: string; path: string; bundled: boolean };
  'file-incomplete': { name: string; path: string; bytes: number; of: number };
  'tokenizer-unreadable': { model: string; reason: string };
  'no-token-vectors': { model: string };
}

export interface DeviceData {
  'no-threads': null;
  'no-gpu': null;
  'no-promise-integration': null;
  'no-half-precision': { model: string; dtype: Dtype };
  'gpu-lost': { model: string; reason: string };
}

export interface FileRequest {
  readonly host: string;
  readonly repository: string;
  readonly revision: string;
  readonly path: string | null;
}

type Answered = { asked: FileRequest; status: number };

export interface DownloadData {
  'no-access': Answered;
  'not-found': Answered;
  status: Answered;
  unreachable: { asked: FileRequest };
  'line-cut': { asked: FileRequest; done: number; bytes: number };
  /** It answers as no model host does. */
  'no-hub': { asked: FileRequest };
  /** A file of another length or hash than was announced. */
  'other-file': { asked: FileRequest; what: string; expected: string; got: string };
  'download-gone': null;
  'repository-malformed': { text: string };
  'origin-malformed': { text: string };
}

export type DownloadProblem = Problem<DownloadData>;

export interface CollectionErrors {
  'sample-unreadable': null;
  'files-unfit': { problems: readonly ImportProblem[] };
  'no-readable-document': null;
  'not-from-documents': null;
  'no-document-left': null;
  'documents-changed': null;
  'no-name': null;
  'questions-invalid': { problems: readonly Problem<QuestionProblems>[] };
}

/** Those that begin with `system-` concern one system alone. */
export interface SystemErrors {
  'handover-nothing-near': { system: string; target: string };
  'experiment-invalid': { problems: readonly JsonProblem<ExperimentProblems>[] };
  'no-judged-questions': null;
  'no-completed-questions': OngoingJudging;
  'split-empty': { split: QuestionSplit };
  'trained-on-test': { systems: readonly string[] };
  'tuned-on-test': { questions: number };
  'no-question': null;
  'nothing-to-search': null;
  'system-field-missing': MissingData['system-field-missing'];
  'system-field-no-number': { system: string; field: string };
  'system-dimensions': { asked: number; dimensions: number; vectors: VectorSource };
  'system-folds': { method: string | null; folds: number; questions: number };
  'system-no-vector': { doc: DocId };
  'system-parts': { name: string };
  'system-no-field-terms': { field: string };
  'system-no-texts': null;
  'system-no-terms': null;
  'system-run-changed': { name: string };
  'system-file-changed': { kind: Supplied['kind']; name: string };
  'system-needs-evaluation': { method: string | null };
  'system-not-learned': { reason: string };
  'system-little-to-learn': { telling: 'none' | 'one-fold' };
  'system-not-cached': null;
  'system-not-asked': { kind: 'run' | 'rewrites' | 'vectors'; name: string };
}

export interface LabErrors {
  'lab-outdated': null;
  'lab-mixed-chunkings': null;
  'lab-lists-gone': { system: string };
  'lab-refused': { reason: string };
}

export type VectorSource = { model: string } | { file: string };

export interface QuestionProblems {
  'question-without-id': null;
  'question-repeated': { query: QueryId };
  'question-empty': { query: QueryId };
  'judgment-without-question': { query: QueryId };
  'judgment-without-document': Judged;
  'judgment-grade': Judged;
  'judgment-outside': Judged;
  'judgment-blank': Judged & { start: number; end: number };
  'judgment-repeated': Judged;
  'need-blank': { query: QueryId };
}

type Judged = { query: QueryId; doc: DocId };

export interface NoteData {
  'reading-collection': null;
  chunking: null;
  'preparing-vectors': null;
  'reading-terms': null;
  training: { model: number; models: number; step: number; steps: number };
  'loading-embedding': null;
  'loading-reranker': null;
  'measuring-device': { model: string; device: Device };
}

export type Note = Problem<NoteData>;

type ErrorCode = keyof ErrorData;
export type ExpectedProblem = Problem<ErrorData>;

/** Bugs throw as they are; cancelling is an `AbortError`. People read `ui/shared/messages`, not the message. */
export class HitrateError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'HitrateError';

  constructor(
    readonly code: Code,
    readonly data: ErrorData[Code],
    options?: ErrorOptions,
  ) {
    super(typeof data === 'string' ? data : data === null ? code : `${code} ${JSON.stringify(data)}`, options);
  }

  get problem(): ExpectedProblem {
    return { code: this.code, data: this.data } as ExpectedProblem;
  }
}

/** What the domain says cannot be done, a RangeError, is an expected failure. */
export async function refusedAs<T>(code: 'lab-refused' | 'system-not-learned', task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HitrateError(code, { reason: error.message }, { cause: error });
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';
