/** Lists as engines join them, each by its own definition; scores by id. */
export type Scores = ReadonlyMap<string, number>;

const ranksOf = (scores: Scores): string[] => [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id);

/** @param worth of a rank, which counts from 0 */
export function byRanks(lists: readonly Scores[], worth: (rank: number, list: number) => number): Map<string, number> {
  const fused = new Map<string, number>();
  lists.forEach((scores, list) =>
    ranksOf(scores).forEach((id, rank) => fused.set(id, (fused.get(id) ?? 0) + worth(rank, list))),
  );
  return rounded(fused);
}

/** Weighted sums of scores between the least and the most of each list. @param least what the least itself is worth */
export function byMinMax(lists: readonly Scores[], weights: readonly number[], least: number): Map<string, number> {
  const fused = new Map<string, number>();
  lists.forEach((scores, list) => {
    const [low, high] = [Math.min(...scores.values()), Math.max(...scores.values())];
    for (const [id, score] of scores) {
      const normed = high === low ? 1 : score === low ? least : (score - low) / (high - low);
      fused.set(id, (fused.get(id) ?? 0) + weights[list]! * normed);
    }
  });
  return rounded(fused);
}

/** Sums of scores between three deviations of a sample below and above the mean of each list. */
export function byDeviations(lists: readonly Scores[]): Map<string, number> {
  const fused = new Map<string, number>();
  for (const scores of lists) {
    const mean = [...scores.values()].reduce((sum, score) => sum + score, 0) / scores.size;
    const squares = [...scores.values()].reduce((sum, score) => sum + (score - mean) ** 2, 0);
    const deviation = Math.sqrt(squares / (scores.size - 1));
    for (const [id, score] of scores)
      fused.set(id, (fused.get(id) ?? 0) + (score - mean + 3 * deviation) / (6 * deviation));
  }
  return rounded(fused);
}

const rounded = (scores: Scores): Map<string, number> =>
  new Map([...scores].map(([id, score]) => [id, Math.fround(score)]));
