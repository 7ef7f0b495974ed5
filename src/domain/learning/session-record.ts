import type { SystemSpec } from '../experiment/experiment';
import type { Interval } from '../statistics/types';
import type { QueryId } from '../../base/types';
import { shuffled } from '../questions/generate/select';
import { mixed } from '../statistics/random';

interface Preference {
  readonly over: string;
  readonly mean: number;
  readonly interval: Interval | null;
}

export type BlindEvidence = { readonly lists: number; readonly marks: number } & (
  | ({ readonly kind: 'preferred' } & Preference)
  /** In an earlier version: of three and more it remained, and `over` is the last one that left against it. */
  | ({ readonly kind: 'remained'; readonly of: number } & Preference)
  /** `moved`: share of the weight that went from one list to another, from 0 to 1. */
  | { readonly kind: 'learned'; readonly moved: number }
);

export interface KeptSystem {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly system: SystemSpec;
  readonly evidence: BlindEvidence;
}

export interface SessionRecord {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
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
  readonly lists: number;
}

export interface BlindQuestion {
  readonly id: QueryId | null;
  readonly text: string;
}

/** A list as it was shown, with what was marked on it. It is stored before it is shown. */
export interface MarkedSessionList<List> {
  readonly question: BlindQuestion;
  readonly list: List;
  readonly marks: readonly string[];
  readonly shownAt: number;
  /** Null while it may still be marked. */
  readonly doneAt: number | null;
}

export function questionsLeft(
  { seed }: Pick<SessionRecord, 'seed'>,
  questions: readonly { readonly id: QueryId; readonly text: string }[],
  lists: readonly { readonly question: BlindQuestion }[],
): BlindQuestion[] {
  const gone = new Set(lists.map(({ question }) => question.text));
  // By id first, so that the order does not depend on that of a file.
  const sorted = questions.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return shuffled(sorted, mixed(seed)).flatMap(({ id, text }) => {
    const asked = text.trim();
    if (asked === '' || gone.has(asked)) return [];
    gone.add(asked);
    return [{ id, text: asked }];
  });
}
