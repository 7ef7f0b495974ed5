import type { WordExplanation } from '../domain/retrieval/lexical/explain';
import type { StoredPostings } from '../domain/retrieval/lexical/postings';
import type { AnalyzerSpec } from '../domain/text/analyzer-spec';
import type { WordSpec } from '../domain/retrieval/retriever-spec';
import type { TermPlace } from '../domain/text/term-places';
import type { TimedRankings } from './rankings';

/** What holds the words: the package MiniSearch, or an index of our own. */
export type IndexKind = 'minisearch' | 'postings';

/** An index as it is kept. */
export type KeptIndex = Blob | StoredPostings;

/** A passage whose score is to be explained. */
export interface PassageToExplain {
  readonly position: number;
  /** The text that was indexed at that position. */
  readonly indexed: string;
  /** Texts in which the terms are marked, as title and text. */
  readonly shown: readonly string[];
}

export interface ExplainedPassage extends WordExplanation {
  /** By shown text: where the terms that the passage holds stand in it, as they are written there. */
  readonly places: readonly (readonly TermPlace[])[];
}

/** A word index in a worker. One index is open at a time; passages are positions in the order they were added. */
export interface LexicalApi {
  /** Starts an empty index. */
  create(input: { kind: IndexKind; analyzer: AnalyzerSpec }): Promise<void>;
  /** Adds passages at the next positions. */
  add(input: { texts: readonly string[] }): Promise<{ milliseconds: number }>;
  /** The open index as it will be stored; null where it is too large for that. Wrapped, so that it is copied, not moved. */
  serialise(): Promise<{ readonly index: KeptIndex } | null>;
  /** Opens what {@link serialise} gave; false where it cannot be read, as when it was written half. */
  open(input: { kind: IndexKind; index: KeptIndex; analyzer: AnalyzerSpec }): Promise<boolean>;
  /** The terms of some texts, whatever index is open. */
  terms(input: { analyzer: AnalyzerSpec; texts: readonly string[] }): Promise<string[][]>;
  /** The first `depth` passages for each question, ties by lower position. */
  search(input: { queries: readonly string[]; depth: number; spec: WordSpec }): Promise<TimedRankings>;
  /** How passages came by their scores for a question, one by one. */
  explain(input: {
    query: string;
    passages: readonly PassageToExplain[];
    spec: WordSpec;
  }): Promise<readonly ExplainedPassage[]>;
}
