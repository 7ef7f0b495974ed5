import { type JudgedByMany } from './opinions';

export interface Disagreement {
  readonly key: string;
  readonly place: JudgedByMany;
  /** Between the highest and the lowest grade. */
  readonly range: number;
}

/**
 * Places whose judges differ, for a second look: the widest range of grades first, then the largest mean squared distance of
 * two grades; equal ones in the order of the files. A place with a decision is among them.
 */
export function disagreements(places: ReadonlyMap<string, JudgedByMany>): Disagreement[] {
  return [...places]
    .map(([key, place]) => {
      const grades = place.opinions.map(({ grade }) => grade);
      return { key, place, range: Math.max(...grades) - Math.min(...grades), spread: spreadOf(grades) };
    })
    .filter(({ range }) => range > 0)
    .sort((a, b) => b.range - a.range || b.spread - a.spread)
    .map(({ key, place, range }) => ({ key, place, range }));
}

function spreadOf(grades: readonly number[]): number {
  const mean = grades.reduce((sum, grade) => sum + grade, 0) / grades.length;
  return grades.reduce((sum, grade) => sum + (grade - mean) ** 2, 0) / (grades.length - 1);
}
