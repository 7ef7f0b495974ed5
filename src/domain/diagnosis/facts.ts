import type { PartKey } from '../experiment/parts';

/** What is known of a missed passage under a system. Ranks are from 1; null where a list does not have the passage. */
export interface PassageFacts {
  readonly searched: Searched;
  /**
   * Content words of the question that the passage holds, each once: as they are written, and by their stems. Null where
   * the question was asked by other texts, or the passage's text is not known.
   */
  readonly shared: { readonly written: number; readonly stems: number } | null;
  /** One a retriever; none where the lists of the stages are not known. */
  readonly retrievers: readonly RetrieverFacts[];
  /** One for each part that makes another list, in the order in which they act. */
  readonly steps: readonly StepFacts[];
  /** In the system's list. */
  readonly rank: number | null;
}

/** Whether a passage is among those that a system searches, or why not. */
export type Searched = 'yes' | 'missing' | 'chunked-apart' | 'filtered';

export interface RetrieverFacts {
  /** `run`: an external run, of which nothing but the ranks is known. */
  readonly kind: 'words' | 'vectors' | 'run';
  readonly rank: number | null;
  /** Content words of the question that the passage holds after the retriever's analysis; null where that is not known. */
  readonly words: number | null;
  /** Whether the model read only the beginning of the passage; null where there is no model, or it is not known. */
  readonly truncated: boolean | null;
}

export interface StepFacts {
  readonly part: PartKey;
  /** Whether it makes one list of those of all retrievers. */
  readonly joins: boolean;
  /** In the list that it reads; null too where it joins several. */
  readonly before: number | null;
  readonly after: number | null;
  /** How many of the list before it the part reads; null for all. */
  readonly reads: number | null;
  /** Whether the reranker read only a part of the passage; null where there is none, or it is not known. */
  readonly truncated: boolean | null;
}
