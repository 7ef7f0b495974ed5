/** The measure by which systems are ranked until another is chosen; null where there is none. */
export function firstMeasure(measures: readonly string[]): string | null {
  return ['nDCG@10', 'HitRate@5'].find((text) => measures.includes(text)) ?? measures[0] ?? null;
}
