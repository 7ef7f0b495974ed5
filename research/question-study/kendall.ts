/**
 * Kendall's τ_b of paired values: concordant less discordant pairs, over the geometric mean of the pairs that are not tied
 * in the first and in the second. Kendall, “The treatment of ties in ranking problems”, Biometrika 1945.
 *
 * @returns −1 to 1; null where all values of one side are equal, or there are fewer than two
 * @throws {RangeError} for lists of different lengths, and for a value that is not a number
 */
export function kendallTau(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  if (a.length !== b.length) throw new RangeError(`${a.length} values beside ${b.length}`);
  let [agreement, untiedA, untiedB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++)
    for (let j = 0; j <= i; j++) {
      const [first, second] = [Math.sign(a[i]! - a[j]!), Math.sign(b[i]! - b[j]!)];
      if (Number.isNaN(first + second)) throw new RangeError('a value is not a number');
      agreement += first * second;
      untiedA += Math.abs(first);
      untiedB += Math.abs(second);
    }
  return untiedA === 0 || untiedB === 0 ? null : agreement / Math.sqrt(untiedA * untiedB);
}
