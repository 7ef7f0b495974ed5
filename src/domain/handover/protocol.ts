import type { Json, Ranking } from '../../base/types';
import type { EngineFailure } from './failures';
import type { FusionSpec } from '../fusion/fusion-spec';
import type { RetrieverSpec } from '../retrieval/retriever-spec';
import type {
  Abilities,
  HandedContent,
  HandedFile,
  HandedPassage,
  HandedQuestion,
  HandedSystem,
  HandoverCommand,
  HandoverNote,
  SearchedBy,
  SearchForm,
} from './target';

/** What Hitrate writes into an index that it creates, and looks for before it writes to one. */
interface Marker {
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

/** Where an index stands; one of somebody else is `foreign`, and never written. */
export type IndexState =
  { readonly is: 'absent' } | { readonly is: 'foreign' } | { readonly is: 'ours'; readonly marker: Marker };

export const markerOf = ({ key }: EngineIndex, passages: number | null): Marker => ({
  createdBy: 'hitrate',
  key,
  passages,
});

/** By what an index has where Hitrate puts its mark. */
export function stateOf(mark: Json | undefined): IndexState {
  const { createdBy, key, passages } = (mark ?? {}) as { readonly [field: string]: Json | undefined };
  if (createdBy !== 'hitrate' || typeof key !== 'string') return { is: 'foreign' };
  return { is: 'ours', marker: { createdBy, key, passages: typeof passages === 'number' ? passages : null } };
}

/** A request as plain data: what is sent, and what `--dry-run` shows. */
export interface EngineRequest {
  readonly method: 'SQL' | 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** The statement, or the path of a URL. */
  readonly path: string;
  readonly body?: object;
  /** What HTTP sends as JSON, one value a line. */
  readonly lines?: readonly string[];
  /** Whether the engine may take an hour: it builds what is searched, and answers when that is done. */
  readonly isLong?: boolean;
}

export type VersionNumber = readonly [major: number, minor: number];

export function versionNumber(text: string): VersionNumber {
  const [major = 0, minor = 0] = text.split('.').map(Number);
  return [major, minor];
}

export interface FailedItem {
  readonly id: string;
  readonly failure: EngineFailure;
}

/**
 * The requests of an engine, whose bodies are those that are handed over, and how its answers are read: pure, so that every
 * request can be shown before any is sent. A search is a system of an index: its retrievers have their places there.
 */
export interface Protocol {
  readonly mostNumbers: number;
  version(): readonly EngineRequest[];
  /** What answers, as results name it; its number is null where it is another server. */
  readVersion(replies: readonly Json[]): { readonly name: string; readonly number: VersionNumber | null };
  least(search: HandedSystem): VersionNumber;
  /** A reply of null means that there is no such index. */
  look(index: EngineIndex): EngineRequest;
  readState(index: EngineIndex, reply: Json): IndexState;
  create(index: EngineIndex): readonly EngineRequest[];
  add(index: EngineIndex, passages: readonly HandedPassage[]): EngineRequest;
  /** @throws {EngineFailure} `incomplete` where it does not speak of as many passages as were sent */
  readFailed(reply: Json, sent: number): readonly FailedItem[];
  /** Makes what was added searchable. */
  settle(index: EngineIndex): readonly EngineRequest[];
  /** Whether what {@link settle} began has ended, by the reply to the last of its requests, which is repeated until then. */
  isSettled?(reply: Json): boolean;
  count(index: EngineIndex): EngineRequest;
  readCount(reply: Json): number;
  /** Says that all is there. */
  complete(index: EngineIndex, passages: number): readonly EngineRequest[];
  /** What has to be there before a search, as pipelines: repeated with each command. */
  prepare?(search: HandedSystem): readonly EngineRequest[];
  ask(search: HandedSystem, questions: readonly HandedQuestion[]): EngineRequest;
  /**
   * By question, in the engine's order, higher scores first.
   * @throws {EngineFailure} `incomplete` where it is not the whole answer to so many questions
   */
  readRankings(search: HandedSystem, reply: Json, questions: number): readonly Ranking[];
  drop(index: EngineIndex): readonly EngineRequest[];
}

/** An engine: pure functions, which say what it computes, make the bodies of requests, and read hits. */
export interface SearchEngine {
  readonly abilities: Abilities;
  /** By retriever. For a system that the abilities gave as the nearest, as everything below. */
  readonly forms: (handed: HandedSystem) => readonly SearchForm[];
  /** What is searched by without what the engine would refuse; the same where it takes all of it. */
  readonly fitted?: (searched: SearchedBy, spec: RetrieverSpec) => SearchedBy;
  readonly told: (fusion: FusionSpec, lists: number) => { readonly form: string };
  readonly notes: (handed: HandedSystem) => readonly HandoverNote[];
  readonly commands: (handed: HandedSystem, content: HandedContent) => readonly HandoverCommand[];
  /** Without the README, which is words. */
  readonly files: (handed: HandedSystem, content: HandedContent) => readonly HandedFile[];
  readonly live: Protocol;
}
