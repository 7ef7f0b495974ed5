import type { Drawing } from './method';
import type { TiedRanking } from './tied-ranking';

/**
 * Team draft: a system draws the best passage of its ranking that is not shown yet. Of tied ones each has the same chance.
 * Radlinski, Kurup and Joachims, “How does clickthrough data reflect retrieval quality?”, CIKM 2008.
 */
export const bestFirstDrawing: Drawing = {
  chanceOf(ranking, shown, passage) {
    const best = bestLeft(ranking, shown);
    return best.includes(passage) ? 1 / best.length : 0;
  },
  draw(ranking, shown, at) {
    const best = bestLeft(ranking, shown);
    return best[Math.floor(at * best.length)]!;
  },
};

/** None where all passages are shown. */
function bestLeft(ranking: TiedRanking, shown: ReadonlySet<string>): readonly string[] {
  for (const tied of ranking) {
    const left = tied.filter((passage) => !shown.has(passage));
    if (left.length > 0) return left;
  }
  return [];
}
