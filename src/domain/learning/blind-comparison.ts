import type { QueryId, Ranking } from '../../base/types';
import type { ExperimentSpec } from '../experiment/experiment';
import { shuffled } from '../questions/generate/select';
import { mixed } from '../statistics/random';
import { type InterleavedList, interleave } from './interleaving/interleave';
import type { InterleavingName } from './interleaving/registry';
import { tiedRanking } from './interleaving/tied-ranking';

/** Systems that are compared by marks on interleaved lists. It is fixed before the first list. */
export interface BlindComparison {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** With two or more systems, in an order by chance: the sign of a difference gives no name away. */
  readonly spec: ExperimentSpec;
  readonly method: InterleavingName;
  /** Passages of a list at most, and of each ranking that is kept. */
  readonly depth: number;
  readonly seed: number;
  /** The smallest difference of credit that matters. */
  readonly margin: number;
  /** Those of the collection in random order, or those that the person types. */
  readonly questions: 'collection' | 'own';
  /** When the names of the systems were shown before it was decided; null where they were not. */
  readonly revealed: BlindReveal | null;
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
export interface BlindList {
  readonly question: BlindQuestion;
  readonly list: InterleavedList;
  readonly marks: readonly string[];
  /** Milliseconds since 1970. */
  readonly shownAt: number;
  /** Null while it may still be marked. */
  readonly doneAt: number | null;
}

/** @param request with its systems in any order */
export const blindComparison = (request: Omit<BlindComparison, 'revealed'>): BlindComparison => ({
  ...request,
  spec: { ...request.spec, systems: shuffled(request.spec.systems, request.seed) },
  revealed: null,
});

/**
 * The list that is shown for a question. Passages of the same text are one: the one that comes first in the order of
 * systems and ranks stands for all, so that nobody marks a text twice and a copy is no difference.
 *
 * @param found rankings of the systems that are compared now, in their order
 * @param number of the list, from 0: it has a seed of its own
 * @param textOf of a passage; null where it is not known
 */
export function draftedList(
  { method, depth, seed }: BlindComparison,
  found: readonly { readonly id: string; readonly ranking: Ranking }[],
  number: number,
  textOf: (passage: string) => string | null,
): InterleavedList {
  const standsFor = new Map<string, string>();
  const representative = (passage: string): string => {
    const text = textOf(passage);
    if (text === null) return passage;
    if (!standsFor.has(text)) standsFor.set(text, passage);
    return standsFor.get(text)!;
  };
  const systems = found.map(({ id, ranking }) => {
    const merged = ranking.map((hit) => ({ ...hit, id: representative(hit.id) as typeof hit.id }));
    return { id, ranking: tiedRanking(merged, depth) };
  });
  return interleave({ method, systems, depth, seed: mixed(seed + number) });
}

/** Questions of the collection that have had no list yet, in the random order of the comparison, each text once. */
export function questionsLeft(
  { seed }: BlindComparison,
  questions: readonly { readonly id: QueryId; readonly text: string }[],
  lists: readonly BlindList[],
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
