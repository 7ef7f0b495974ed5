import type { Json, Ranking } from '../../base/types';
import type { HandedPassage, HandedQuestion, HandedSystem, TargetId } from '../../domain/handover/target';
import type { EngineFailure } from './failures';

/** Engines that the command line can ask. */
export type AskedEngine = TargetId;

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

/** What Hitrate writes into an index that it creates, and looks for before it writes to one. */
export interface Marker {
  readonly createdBy: 'hitrate';
  /** Of the documents and of what is searched: another key is another index. */
  readonly key: string;
  /** Passages in it, once all are there; null while it is built. */
  readonly passages: number | null;
}

export interface EngineIndex {
  /** Begins with `hitrate`; small letters, digits and underscores. */
  readonly name: string;
  readonly key: string;
  /** Every distinct retriever of the systems that are run. */
  readonly handed: HandedSystem;
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

export type VersionNumber = readonly [major: number, minor: number];

/** What answers at an address. */
export interface EngineVersion {
  /** As results name it. */
  readonly name: string;
  /** Null where it is another server. */
  readonly number: VersionNumber | null;
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

/**
 * The requests of an engine, whose bodies are those that are handed over, and how its answers are read: pure, so that every
 * request can be shown before any is sent. A search is a system of an index: its retrievers have their places there.
 */
export interface Protocol {
  /** The most numbers that a vector has. */
  readonly mostNumbers: number;
  version(): readonly EngineRequest[];
  readVersion(replies: readonly Json[]): EngineVersion;
  /** The least version that computes a search. */
  least(search: HandedSystem): VersionNumber;
  /** A reply of null means that there is no such index. */
  look(index: EngineIndex): EngineRequest;
  readState(index: EngineIndex, reply: Json): IndexState;
  create(index: EngineIndex): readonly EngineRequest[];
  add(index: EngineIndex, passages: readonly HandedPassage[]): EngineRequest;
  /** @throws {EngineFailure} `incomplete` where it does not speak of as many passages as were sent */
  readFailed(reply: Json, sent: number): readonly FailedItem[];
  /** Makes what was added searchable, and says that all is there. */
  complete(index: EngineIndex, passages: number): readonly EngineRequest[];
  /** Before {@link complete}, since it decides whether all is there. */
  settle(index: EngineIndex): readonly EngineRequest[];
  /** Whether what {@link settle} began has ended, by the reply to the last of its requests, which is repeated until then. */
  isSettled?(reply: Json): boolean;
  count(index: EngineIndex): EngineRequest;
  readCount(reply: Json): number;
  /** What has to be there before a search, as pipelines: repeated with each command. */
  prepare?(search: HandedSystem): readonly EngineRequest[];
  /** One request for some questions. */
  ask(search: HandedSystem, questions: readonly HandedQuestion[]): EngineRequest;
  /**
   * By question, in the engine's order, higher scores first.
   * @throws {EngineFailure} `incomplete` where it is not the whole answer to so many questions
   */
  readRankings(search: HandedSystem, reply: Json, questions: number): readonly Ranking[];
  drop(index: EngineIndex): readonly EngineRequest[];
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
