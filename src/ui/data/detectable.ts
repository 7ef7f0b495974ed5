import type { ComparedVerdict } from '../../domain/verdict/types';

interface SeenDifference {
  readonly system: string;
  /** To the recommended system, without sign. */
  readonly difference: number;
  /** Whether such a difference is found four times in five with the questions that are there. */
  readonly seen: boolean;
}

export interface Detectable {
  readonly questions: number;
  /** The smallest difference that is found four times in five. */
  readonly now: number;
  /** The same with twice and four times the questions. */
  readonly more: readonly { readonly questions: number; readonly difference: number }[];
  /** Of the other systems, smallest first. */
  readonly systems: readonly SeenDifference[];
  /** End of the axis: a round number above all that is drawn. */
  readonly end: number;
}

/**
 * Which differences the questions of a collection can show. The spread of a mean falls with the square root of their
 * number. Null where systems do not differ at all.
 */
export function detectableOf(verdict: ComparedVerdict): Detectable | null {
  const { questions, detectable: now } = verdict.badges.questions;
  if (now === null || now <= 0) return null;
  const recommended = verdict.systems.find(({ system }) => system === verdict.recommended.system)!;
  const systems = verdict.systems
    .filter(({ system }) => system !== recommended.system)
    .map(({ system, mean }) => {
      const difference = Math.abs(recommended.mean - mean);
      return { system, difference, seen: difference >= now };
    })
    .toSorted((a, b) => a.difference - b.difference);
  const more = [2, 4].map((times) => ({ questions: questions * times, difference: now / Math.sqrt(times) }));
  return {
    questions,
    now,
    more,
    systems,
    end: roundUp(1.1 * Math.max(now, ...systems.map((each) => each.difference))),
  };
}

/** 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((each) => each >= value * (1 - 1e-9))!;
}
