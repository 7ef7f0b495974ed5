/**
 * A ranking drawn from the Plackett–Luce model: place by place, each document that is left in proportion to e^score.
 * Drawn at once by Gumbel noise: the order of score − ln(−ln u) has that distribution.
 *
 * @param random numbers from 0 to below 1
 * @returns positions of the documents, the first place first
 */
export function plackettLuceSample(scores: Float64Array, depth: number, random: () => number): number[] {
  // 1 − u is never 0, so that the noise is finite but for u = 0, which puts a document last.
  const keys = scores.map((score) => score - Math.log(-Math.log1p(-random())));
  return [...keys.keys()].sort((a, b) => keys[b]! - keys[a]! || a - b).slice(0, depth);
}

/**
 * The logarithm of how much more probable the list with places a and b swapped is than the list itself, under the
 * Plackett–Luce model. Both draw the same documents, so that only what is left at the places after a, up to b, differs.
 *
 * @param list positions of documents, the first place first; it may hold the first ones only
 * @param a a place of the list before b
 */
export function swapLogOdds(scores: Float64Array, list: readonly number[], a: number, b: number): number {
  const [own, other] = [scores[list[a]!]!, scores[list[b]!]!];
  const shown = new Set(list);
  /** Logarithm of the weight that is left in both lists. */
  let shared = -Infinity;
  scores.forEach((score, doc) => {
    if (!shown.has(doc)) shared = added(shared, score);
  });
  for (const doc of list.slice(b + 1)) shared = added(shared, scores[doc]!);
  let odds = 0;
  for (let place = b; place > a; place--) {
    odds += added(shared, other) - added(shared, own);
    shared = added(shared, scores[list[place - 1]!]!);
  }
  return odds;
}

/** ln(e^a + e^b). */
const added = (a: number, b: number): number => Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)));
