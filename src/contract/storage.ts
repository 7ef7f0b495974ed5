import type { BlindSession, SessionList } from '../domain/learning/blind-session';
import type { BlindReveal, KeptSystem } from '../domain/learning/session-record';
import type { LanguageShare, Dataset, Doc, Judgment, Query, Requirement } from '../base/types';
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

/**
 * Sessions in which lists are marked blind: systems compared on interleaved lists, and weights learned on drawn ones. Each
 * write is done when it is on disk.
 */
export interface BlindComparisonStorage {
  all(collection: string): Promise<BlindSession[]>;
  /** In the order in which they were shown. */
  lists(collection: string, session: string): Promise<SessionList[]>;
  add(collection: string, session: BlindSession): Promise<void>;
  /** @param number from 0; `changed-elsewhere` where another tab has shown that list */
  addList(collection: string, session: string, number: number, list: SessionList): Promise<void>;
  /** `changed-elsewhere` where the list is done, as in another tab. */
  mark(
    collection: string,
    session: string,
    number: number,
    marked: Pick<SessionList, 'marks' | 'doneAt'>,
  ): Promise<void>;
  /** Notes the first time that the names of the systems were shown. */
  reveal(collection: string, session: string, revealed: BlindReveal): Promise<void>;
  /** Notes a system that is taken into the new run, after those before. */
  keep(collection: string, session: string, kept: KeptSystem): Promise<void>;
}

export interface CollectionRecord {
  readonly id: string;
  readonly name: string;
  readonly origin: 'sample' | 'import';
  readonly createdAt: number;
  readonly summary: ImportSummary;
  readonly counts: CollectionCounts;
  readonly corpusKey: string;
  /** Absent where documents have none. */
  readonly metadata?: CollectionMetadata;
  /** Absent where a collection came whole, with questions. */
  readonly documents?: DocumentSources;
  /** Counts the times that questions or documents were saved: two tabs that edit notice each other by it. */
  readonly revision: number;
}

interface CollectionMetadata {
  readonly key: string;
  readonly fields: readonly FieldSummary[];
}

/** Where the documents of a collection come from. */
export interface DocumentSources {
  readonly preparation: Preparation;
  /** Every file, read or not: one that is chosen again is known by its hash. */
  readonly files: readonly FileReport[];
  /** Lines that were taken out of several files, as `lineKey` has them: files that are read later lose them too. */
  readonly boilerplate?: readonly string[];
  /** Of tables, by path. */
  readonly columns?: Readonly<Record<string, ColumnChoice>>;
}

export interface CollectionCounts {
  readonly docs: number;
  readonly queries: number;
  readonly judgments: number;
  /** Questions with at least one judgment: those that are evaluated. */
  readonly judgedQueries: number;
  readonly characters: number;
}

export interface Questions {
  readonly queries: readonly Query[];
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
  /** How many acts of judging by hand the judgments hold; none where absent. */
  readonly judgedActs?: number;
}

export interface SavedBeside {
  readonly judges?: Judges;
  /** Added to the log. */
  readonly acts?: readonly JudgingAct[];
}

/** An external run, without its lists. */
export interface RunHeader {
  readonly collection: string;
  readonly system: string;
  readonly file: string;
  readonly format: string;
  readonly addedAt: number;
  readonly hash: string;
  readonly queries: number;
  readonly hits: number;
  /** What its engine says that each question took, aligned with the run's questions; absent where it says nothing. */
  readonly times?: RunTimes;
}

/** Rewrites, vectors or contexts that the user added, without their content. */
export type SuppliedHeader = {
  readonly collection: string;
  readonly name: string;
  readonly files: readonly string[];
  readonly addedAt: number;
  readonly hash: string;
  /** Questions of the collection that it has rewrites or vectors for; 0 of contexts, which are of passages. */
  readonly questions: number;
} & (
  | { readonly kind: 'rewrites'; readonly texts: number }
  | { readonly kind: 'vectors'; readonly passages: number; readonly dimensions: number }
  /** Of how many documents of the collection, as far as they name one. */
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

/** Vectors as they are stored: those of passages, which may be most of the memory, only where they are asked for. */
export interface StoredVectors extends Omit<VectorSet, 'passages'> {
  /** @param room where they are written, of so many numbers; else an array of their own */
  readonly readPassages: (room?: (length: number) => Float32Array) => Promise<Float32Array>;
}

export type StoredContent = Exclude<Supplied, VectorSet> | StoredVectors;

export interface RefreshedDocuments {
  /** Without unchanged files. */
  readonly changes: readonly FileChange[];
  readonly unchanged: number;
  readonly docs: readonly Doc[];
  readonly described: DescribedDocs;
  /** Of these, the new ones and those that are read otherwise than before. */
  readonly changedDocs: number;
  readonly removedDocs: number;
  readonly relocated: Relocated;
  readonly documentChanges: readonly DocumentChange[];
  readonly sources: DocumentSources;
  readonly languages: readonly LanguageShare[];
}

export interface PreparedDocuments {
  readonly docs: readonly Doc[];
  readonly described: DescribedDocs;
  readonly boilerplate: readonly string[];
  readonly languages: readonly LanguageShare[];
}

export interface Beside {
  readonly runs?: readonly KeptRun[];
  readonly supplied?: readonly KeptSupplied[];
}

export type NewDocuments = Pick<CollectionRecord, 'summary' | 'counts' | 'corpusKey' | 'metadata' | 'documents'>;

/** Rows of numbers kept by the content they were computed from: one key a row; `values` is row-major, `width` wide. */
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

export interface StoredChange {
  readonly collection: string;
  readonly what: ChangeKind;
}

/**
 * What is stored on this machine, by kind. Everything that is computed belongs to one collection and is deleted with it;
 * writing for a collection that was deleted meanwhile, perhaps in another tab, is refused with `collection-missing`.
 */
export interface StoragePort {
  readonly collections: {
    list(): Promise<CollectionRecord[]>;
    get(id: string): Promise<CollectionRecord | null>;
    add(record: CollectionRecord, dataset: Dataset, beside?: Beside): Promise<void>;
    rename(id: string, name: string): Promise<CollectionRecord>;
    /** Deletes the collection and everything computed from it, in one transaction. */
    remove(id: string): Promise<void>;
    docs(id: string): Promise<Doc[]>;
    /** Replaces the documents, and with them questions and judgments; `base` as for {@link StoragePort.questions}. */
    replaceDocs(id: string, base: number, documents: NewDocuments, dataset: Dataset): Promise<CollectionRecord>;
  };
  readonly questions: {
    get(id: string): Promise<Questions>;
    /**
     * Replaces questions and judgments, counts them in the record, and raises its revision by one.
     *
     * @param base revision the questions were read at; `changed-elsewhere` where another tab has saved since
     * @param counts those that change
     * @param beside what is written with them or not at all
     * @returns the record as it is then
     */
    save(
      id: string,
      base: number,
      questions: Questions,
      counts: Partial<CollectionCounts>,
      beside?: SavedBeside,
    ): Promise<CollectionRecord>;
    /** Acts of judging by hand, in the order in which they were made. */
    acts(collection: string): Promise<JudgingAct[]>;
    /** All or none, and done when they are on disk. @returns how many there are then */
    addActs(collection: string, acts: readonly JudgingAct[]): Promise<number>;
  };
  /** Judges whose grades came in files; null where there were never any. They are written by `questions.save`. */
  readonly judges: { get(collection: string): Promise<Judges | null> };
  readonly annotations: {
    get(collection: string): Promise<Annotations>;
    /** Changes what is kept, whatever other tabs wrote meanwhile. @returns all that is kept then */
    change(collection: string, edit: AnnotationEdit): Promise<Annotations>;
  };
  readonly runNotes: {
    get(collection: string): Promise<RunNotes>;
    /** As for {@link StoragePort.annotations}. */
    change(collection: string, edit: RunNoteEdit): Promise<RunNotes>;
  };
  /** How passages are judged; null before judging began. */
  readonly judgingPlan: {
    get(collection: string): Promise<JudgingPlan | null>;
    /** Replaces it; the last of several tabs counts. @returns what is kept then */
    change(collection: string, plan: JudgingPlan): Promise<JudgingPlan | null>;
  };
  /** What models or files judged, apart from the judgments of people. */
  readonly automaticJudges: {
    get(collection: string): Promise<AutomaticJudges>;
    /** As for {@link StoragePort.annotations}. */
    change(collection: string, edit: AutomaticJudgesEdit): Promise<AutomaticJudges>;
  };
  readonly blindComparisons: BlindComparisonStorage;
  /** What was computed: an index, the rankings of a block of questions. */
  readonly artifacts: {
    get(collection: string, key: string): Promise<unknown>;
    has(collection: string, key: string): Promise<boolean>;
    put(collection: string, key: string, value: unknown): Promise<void>;
  };
  readonly rows: {
    /** Blocks of one namespace, of this collection first and then of the others. */
    read(collection: string, namespace: string): AsyncIterable<RowBlock & { own: boolean }>;
    add(collection: string, namespace: string, block: RowBlock): Promise<void>;
    count(collection: string, namespace: string): Promise<number>;
  };
  readonly runs: {
    /** Oldest first. */
    list(collection: string): Promise<RunHeader[]>;
    get(collection: string, system: string): Promise<PackedRun | null>;
    /** All of them or none; `changed-elsewhere` where one of the names is taken. */
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
    /** Newest first. */
    list(collection: string): Promise<ResultHeader[]>;
    /** Null where there is none, or one of another form. */
    get(collection: string, key: string): Promise<ResultRecord | null>;
    getOther(collection: string, key: string): Promise<OtherResult | null>;
    /** Whether `get` gives one. */
    has(collection: string, key: string): Promise<boolean>;
    put(result: ResultRecord): Promise<void>;
  };
  readonly settings: {
    get(key: string): Promise<unknown>;
    put(key: string, value: unknown): Promise<void>;
  };
  readonly space: {
    /** Asks the browser not to evict what is stored. */
    persist(): Promise<boolean>;
    usage(): Promise<{ bytes: number; quota: number; persistent: boolean }>;
  };
  /** Calls back when another tab has written something that is shown. @returns ends the calls */
  onChange(listener: (change: StoredChange) => void): () => void;
}
