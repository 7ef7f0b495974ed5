import { uniform } from '../../src/domain/statistics/random';

/** Which of two systems is better: the first in nearly every question, or neither. */
export type Truth = 'differs' | 'alike';

/** A question with the lists of two systems, best first, and the grades of what they found. */
export interface TrueQuestion {
  readonly id: string;
  readonly lists: readonly [first: readonly string[], second: readonly string[]];
  readonly grades: ReadonlyMap<string, number>;
}

/** Passages that one system alone found; one more is the last of both. */
const OWN = 4;
/** Passages of a question. */
export const POOLED = 2 * OWN + 1;

/** Chance of a passage of either system to be relevant. */
const CHANCES: Readonly<Record<Truth, readonly [number, number]>> = { differs: [0.9, 0.1], alike: [0.5, 0.5] };

/**
 * Questions whose grades are by chance. Where systems are alike, every second question has the grades of the one before
 * it with the systems swapped: of an even number of questions the mean difference is 0, by any measure.
 */
export function trueQuestions(truth: Truth, count: number, seed: number): TrueQuestion[] {
  const random = uniform(seed);
  let drawn: number[][] = [];
  return Array.from({ length: count }, (_, i): TrueQuestion => {
    const id = `q${i}`;
    if (truth === 'alike' && i % 2 === 1) drawn.reverse();
    else
      drawn = CHANCES[truth].map((chance) =>
        Array.from({ length: OWN }, () => (random() < chance ? 1 + Math.floor(3 * random()) : 0)),
      );
    const [first, second] = drawn.map((own, system) => own.map((_grade, rank) => `${id}-${'ab'[system]}${rank}`));
    const shared = `${id}-ab`;
    const grades = new Map([...first!, ...second!].map((passage, at) => [passage, drawn.flat()[at]!]));
    return {
      id,
      lists: [
        [...first!, shared],
        [...second!, shared],
      ],
      grades: grades.set(shared, 0),
    };
  });
}
