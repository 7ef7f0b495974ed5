import type { BlindSession, SessionList } from '../domain/learning/blind-session';
import type { BlindReveal, KeptSystem } from '../domain/learning/session-record';
import type { LanguageShare, Dataset, Doc } from '../base/types';
import type { Vectors } from '../base/vectors';
import type { DescribedDocs, FieldSummary } from '../domain/dataset/corpus';
import type { DocumentChange } from '../domain/documents/document-changes';
import type { Relocated } from '../domain/documents/relocate';
import type { Supplied, VectorSet } from '../domain/dataset/supplied/content';
import type { ImportSummary, RunTimes } from '../domain/dataset/outcome';
import type { PackedRun } from '../domain/run/packed';
import type { ColumnChoice, FileChange, FileReport } from '../domain/documents/file-report';
import type { Preparation } from '../domain/documents/preparation';
import type { AnnotationEdit, Annotations } from '../domain/diagnosis/annotations';
import type { RunNoteEdit, RunNotes } from '../domain/run-comparison/run-notes';
import type { JudgingAct } from '../domain/judging/acts';
import type { AutomaticJudges, AutomaticJudgesEdit } from '../domain/automatic-judges/judgments';
import type { JudgingPlan } from '../domain/judging/plan';
import type { Judges } from '../domain/judging/judges';
import type { OtherResult, ResultHeader, ResultRecord } from './result';

type MarkedList = Pick<SessionList, 'marks' | 'doneAt'>;

export interface CollectionRecord {
  readonly id: string;
  readonly name: string;
  readonly origin: 'sample' | 'import';
  readonly createdAt: number;
  readonly summary: ImportSummary;
  readonly counts: CollectionCounts;
  readonly corpusKey: string;
  readonly metadata?: { readonly key: string; readonly fields: readonly FieldSummary[] };
  readonly documents?: DocumentSources;
  /** Counts the times that questions or documents were saved: two tabs that edit notice each other by it. */
  readonly revision: number;
}

export interface DocumentSources {
  readonly preparation: Preparation;
  readonly files: readonly FileReport[];
  /** Lines that were taken out of several files, as `lineKey` has them: files that are read later lose them too. */
  readonly boilerplate?: readonly string[];
  readonly columns?: Readonly<Record<string, ColumnChoice>>;
}

export interface CollectionCounts {
  readonly docs: number;
  readonly queries: number;
  readonly judgments: number;
  readonly judgedQueries: number;
  readonly characters: number;
}

export function countsOf({ docs, queries, judgments }: Dataset): CollectionCounts {
  const judged = new Set(judgments.map(({ query }) => query));
  return {
    docs: docs.length,
    queries: queries.length,
    judgments: judgments.length,
    judgedQueries: queries.filter(({ id }) => judged.has(id)).length,
    characters: docs.reduce((sum: number, doc: Doc) => sum + doc.title.length + doc.text.length, 0),
  };
}

export const recordOf = ({ key, metadataKey, fields }: DescribedDocs) => ({
  corpusKey: key,
  ...(metadataKey === null ? {} : { metadata: { key: metadataKey, fields } }),
});

export interface Questions extends Omit<Dataset, 'docs'> {
  /** How many acts of judging by hand the judgments hold; none where absent. */
  readonly judgedActs?: number;
}

export interface RunHeader {
  readonly collection: string;
  readonly system: string;
  readonly file: string;
  readonly format: string;
  readonly addedAt: number;
  readonly hash: string;
  readonly queries: number;
  readonly hits: number;
  readonly times?: RunTimes;
}

export type SuppliedHeader = {
  readonly collection: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly addedAt: number;
  readonly hash: string;
  readonly questions: number;
} & (
  | { readonly kind: 'rewrites'; readonly texts: number }
  | { readonly kind: 'vectors'; readonly passages: number; readonly dimensions: number }
  | { readonly kind: 'contexts'; readonly contexts: number; readonly documents: number }
);

export interface KeptRun {
  readonly header: RunHeader;
  readonly run: PackedRun;
}

export interface KeptSupplied {
  readonly header: SuppliedHeader;
  readonly content: Supplied;
}

export interface StoredVectors extends Omit<VectorSet, 'passages'> {
  readonly passageBytes: number;
  /** @param into where they are written; else bytes of their own */
  readonly readPassages: (into?: Uint8Array) => Promise<Vectors>;
}

export type StoredContent = Exclude<Supplied, VectorSet> | StoredVectors;

export interface RefreshedDocuments {
  readonly changes: readonly FileChange[];
  readonly unchanged: number;
  readonly docs: readonly Doc[];
  readonly described: DescribedDocs;
  readonly changedDocs: number;
  readonly removedDocs: number;
  readonly relocated: Relocated;
  readonly documentChanges: readonly DocumentChange[];
  readonly sources: DocumentSources;
  readonly languages: readonly LanguageShare[];
}

export interface PreparedDocuments extends Pick<RefreshedDocuments, 'docs' | 'described' | 'languages'> {
  readonly boilerplate: readonly string[];
}

export interface Beside {
  readonly runs?: readonly KeptRun[];
  readonly supplied?: readonly KeptSupplied[];
}

export type NewDocuments = Pick<CollectionRecord, 'summary' | 'counts' | 'corpusKey' | 'metadata' | 'documents'>;

export interface RowBlock {
  readonly keys: readonly string[];
  readonly width: number;
  readonly values: Float32Array;
}

export type ChangeKind =
  | 'added'
  | 'renamed'
  | 'removed'
  | 'questions'
  | 'documents'
  | 'acts'
  | 'annotations'
  | 'run-notes'
  | 'judging-plan'
  | 'automatic-judges'
  | 'blind-comparisons'
  | 'runs'
  | 'supplied'
  | 'results';

/** What is kept of a collection as one: an edit is made on what is there then, and the last of several tabs counts. */
interface KeptNotes<Notes, Edit> {
  get(collection: string): Promise<Notes>;
  /** @returns what is kept then */
  change(collection: string, edit: Edit): Promise<Notes>;
}

export interface StoredChange {
  readonly collection: string;
  readonly what: ChangeKind;
}

/** What is computed belongs to one collection; writing for a deleted one is refused with `collection-missing`. */
export interface StoragePort {
  readonly collections: {
    list(): Promise<CollectionRecord[]>;
    get(id: string): Promise<CollectionRecord | null>;
    add(record: CollectionRecord, dataset: Dataset, beside?: Beside): Promise<void>;
    rename(id: string, name: string): Promise<CollectionRecord>;
    remove(id: string): Promise<void>;
    docs(id: string): Promise<Doc[]>;
    replaceDocs(id: string, base: number, documents: NewDocuments, dataset: Dataset): Promise<CollectionRecord>;
  };
  readonly questions: {
    get(id: string): Promise<Questions>;
    /** @param base revision the questions were read at; `changed-elsewhere` where another tab has saved since */
    save(
      id: string,
      base: number,
      questions: Questions,
      counts: Partial<CollectionCounts>,
      beside?: { readonly judges?: Judges; readonly acts?: readonly JudgingAct[] },
    ): Promise<CollectionRecord>;
    acts(collection: string): Promise<JudgingAct[]>;
    /** All or none, and done when they are on disk. @returns how many there are then */
    addActs(collection: string, acts: readonly JudgingAct[]): Promise<number>;
  };
  readonly judges: { get(collection: string): Promise<Judges | null> };
  readonly annotations: KeptNotes<Annotations, AnnotationEdit>;
  readonly runNotes: KeptNotes<RunNotes, RunNoteEdit>;
  readonly judgingPlan: KeptNotes<JudgingPlan | null, JudgingPlan>;
  readonly automaticJudges: KeptNotes<AutomaticJudges, AutomaticJudgesEdit>;
  readonly blindComparisons: {
    all(collection: string): Promise<BlindSession[]>;
    lists(collection: string, session: string): Promise<SessionList[]>;
    add(collection: string, session: BlindSession): Promise<void>;
    /** @param number from 0; `changed-elsewhere` where another tab has shown that list */
    addList(collection: string, session: string, number: number, list: SessionList): Promise<void>;
    /** `changed-elsewhere` where the list is done, as in another tab. */
    mark(collection: string, session: string, number: number, marked: MarkedList): Promise<void>;
    reveal(collection: string, session: string, revealed: BlindReveal): Promise<void>;
    keep(collection: string, session: string, kept: KeptSystem): Promise<void>;
  };
  readonly artifacts: {
    get(collection: string, key: string): Promise<unknown>;
    has(collection: string, key: string): Promise<boolean>;
    put(collection: string, key: string, value: unknown): Promise<void>;
  };
  readonly rows: {
    read(collection: string, namespace: string): AsyncIterable<RowBlock & { own: boolean }>;
    add(collection: string, namespace: string, block: RowBlock): Promise<void>;
    count(collection: string, namespace: string): Promise<number>;
  };
  readonly runs: {
    list(collection: string): Promise<RunHeader[]>;
    get(collection: string, system: string): Promise<PackedRun | null>;
    add(collection: string, runs: readonly KeptRun[]): Promise<void>;
    remove(collection: string, system: string): Promise<void>;
  };
  readonly supplied: {
    list(collection: string): Promise<SuppliedHeader[]>;
    get(collection: string, name: string): Promise<StoredContent | null>;
    /** All of them or none; `changed-elsewhere` where one of the names is taken. */
    add(collection: string, supplied: readonly KeptSupplied[]): Promise<void>;
    remove(collection: string, name: string): Promise<void>;
  };
  readonly results: {
    list(collection: string): Promise<ResultHeader[]>;
    get(collection: string, key: string): Promise<ResultRecord | null>;
    getOther(collection: string, key: string): Promise<OtherResult | null>;
    has(collection: string, key: string): Promise<boolean>;
    put(result: ResultRecord): Promise<void>;
  };
  readonly settings: {
    get(key: string): Promise<unknown>;
    put(key: string, value: unknown): Promise<void>;
  };
  readonly space: {
    persist(): Promise<boolean>;
    usage(): Promise<{ bytes: number; quota: number; persistent: boolean }>;
  };
  onChange(listener: (change: StoredChange) => void): () => void;
}
