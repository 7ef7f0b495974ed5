/** Splits that hold the judgments meant for measuring, the best first. */
const PREFERRED = ['test', 'dev'];

/**
 * The split whose judgments are taken.
 *
 * @param splits sorted
 * @param asked what the person chose, if anything
 * @returns null where there are no splits; undefined where the one asked for is not there
 */
export function chooseSplit(splits: readonly string[], asked: string | undefined): string | null | undefined {
  if (asked !== undefined) return splits.includes(asked) ? asked : undefined;
  return PREFERRED.find((split) => splits.includes(split)) ?? splits[0] ?? null;
}
