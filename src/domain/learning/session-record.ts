import type { QueryId } from '../../base/types';
import type { KeptSystem } from './kept-system';

/** What every session has in which a person marks lists without knowing which system found what. */
export interface SessionRecord {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Passages of a list at most. */
  readonly depth: number;
  readonly seed: number;
  /** Those of the collection in random order, or those that the person types. */
  readonly questions: 'collection' | 'own';
  /** When names were shown before anything was decided; null where they were not. */
  readonly revealed: BlindReveal | null;
  /** Systems that were taken from it into the new run, in that order, with what was known of each. */
  readonly kept?: readonly KeptSystem[];
}

export interface BlindReveal {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** How many lists were done. */
  readonly lists: number;
}

/** A question: null as its id where it is none of the collection. */
export interface BlindQuestion {
  readonly id: QueryId | null;
  readonly text: string;
}

/** A list as it was shown, with what was marked on it. It is stored before it is shown. */
export interface MarkedSessionList<List> {
  readonly question: BlindQuestion;
  readonly list: List;
  readonly marks: readonly string[];
  /** Milliseconds since 1970. */
  readonly shownAt: number;
  /** Null while it may still be marked. */
  readonly doneAt: number | null;
}
