import type { DocId, Metadata } from '../../base/types';
import type { Problem } from '../../base/problem';
import type { FieldSummary } from '../dataset/corpus';
import type { PartKey, PartSpec, SystemSpec } from '../experiment/parts';
import type { FusingEngine } from './fusions';
import type { FusionMethod, FusionSpec } from '../fusion/fusion-spec';
import type { StopWordLanguage } from '../text/analyzer-spec';

/** Search engines in which a system that was found can run. */
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
 * What a retriever searches by, of a passage and of a question alike. `text`: normalised text, which the engine analyses.
 * `terms`: the terms of Hitrate's analyzer. `sparse`: what each term weighs, so that the score is a dot product. `vector`:
 * an embedding.
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

/** What an engine makes of a system, or of a part of it. */
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
