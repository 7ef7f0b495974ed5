import type { FusionSpec } from '../fusion-spec';
import { windowOf } from '../fuse';

/** All alike, and not 0. */
export const areAllAlike = (weights: readonly number[]): boolean =>
  weights.every((weight) => weight === weights[0] && weight > 0);

/** Divided by their sum, which leaves an order by a weighted sum as it is. */
export function sharesOf(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/**
 * Fusions that put any lists in the same order as one does, itself first: a sum is a weighted sum with all weights
 * alike, a weighted sum is a weighted mean times their sum, and Qdrant's reciprocal ranks are the usual ones where its
 * weights are all alike.
 *
 * @param lists how many are fused
 */
export function spellingsOf(spec: FusionSpec, lists: number): FusionSpec[] {
  const window = windowOf(spec);
  const own = window ? { rankWindow: window } : {};
  const even = Array.from({ length: lists }, () => 1);
  switch (spec.method) {
    case 'rrf': {
      const { constant, weights } = spec;
      if (typeof constant !== 'number' || !areAllAlike(weights)) return [spec];
      const qdrant: FusionSpec = { method: 'qdrant-rrf', k: constant + 1, weights: even, ...own };
      return [spec, { ...spec, weights: even }, qdrant];
    }
    case 'qdrant-rrf': {
      const { k, weights } = spec;
      if (!areAllAlike(weights)) return [spec];
      // 1 / (r / w + k − 1) = w / (r + w · (k − 1)).
      const constant = weights[0]! * (k - 1);
      const rrf: FusionSpec = { method: 'rrf', constant, weights: even, ...own };
      return [spec, rrf, { method: 'qdrant-rrf', k: constant + 1, weights: even, ...own }];
    }
    case 'sum':
    case 'wsum':
    case 'arithmetic-mean': {
      const { norm, absent } = spec;
      if (absent === 'skip') return [spec];
      const weights = spec.method === 'sum' ? even : spec.weights;
      return [
        spec,
        { method: 'wsum', norm, absent, weights, ...own },
        { method: 'arithmetic-mean', norm, absent, weights, ...own },
        ...(areAllAlike(weights) ? [{ method: 'sum', norm, absent, ...own } as const] : []),
      ];
    }
    default:
      return [spec];
  }
}
