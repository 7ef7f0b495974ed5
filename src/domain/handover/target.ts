import type { Json, Ranking, DocId, Metadata } from '../../base/types';
import type { EngineFailure } from './failures';
import type { FusionSpec, FusionMethod } from '../fusion/fusion-spec';
import type { RetrieverSpec } from '../retrieval/retriever-spec';
import type { Problem } from '../../base/problem';
import type { FieldSummary } from '../dataset/corpus';
import type { PartKey, PartSpec, SystemSpec } from '../experiment/parts';
import type { FusingEngine } from './fusions';
import type { StopWordLanguage } from '../text/analyzer-spec';

export type TargetId = FusingEngine | 'postgresql';

/** A system as it is handed over, with what a target has to know beside its parts. */
export interface HandedSystem {
  readonly system: SystemSpec;
  /** Of the index, collection or table: small letters, digits and hyphens, a letter first. */
  readonly name: string;
  /** Passages of each retriever that are fused; an engine's window. */
  readonly depth: number;
  readonly k: number;
  /** By retriever: the length of its vectors; null for one that compares none. */
  readonly dimensions: readonly (number | null)[];
  readonly fields: readonly FieldSummary[];
  /** The stop words of each language that an analyzer of the system leaves out, as the analyzer compares them. */
  readonly stopWords: Partial<Readonly<Record<StopWordLanguage, readonly string[]>>>;
  /** Whether vectors are searched by an approximate index of the engine, which nothing here measures. */
  readonly approximate: boolean;
  /** By retriever, its place in an index that several systems share; its own place where absent. */
  readonly places?: readonly number[];
}

/**
 * What a retriever searches by. `text`: normalised text for the engine's analyzer. `terms`: terms of Hitrate's
 * analyzer. `sparse`: weights of terms, so that the score is a dot product. `vector`: an embedding.
 */
export type SearchForm = 'text' | 'terms' | 'sparse' | 'vector';

export interface SparseVector {
  /** Numbers of terms, each once, ascending. */
  readonly indices: readonly number[];
  readonly values: readonly number[];
}

export type SearchedBy =
  | { readonly form: 'text'; readonly text: string }
  | { readonly form: 'terms'; readonly terms: readonly string[] }
  | { readonly form: 'sparse'; readonly sparse: SparseVector }
  | { readonly form: 'vector'; readonly vector: ArrayLike<number> };

export interface HandedPassage {
  readonly id: DocId;
  /** Its place in the collection, from 0: engines that take no texts for ids number passages by it. */
  readonly position: number;
  /** Null where passages are not handed over, and vectors are. */
  readonly content: { readonly title: string; readonly text: string; readonly metadata: Metadata } | null;
  /** By retriever, in the form that `SearchEngine.forms` says; null for what is not handed over. */
  readonly searched: readonly (SearchedBy | null)[];
}

/** What stands in a template for what a question brings, as `{{vector_1}}`. */
export interface Placeholder {
  readonly form: 'placeholder';
  readonly text: string;
}

/** By retriever, in the form that `SearchEngine.forms` says. */
export interface HandedQuestion {
  readonly searched: readonly (SearchedBy | Placeholder)[];
}

/** What leaves the machine beside settings: nothing unless it was asked for. */
export interface HandedContent {
  readonly passages: boolean;
  readonly vectors: boolean;
  /** Each passage once; read once for each file that has them. */
  readonly read: () => AsyncIterable<HandedPassage> | Iterable<HandedPassage>;
  /** The terms that the numbers of sparse vectors stand for, by retriever; read after the passages are there. */
  readonly vocabulary: (retriever: number) => Iterable<string>;
  /** Passages without a term that was too long for the engine, once they were read. */
  readonly shortened: () => number;
}

/** What a target cannot compute as Hitrate does, by code. */
export interface HandoverRefusalData {
  /** `run`, `rewritten`, `term-graph`, `file-vectors`. */
  retriever: { readonly retriever: number; readonly kind: string };
  /** A scoring of words that the target does not have; `nearest` is the one that the nearest system uses. */
  scorer: { readonly retriever: number; readonly scorer: string; readonly nearest: string };
  /** What is added to a question before words are searched: `rm3`, `spelling`, `synonyms`. */
  question: { readonly retriever: number; readonly kind: string };
  'vector-search': { readonly retriever: number; readonly kind: string };
  /** A method or a norm that the target does not have; `nearest` is null where it has nothing like it. */
  fusion: { readonly method: FusionMethod; readonly norm: string | null; readonly nearest: FusionMethod | null };
  'engine-fusion': { readonly asked: FusionSpec; readonly nearest: FusionSpec };
  lists: { readonly lists: number; readonly most: number };
  filter: { readonly kind: string };
  boost: null;
  part: { readonly part: string };
  rerank: { readonly model: string };
  threshold: { readonly threshold: number };
  learned: null;
  'cross-fitted': { readonly method: string };
}

export type HandoverRefusal = Problem<HandoverRefusalData>;

export interface Expressed<Spec = SystemSpec> {
  /** None where it computes what Hitrate does. */
  readonly refusals: readonly HandoverRefusal[];
  /** What the files express: the given one where nothing is refused; null where there is none near it. */
  readonly nearest: Spec | null;
}

export type Ability<Spec> = (spec: Spec, system: SystemSpec) => Expressed<Spec>;

/** One entry a part: the compiler asks for each, and a part without one is refused. */
export type Abilities = { readonly [Key in PartKey]: Ability<PartSpec<Key>> };

/** What a person has to know of files that are exact, by code. */
export interface HandoverNoteData {
  /** Questions go through NFKC and lower case before they are asked. */
  'question-normalised': { readonly retriever: number };
  /** Questions go through Hitrate's analyzer, since the engine has no equal of it. */
  'question-terms': { readonly retriever: number };
  /** Questions become sparse vectors by the vocabulary in a file. */
  'question-sparse': { readonly retriever: number; readonly file: string };
  'question-vector': {
    readonly retriever: number;
    readonly model: string;
    readonly prefix: string;
    readonly dimensions: number | null;
  };
  'approximate-vectors': null;
  version: { readonly least: string };
  'long-terms': { readonly passages: number };
  /** Weights were scaled to sum to 1, which changes no order. */
  'weights-scaled': null;
  /** Statistics of the collection are in the weights of terms: passages that are added later do not change them. */
  'weights-fixed': null;
  /** What the engine's source has and its published description does not list. */
  undescribed: { readonly name: string };
}

export type HandoverNote = Problem<HandoverNoteData>;

/** A command of the README, in order. Addresses and credentials are variables of the environment. */
export interface HandoverCommand {
  readonly does: 'create-index' | 'create-pipeline' | 'index-passages' | 'search';
  readonly shell: string;
}

/** A file by its path, with its text, or with its lines where it grows with the collection. */
export type HandedFile =
  | { readonly path: string; readonly text: string }
  | { readonly path: string; readonly lines: () => AsyncIterable<string> };

export interface EngineIndex {
  /** Begins with `hitrate`; small letters, digits and underscores. */
  readonly name: string;
  readonly key: string;
  /** Every distinct retriever of the systems that are run. */
  readonly handed: HandedSystem;
}

/**
 * Where an index stands; one of somebody else is `foreign`, and never written. Its marker has the key, by which another is
 * another index, and the passages in it once all are there; null while it is built.
 */
export type IndexState =
  | { readonly is: 'absent' | 'foreign' }
  | { readonly is: 'ours'; readonly marker: { readonly key: string; readonly passages: number | null } };

/** What Hitrate writes into an index that it creates, and looks for before it writes to one. */
export const markerOf = ({ key }: EngineIndex, passages: number | null) => ({ createdBy: 'hitrate', key, passages });

/** By what an index has where Hitrate puts its mark. */
export function stateOf(mark: Json | undefined): IndexState {
  const { createdBy, key, passages } = (mark ?? {}) as { readonly [field: string]: Json | undefined };
  if (createdBy !== 'hitrate' || typeof key !== 'string') return { is: 'foreign' };
  return { is: 'ours', marker: { key, passages: typeof passages === 'number' ? passages : null } };
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

/** Requests of an engine, and how answers are read: pure, so that every request can be shown before it is sent. */
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
  settle(index: EngineIndex): readonly EngineRequest[];
  /** Whether what {@link settle} began has ended, by the reply to the last of its requests, which is repeated until then. */
  isSettled?(reply: Json): boolean;
  count(index: EngineIndex): EngineRequest;
  readCount(reply: Json): number;
  complete(index: EngineIndex, passages: number): readonly EngineRequest[];
  /** What has to be there before a search, as pipelines: repeated with each command. */
  prepare?(search: HandedSystem): readonly EngineRequest[];
  ask(search: HandedSystem, questions: readonly HandedQuestion[]): EngineRequest;
  /** By question, higher scores first. @throws {EngineFailure} `incomplete` where it does not answer all questions */
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
