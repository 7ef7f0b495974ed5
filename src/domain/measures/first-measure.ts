export const TEXT_BUDGETS = [2000, 4000, 8000] as const;

export const budgetRecall = (chars: number): string => `SpanRecall(chars=${chars})`;

/** By which chunkings are compared unless another measure is chosen. */
export const LEADING_BUDGET = budgetRecall(TEXT_BUDGETS[1]);

/** What is measured where chunkings are compared, whatever else is. */
export const BUDGET_MEASURES: readonly string[] = [
  ...TEXT_BUDGETS.map(budgetRecall),
  `SpanPrecision(chars=${TEXT_BUDGETS[1]})`,
  `SpanIoU(chars=${TEXT_BUDGETS[1]})`,
];

/** Where chunkings are compared, recall in a budget of text leads: the others prefer large passages. */
export function firstMeasure(measures: readonly string[]): string | null {
  return [LEADING_BUDGET, 'nDCG@10', 'HitRate@5'].find((text) => measures.includes(text)) ?? measures[0] ?? null;
}
