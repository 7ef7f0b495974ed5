/**
 * The vocabulary of Hitrate. `Run` is the waist of the hourglass: retrievers, fusion, rerankers and (later) files from
 * other systems produce it; measures, reports and charts only consume it.
 */

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type DocId = Branded<string, 'DocId'>;
export type QueryId = Branded<string, 'QueryId'>;

export const docId = (text: string): DocId => text as DocId;
export const queryId = (text: string): QueryId => text as QueryId;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Doc {
  readonly id: DocId;
  /** Empty where the source gives none. */
  readonly title: string;
  readonly text: string;
}

export interface Query {
  readonly id: QueryId;
  readonly text: string;
}

/** One relevance judgment. Grade 0 means judged and not relevant, which is not the same as unjudged. */
export interface Judgment {
  readonly query: QueryId;
  readonly doc: DocId;
  readonly grade: number;
}

/** What a person brings: documents, questions and judgments. */
export interface Dataset {
  readonly docs: readonly Doc[];
  readonly queries: readonly Query[];
  readonly judgments: readonly Judgment[];
}

/** Judgments by question, then document: the form that measures read. */
export type Qrels = ReadonlyMap<QueryId, ReadonlyMap<DocId, number>>;

export interface Hit {
  readonly id: DocId;
  readonly score: number;
}

/** The documents found for one question, best first. */
export type Ranking = readonly Hit[];

export type Run = ReadonlyMap<QueryId, Ranking>;
