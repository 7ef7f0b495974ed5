import { LEADING_BUDGET } from './text-budgets';

/**
 * The measure by which systems are ranked until another is chosen; null where there is none. Recall in a budget of text
 * is measured where chunkings are compared, and leads there: the others prefer large passages.
 */
export function firstMeasure(measures: readonly string[]): string | null {
  return [LEADING_BUDGET, 'nDCG@10', 'HitRate@5'].find((text) => measures.includes(text)) ?? measures[0] ?? null;
}
