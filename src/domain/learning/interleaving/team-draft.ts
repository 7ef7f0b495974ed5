import type { ChancesLeft } from './method';

/**
 * Team draft: a system draws the best passage of its ranking that is not shown yet. Of tied ones each has the same chance.
 * Radlinski, Kurup and Joachims, “How does clickthrough data reflect retrieval quality?”, CIKM 2008.
 */
export const bestLeft: ChancesLeft = (ranking, shown) => {
  for (const tied of ranking) {
    const left = tied.filter((passage) => !shown.has(passage));
    if (left.length > 0) return new Map(left.map((passage) => [passage, 1 / left.length]));
  }
  return new Map();
};
