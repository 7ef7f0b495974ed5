import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * RBPgraded = (1 − p) · Σ (grade_i / max) · p^(i − 1), with `max` the highest grade of the scale: that of all judgments
 * where nothing is said. Grades above `max` count as `max`, unjudged documents and negative grades as 0.
 *
 * Moffat and Zobel, 2008, section 3.3. (ranx takes the grade itself for the gain, which can exceed 1.)
 */
export const rbpGraded = {
  ...shareMeasure,
  name: 'RBPgraded',
  aliases: [],
  label: 'RBP (graded)',
  summary: 'RBP that counts each document with its share of the highest grade.',
  explanation: {
    formula: '(1 − p) · Σ (gradeᵢ ÷ highest grade) · pⁱ⁻¹ over i ≤ k',
    rewards: 'High grades at the first places, for a reader who continues with probability p.',
    avoid: 'Across collections with different scales of grades, or where much is unjudged.',
  },
  cutoff: 'optional',
  parameters: ['p', 'max'],
  tieOrder: 'grade',
  compute: ({ grades }, { cutoff, p, maxGrade }) => {
    const end = Math.min(cutoff, grades.length);
    let sum = 0;
    for (let i = 0; i < end; i++) {
      const grade = grades[i] ?? 0;
      if (grade > 0) sum += (Math.min(grade, maxGrade) / maxGrade) * p ** i;
    }
    return (1 - p) * sum;
  },
} as const satisfies MeasureDefinition;
