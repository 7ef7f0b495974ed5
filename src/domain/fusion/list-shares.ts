import type { DocId, Ranking } from '../../base/types';
import { fusedScores } from './fuse';
import type { FusionSpec } from './fusion-spec';
import { poolOf } from './pool';

/** Where less than this is missing, the parts add up. */
const EPSILON = 1e-9;

/**
 * Tells what each list adds to the fused score of a document: its score by that list's weight alone. Null where the
 * method is no weighted sum, a part is below 0, or parts do not add up to the score.
 */
export function openListShares(
  rankings: readonly Ranking[],
  spec: FusionSpec,
): ((id: DocId) => readonly number[] | null) | null {
  if (spec.method !== 'rrf' && spec.method !== 'wsum') return null;
  const { weights } = spec;
  const pool = poolOf(rankings);
  const whole = fusedScores(pool, spec);
  const parts = weights.map((_, list) =>
    fusedScores(pool, { ...spec, weights: weights.map((weight, i) => (i === list ? weight : 0)) }),
  );
  const positions = new Map(pool.ids.map((id, i) => [id, i]));
  return (id) => {
    const at = positions.get(id);
    if (at === undefined) return null;
    const shares = parts.map((scores) => scores[at]!);
    const sum = shares.reduce((total, share) => total + share, 0);
    const isWhole = Math.abs(sum - whole[at]!) <= EPSILON * Math.max(1, Math.abs(sum));
    return isWhole && shares.every((share) => share >= 0) ? shares : null;
  };
}
