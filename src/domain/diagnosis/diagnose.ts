import { type Cause, causeOf, CAUSES, type PassageFacts } from './cause';
import type { RecallTarget } from './recall-targets';
import type { DocId } from '../../base/types';

/** A relevant passage, or a need, that a system does not have within k. */
export interface Missed {
  readonly docs: readonly DocId[];
  /** The one of them that came nearest, which the facts are of; null where there is none. */
  readonly id: DocId | null;
  readonly cause: Cause;
  readonly facts: PassageFacts;
}

const unmeetable = (searched: PassageFacts['searched']): PassageFacts => ({
  searched,
  shared: null,
  retrievers: [],
  steps: [],
  rank: null,
});

/**
 * Why a target was missed. Of several passages that would have met it, the nearest counts: the one ranked
 * highest, and where none is ranked, the one whose cause comes last in the order of precedence.
 *
 * @param unmet why no passage meets it, where none does: nothing in the collection, or no chunk holds enough of it
 */
export function diagnose(
  { docs }: RecallTarget,
  factsOf: (id: DocId) => PassageFacts,
  k: number,
  unmet: 'missing' | 'chunked-apart',
): Missed {
  const candidates = docs.map((id): Missed => {
    const facts = factsOf(id);
    return { docs, id, facts, cause: causeOf(facts, k) };
  });
  const nearest = candidates.reduce<Missed | null>((best, each) => (best && !isNearer(each, best) ? best : each), null);
  return nearest ?? { docs, id: null, cause: 'not-searched', facts: unmeetable(unmet) };
}

function isNearer(a: Missed, b: Missed): boolean {
  const [x, y] = [a.facts.rank ?? Infinity, b.facts.rank ?? Infinity];
  return x !== y ? x < y : x === Infinity && CAUSES.indexOf(a.cause) > CAUSES.indexOf(b.cause);
}

export type Losses = Readonly<Record<Cause, number>>;

const NO_LOSSES = Object.fromEntries(CAUSES.map((cause) => [cause, 0])) as Losses;

/**
 * Recall that a question loses by each cause: each of what it wants counts 1 / total, so that the losses add up to
 * 1 − Recall@k. A question without anything relevant loses nothing, though its recall is 0 by definition.
 */
export function lossesOf(missed: readonly Pick<Missed, 'cause'>[], total: number): Losses {
  const losses = { ...NO_LOSSES } as Record<Cause, number>;
  for (const { cause } of missed) losses[cause] += 1 / total;
  return losses;
}

/** The cause that takes most of a question's recall, the first in precedence of equal ones; null without a miss. */
export function mainCause(missed: readonly Pick<Missed, 'cause'>[]): Cause | null {
  const counts = CAUSES.map((cause) => missed.filter((each) => each.cause === cause).length);
  const most = Math.max(...counts);
  return most === 0 ? null : CAUSES[counts.indexOf(most)]!;
}
