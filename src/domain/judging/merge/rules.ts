/** The grade of a passage that several judges graded: from their grades, in the order of the judges, at least one. */
type Rule = (grades: readonly number[]) => number;

/**
 * How grades of several judges become one. Keys are stored with collections: never rename one. The first is the default:
 * of two judges who disagree it takes the lower grade, so that a passage counts as relevant where both say so.
 */
export const MERGE_RULES = {
  /** The grade that most judges gave; of equally frequent ones the lowest. */
  'majority-lower': (grades) => Math.min(...mostFrequent(grades)),
  /** The same; of equally frequent ones the highest. */
  'majority-higher': (grades) => Math.max(...mostFrequent(grades)),
  /** The middle grade; of the two in the middle of an even number the lower, so that it is a grade that was given. */
  median: (grades) => sorted(grades)[(grades.length - 1) >> 1]!,
  /** The mean, rounded to the nearest whole grade; halves go up. */
  mean: (grades) => Math.floor(grades.reduce((sum, grade) => sum + grade, 0) / grades.length + 0.5),
  highest: (grades) => Math.max(...grades),
  lowest: (grades) => Math.min(...grades),
  /** The grade of the first judge of the order who judged it. */
  first: (grades) => grades[0]!,
} as const satisfies Record<string, Rule>;

export type MergeRule = keyof typeof MERGE_RULES;

export const DEFAULT_RULE: MergeRule = 'majority-lower';

const sorted = (grades: readonly number[]): number[] => grades.toSorted((a, b) => a - b);

function mostFrequent(grades: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const grade of grades) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([grade]) => grade);
}
