import { type Cause, causeOf, CAUSES, type PassageFacts } from './cause';
import type { RecallTarget } from './recall-targets';
import type { DocId } from '../../base/types';

export interface Missed {
  readonly docs: readonly DocId[];
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

/** The nearest of several passages counts: ranked highest, else the last cause. @param unmet why none meets it */
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

/** Recall that a question loses by each cause: the losses add up to 1 − Recall@k. */
export function lossesOf(missed: readonly Pick<Missed, 'cause'>[], total: number): Losses {
  const losses = { ...NO_LOSSES } as Record<Cause, number>;
  for (const { cause } of missed) losses[cause] += 1 / total;
  return losses;
}

export function mainCause(missed: readonly Pick<Missed, 'cause'>[]): Cause | null {
  const counts = CAUSES.map((cause) => missed.filter((each) => each.cause === cause).length);
  const most = Math.max(...counts);
  return most === 0 ? null : CAUSES[counts.indexOf(most)]!;
}
