import { relevantWithin, type MeasureDefinition } from './measure';

/**
 * F1@k = 2·P@k·Recall@k / (P@k + Recall@k), 0 where both are 0. With r relevant among the first k and R in all this is
 * 2r / (k + R), which is how it is computed: one rounding, no division by 0. The mean is that of the questions'
 * values, not the F1 of the mean precision and recall.
 *
 * van Rijsbergen, “Information Retrieval”, 1979; `f1@k` of ranx.
 */
export const f1 = {
  name: 'F1',
  aliases: [],
  summary: 'Harmonic mean of precision and recall at k.',
  compute: (ranking, cutoff) => (2 * relevantWithin(ranking, cutoff)) / (cutoff + ranking.relevantTotal),
} as const satisfies MeasureDefinition;
