import { shareMeasure, type MeasureDefinition } from './measure';

/**
 * ERR@k = Σ (1 / i) · S_i · Π (1 − S_j) over the ranks i ≤ k and j < i, where S = (2^grade − 1) / 2^max is the chance
 * that a document satisfies the reader: the expected reciprocal of the rank where the reader stops. `max` is the
 * highest grade of the scale, that of all judgments where nothing is said; grades above it count as `max`, unjudged
 * documents and negative grades as 0.
 *
 * Chapelle et al., “Expected reciprocal rank for graded relevance”, 2009; `err@k` of gdeval, with max = 4.
 */
export const err = {
  ...shareMeasure,
  name: 'ERR',
  aliases: ['err'],
  label: 'ERR',
  summary: 'Expected 1 / rank at which a reader is satisfied, the likelier the higher the grade.',
  explanation: {
    formula: 'Σ (1 ÷ i) · Sᵢ · Π (1 − Sⱼ) over i ≤ k and j < i, S = (2^grade − 1) ÷ 2^(highest grade)',
    rewards: 'One document of a high grade as high as possible; what follows it counts little.',
    avoid: 'Where a question needs several documents, or across collections with different scales of grades.',
  },
  cutoff: 'optional',
  parameters: ['max'],
  tieOrder: 'grade',
  compute: ({ grades }, { cutoff, maxGrade }) => {
    const end = Math.min(cutoff, grades.length);
    let unsatisfied = 1;
    let sum = 0;
    for (let i = 0; i < end; i++) {
      const grade = grades[i] ?? 0;
      if (grade <= 0) continue;
      const satisfied = (2 ** Math.min(grade, maxGrade) - 1) / 2 ** maxGrade;
      sum += (unsatisfied * satisfied) / (i + 1);
      unsatisfied *= 1 - satisfied;
    }
    return sum;
  },
} as const satisfies MeasureDefinition;
