/** The middle of some figures. */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * Measures two ways in turn, so that a machine whose speed drifts slows both. The first pair warms up and is left out.
 *
 * @param {() => T} ours @param {() => T} other @param {number} times
 * @returns {{ ours: T[], other: T[] }}
 * @template T
 */
export function inTurn(ours, other, times = 5) {
  const pairs = Array.from({ length: times + 1 }, () => ({ ours: ours(), other: other() })).slice(1);
  return { ours: pairs.map((pair) => pair.ours), other: pairs.map((pair) => pair.other) };
}
