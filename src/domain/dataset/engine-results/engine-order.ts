/**
 * Scores in the order of an engine. A list of an engine is its order, so that ranks stand, whatever the tie rule of trec_eval makes
 * of equal scores: equal ones are told apart by the last bit, the first being the highest. Where scores are missing or rise
 * somewhere, as distances do, they say nothing of the order, and 1/rank stands for them in all lists of the system.
 *
 * @param lists scores of each list, in the order of the engine
 * @returns strictly falling scores, and the list and hit at which they rise or are missing; null where they are the engine's
 */
export function orderedScores(lists: readonly (readonly (number | null)[])[]): {
  readonly scores: readonly (readonly number[])[];
  readonly unordered: { readonly list: number; readonly hit: number } | null;
} {
  for (const [list, scores] of lists.entries()) {
    const hit = scores.findIndex((score, i) => score === null || (i > 0 && score > scores[i - 1]!));
    if (hit >= 0) return { scores: lists.map((each) => each.map((_, i) => 1 / (i + 1))), unordered: { list, hit } };
  }
  return { scores: lists.map((scores) => strictlyFalling(scores as readonly number[])), unordered: null };
}

function strictlyFalling(scores: readonly number[]): number[] {
  const falling: number[] = [];
  for (const score of scores) {
    const before = falling.at(-1);
    falling.push(before === undefined || score < before ? score : below(before));
  }
  return falling;
}

const view = new DataView(new ArrayBuffer(8));

export function below(value: number): number {
  if (value === 0) return -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return view.getFloat64(0);
}
