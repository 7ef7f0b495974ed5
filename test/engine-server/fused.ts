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

type Norm = (scores: readonly number[]) => (score: number) => number;

const between: (equal: (score: number) => number, least: number) => Norm = (equal, least) => (scores) => {
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  if (low === high) return equal;
  return (score) => (score === low ? least : (score - low) / (high - low));
};

const byLength: Norm = (scores) => {
  const length = Math.sqrt(scores.reduce((sum, score) => sum + score ** 2, 0));
  return (score) => score / length;
};

/** By the names that Elasticsearch (`linear`) and OpenSearch (`normalization-processor`) have for them. */
const NORMS = {
  minmax: between((score) => score, 0),
  l2_norm: byLength,
  none: () => (score) => score,
  min_max: between(() => 1, 0.001),
  l2: byLength,
  z_score: (scores) => {
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    const squares = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0);
    const high = Math.max(...scores);
    return (score) =>
      Math.fround(score) === Math.fround(mean)
        ? high
        : Math.max(0.001, (score - mean) / Math.sqrt(squares / (scores.length - 1)));
  },
} satisfies Readonly<Record<string, Norm>>;

/** What a document has in the lists that it is in. @param all weights of all lists */
type Join = (found: readonly { readonly weight: number; readonly score: number }[], all: number) => number;

const sumOf = <Item>(items: readonly Item[], worth: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + worth(item), 0);

const JOINS = {
  sum: (found) => sumOf(found, ({ weight, score }) => weight * score),
  arithmetic_mean: (found, all) => sumOf(found, ({ weight, score }) => weight * score) / all,
  geometric_mean: (found) =>
    found.reduce((product, { weight, score }) => product * score ** weight, 1) **
    (1 / sumOf(found, ({ weight }) => weight)),
  harmonic_mean: (found) => sumOf(found, ({ weight }) => weight) / sumOf(found, ({ weight, score }) => weight / score),
} satisfies Readonly<Record<string, Join>>;

/** Weighted scores. @throws {Error} for a norm or a way of joining that is not evaluated here */
export function byScores(
  lists: readonly Scores[],
  weights: readonly number[],
  { norm, join }: { readonly norm: string; readonly join: string },
): Map<string, number> {
  const [made, joined] = [
    (NORMS as Partial<Record<string, Norm>>)[norm],
    (JOINS as Partial<Record<string, Join>>)[join],
  ];
  if (!made || !joined) throw new Error(`lists are joined by ${join} of ${norm}`);
  const found = new Map<string, { weight: number; score: number }[]>();
  lists.forEach((scores, list) => {
    const normed = made([...scores.values()]);
    for (const [id, score] of scores)
      found.set(id, [...(found.get(id) ?? []), { weight: weights[list]!, score: normed(score) }]);
  });
  const all = sumOf(weights, (weight) => weight);
  return rounded(new Map([...found].map(([id, each]) => [id, joined(each, all)])));
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
