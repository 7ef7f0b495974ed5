/** `Run` is the centre: retrievers, fusion, rerankers and files make it; measures, reports and charts read it. */

declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

export type DocId = Branded<string, 'DocId'>;
export type QueryId = Branded<string, 'QueryId'>;

export const docId = (text: string): DocId => text as DocId;
export const queryId = (text: string): QueryId => text as QueryId;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What a document has besides title and text, by field: a category, a price, a list of colours. */
export type Metadata = Readonly<Record<string, MetadataValue>>;
export type MetadataValue = string | number | readonly string[];

/** A part of a text: offsets in UTF-16 units, the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Place extends Span {
  readonly doc: DocId;
}

export interface Heading {
  /** Where the heading begins in the text; it is part of the text. */
  readonly start: number;
  readonly level: number;
  readonly text: string;
}

export interface Outline {
  /** Where each page begins in the text; none where the source has no pages. */
  readonly pages: readonly number[];
  readonly headings: readonly Heading[];
}

export interface Doc {
  readonly id: DocId;
  /** Empty where the source gives none. */
  readonly title: string;
  /** Of a passage: text that is indexed, embedded and reranked before it, and neither shown nor judged. */
  readonly context?: string;
  readonly text: string;
  /** Absent where the source gives none. */
  readonly metadata?: Metadata;
  /** Absent where the source has neither pages nor headings. */
  readonly outline?: Outline;
}

/** Where a question comes from, where that is known: results can be split by it. */
export type QuestionOrigin =
  | 'written'
  | 'imported'
  | 'keywords'
  | 'relation'
  | 'reworded'
  | 'several'
  | 'heading'
  | 'definition'
  | 'phrase'
  | 'cloze'
  | 'title'
  | 'model';

/** What a question is for: systems are trained and tuned on the first two, and the last says how good they are. */
export type QuestionSplit = 'train' | 'development' | 'test';

export interface Query {
  readonly id: QueryId;
  readonly text: string;
  /** Absent in collections that came with questions. */
  readonly origin?: QuestionOrigin;
  /** The model that wrote it, where the origin is one and it ran here. */
  readonly model?: string;
  /** What should be answered, where the source gives it. */
  readonly answer?: string;
  /** Absent where questions are not divided. */
  readonly split?: QuestionSplit;
  /** That nothing in the collection answers it, so that finding nothing is right: it counts in no measure. */
  readonly unanswerable?: true;
  /** Documents that are left out of its results, as its source says. */
  readonly excluded?: readonly DocId[];
}

/** One relevance judgment. Grade 0 means judged and not relevant, which is not the same as unjudged. */
export interface Judgment {
  readonly query: QueryId;
  readonly doc: DocId;
  readonly grade: number;
  /** The part of the document that is judged; the whole of it where absent. A document may have several judged parts. */
  readonly span?: Span;
}

export interface Need {
  /** None where nothing in the collection gives it: it cannot be met, and recall cannot reach 1. */
  readonly docs: readonly DocId[];
  /** Where in those documents it is given; any part of them where absent. */
  readonly places?: readonly Place[];
  /** The ground-truth text that these documents match, where it was given as a text. */
  readonly text?: string;
}

/**
 * All that a question needs: every need must be met, each by any of its documents (AND of ORs, as AutoRAG's
 * `retrieval_gt`, or texts). Recall counts needs that are met; every other measure reads the judgments.
 */
export interface Requirement {
  readonly query: QueryId;
  readonly needs: readonly Need[];
}

export interface Dataset {
  /** None where only judgments and runs of other systems were given. */
  readonly docs: readonly Doc[];
  /** The text is empty where the source gives ids alone. */
  readonly queries: readonly Query[];
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}

/** Judgments by question, then document: the form that measures read. */
export type Qrels = ReadonlyMap<QueryId, ReadonlyMap<DocId, number>>;

export type Requirements = ReadonlyMap<QueryId, readonly Need[]>;

export interface Hit {
  readonly id: DocId;
  readonly score: number;
}

/** The documents found for one question, best first. */
export type Ranking = readonly Hit[];

export type Run = ReadonlyMap<QueryId, Ranking>;

export interface LanguageShare {
  /** BCP 47 code, or `und` where it could not be told. */
  readonly language: string;
  /** Share of the sampled documents, 0 to 1. */
  readonly share: number;
}
