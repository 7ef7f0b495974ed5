import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import type { EngineOptions } from '../../ui/command-line/command';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import type { DenseSpec, FileVectorsSpec } from '../../domain/retrieval/retriever-spec';
import type { Json, Ranking } from '../../base/types';
import type { SparseSpec } from '../../domain/handover/sparse-weights';
import type { SparseVector } from '../../domain/handover/target';
import type { EngineFailure } from './failure';

/** Engines that the command line can ask. */
export type AskedEngine = 'postgresql' | 'opensearch' | 'elasticsearch' | 'qdrant';

export type Metric = 'cosine' | 'dot-product' | 'euclidean';

/** Terms of Hitrate's analyzer, which the engine scores by its BM25. */
export interface WordsField {
  readonly kind: 'words';
  /** Of a column or field: small letters, digits and underscores. */
  readonly name: string;
  readonly analyzer: AnalyzerSpec;
  readonly k1: number;
  readonly b: number;
  /** How Hitrate weighs terms for an engine that only adds up; absent where the engine scores terms by its own BM25. */
  readonly weights?: SparseSpec;
}

/** The engine's approximate index; null where every vector is compared. */
export interface NeighbourGraph {
  readonly m: number;
  readonly efConstruction: number;
}

export interface VectorField {
  readonly kind: 'vector';
  readonly name: string;
  readonly metric: Metric;
  readonly graph: NeighbourGraph | null;
  /** The encoder, or the file that has the vectors. */
  readonly source: DenseSpec | FileVectorsSpec;
  readonly dimensions: number;
}

export type IndexField = WordsField | VectorField;

/** What Hitrate writes into an index that it creates, and looks for before it writes to one. */
export interface Marker {
  readonly createdBy: 'hitrate';
  /** Of the documents and of the fields: another key is another index. */
  readonly key: string;
  /** Passages in it, once all are there; null while it is built. */
  readonly passages: number | null;
}

export interface EngineIndex {
  /** Begins with `hitrate`; small letters, digits and underscores. */
  readonly name: string;
  readonly key: string;
  readonly fields: readonly IndexField[];
}

/** What is compared of a passage or a question, by field: terms, weights of terms, or a vector. */
export type SearchedValue = readonly string[] | SparseVector | Float32Array;

export interface IndexRow {
  readonly id: string;
  /** Its place in the collection, from 0. */
  readonly position: number;
  readonly values: readonly SearchedValue[];
}

/** One search of one field, as deep as lists are. */
export interface ListPlan {
  /** Place of the field in the index. */
  readonly field: number;
  readonly depth: number;
  /** Candidates that an approximate search holds; null for an exact one. */
  readonly efSearch: number | null;
}

/** Lists that an engine joins itself, so that one search answers for a system of several retrievers. */
export interface JoinedPlan {
  /** Of the system's retrievers, in their order. */
  readonly lists: readonly ListPlan[];
  readonly fusion: FusionSpec;
  /** How many of the joined list are wanted. */
  readonly depth: number;
}

/** What joins lists: the engine in its search, or Hitrate once the lists are here. */
export type FusedBy = EngineOptions['fusedBy'];

/** How an engine joins lists in its own search. */
export interface FusionProtocol {
  /**
   * How the engine has a fusion, in its own words, for the manifest of results; null where it cannot compute one that puts
   * the same lists in the same order.
   */
  expresses(plan: Pick<JoinedPlan, 'fusion' | 'lists'>, fields: readonly FieldOfPlan[]): JsonObject | null;
  /** One request for some questions. @param questions by question, what each list of the plan is searched by */
  ask(index: EngineIndex, plan: JoinedPlan, questions: readonly (readonly SearchedValue[])[]): EngineRequest;
  /** By question, higher scores first. */
  readRankings(index: EngineIndex, plan: JoinedPlan, reply: Json): readonly Ranking[];
}

type JsonObject = { readonly [field: string]: Json };

/** A field before the length of its vectors is known. */
export type FieldOfPlan = WordsField | Omit<VectorField, 'dimensions'>;

/** A scoring of words that the engine does not have, and the one that it computes instead: by the codes of a handover. */
export interface Substitute {
  readonly system: string;
  /** Place among the retrievers of the system. */
  readonly retriever: number;
  readonly asked: string;
  readonly given: string;
  readonly k1: number;
  readonly b: number;
}

/** A request as plain data: what is sent, and what `--dry-run` shows. */
export interface EngineRequest {
  readonly method: 'SQL' | 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The statement, or the path of a URL. */
  readonly path: string;
  /** Parameters of SQL. */
  readonly values?: readonly (string | number | readonly (string | null)[])[];
  /** What HTTP sends as JSON. */
  readonly body?: object;
  /** What HTTP sends as JSON, one value a line. */
  readonly lines?: readonly string[];
  /** Whether the engine may take an hour: it builds what is searched, and answers when that is done. */
  readonly isLong?: boolean;
}

/** What answers at an address. */
export interface EngineVersion {
  /** As results name it. */
  readonly name: string;
  /** What has to be there instead; null where this can be asked. */
  readonly needed: string | null;
}

/** Where an index stands. */
export type IndexState =
  | { readonly is: 'absent' }
  /** Of somebody else: never written. */
  | { readonly is: 'foreign' }
  | { readonly is: 'ours'; readonly marker: Marker };

/** A passage that the engine did not take. */
export interface FailedItem {
  readonly id: string;
  readonly failure: EngineFailure;
}

/** The most numbers that a vector has, in a search of all vectors and in an approximate index. */
export interface VectorLimits {
  readonly exact: number;
  readonly graph: number;
}

/** What an engine is asked and how its answers are read: pure, so that every request can be shown before any is sent. */
export interface Protocol {
  readonly limits: VectorLimits;
  /** Whether the engine scores terms, or adds up what they weigh. */
  readonly words: 'terms' | 'weights';
  version(): readonly EngineRequest[];
  readVersion(replies: readonly Json[]): EngineVersion;
  /** A reply of null means that there is no such index. */
  look(index: EngineIndex): EngineRequest;
  readState(index: EngineIndex, reply: Json): IndexState;
  create(index: EngineIndex): readonly EngineRequest[];
  add(index: EngineIndex, rows: readonly IndexRow[]): EngineRequest;
  readFailed(reply: Json): readonly FailedItem[];
  /** Makes what was added searchable, and says that all is there. */
  complete(index: EngineIndex, passages: number): readonly EngineRequest[];
  /** Before {@link complete}, since it decides whether all is there. */
  settle(index: EngineIndex): readonly EngineRequest[];
  /** Whether what {@link settle} began has ended, by the reply to the last of its requests, which is repeated until then. */
  isSettled?(reply: Json): boolean;
  count(index: EngineIndex): EngineRequest;
  readCount(reply: Json): number;
  /** What has to be there before lists are asked for, as functions or pipelines: repeated with each command. */
  prepare?(index: EngineIndex, lists: readonly ListPlan[], joined: readonly JoinedPlan[]): readonly EngineRequest[];
  /** One request for some questions. */
  ask(index: EngineIndex, list: ListPlan, questions: readonly SearchedValue[]): EngineRequest;
  /** By question, in the engine's order, higher scores first. */
  readRankings(index: EngineIndex, list: ListPlan, reply: Json): readonly Ranking[];
  drop(index: EngineIndex): readonly EngineRequest[];
  /** Absent where the engine joins nothing: Hitrate does. */
  readonly fusion?: FusionProtocol;
}

/** Sends requests with the engine's own client. */
export interface Transport {
  /**
   * @returns the answer; null where what is asked for does not exist
   * @throws {EngineFailure}
   */
  send(request: EngineRequest, signal: AbortSignal): Promise<Json>;
  close(): Promise<void>;
}
