import * as v from 'valibot';
import { addByPlace } from '../columns';
import { finite, fusionMethod, weights } from '../method';

/** Methods as an engine computes them, where no other method is the same: `handover/fusions` says which engine has which. */
export const ENGINE_FUSIONS = {
  /**
   * Σ 1 / (rᵢ / wᵢ + k − 1), rank rᵢ from 1: weights (1, 2) and (2, 4) are two fusions; a weight of 0 adds 0.
   * `rrf_scoring` in Qdrant's `lib/segment/src/common/reciprocal_rank_fusion.rs`, in single precision there.
   */
  'qdrant-rrf': fusionMethod(
    'Reciprocal rank fusion (Qdrant)',
    'ranks',
    'qdrant-rrf',
    { k: v.pipe(finite, v.minValue(1)), weights },
    (pool, { k, weights }) => addByPlace(pool, (_, i) => (place) => 1 / ((place + 1) / weights[i]! + k - 1)),
  ),
};
