import type { FusionSpec, SpecOf } from '../fusion/fusion-spec';
import type { ExpressedFusion } from './abilities';
import type { HandoverRefusal } from './target';

/** The constant of the paper on reciprocal rank fusion. */
const USUAL_CONSTANT = 60;

/** What a target has of reciprocal rank fusion. */
export interface RankFusion {
  /** The least whole number that it takes for the constant; the one number that it has where it takes none. */
  readonly constant: { readonly least: number } | { readonly only: number };
  readonly weights: boolean;
}

/** Whether the target computes a fusion other than reciprocal rank fusion as Hitrate does. */
type Has = (spec: FusionSpec) => boolean;

/**
 * Expresses a fusion by what a target has.
 *
 * @param nearest the fusion that it has in the place of one of scores; null where it has none but of ranks
 */
export function expressedFusion(
  ranks: RankFusion,
  has: Has,
  nearest: ((weights: readonly number[]) => FusionSpec) | null,
): (spec: FusionSpec, lists: number) => ExpressedFusion {
  return (spec, lists) => {
    if (spec.method === 'rrf') return expressedRanks(ranks, spec);
    if (has(spec)) return { refusals: [], nearest: spec };
    const weights = 'weights' in spec ? spec.weights : Array.from({ length: lists }, () => 1);
    const other = nearest && 'norm' in spec ? nearest(weights) : null;
    const instead = other ?? expressedRanks(ranks, { method: 'rrf', constant: USUAL_CONSTANT, weights }).nearest;
    return { refusals: [refusedFusion(spec, instead)], nearest: instead };
  };
}

function refusedFusion(spec: FusionSpec, nearest: FusionSpec | null): HandoverRefusal {
  const norm = 'norm' in spec ? (typeof spec.norm === 'string' ? spec.norm : spec.norm.kind) : null;
  return { code: 'fusion', data: { method: spec.method, norm, nearest: nearest?.method ?? null } };
}

function expressedRanks(ranks: RankFusion, spec: SpecOf<'rrf'>): ExpressedFusion {
  const refusals: HandoverRefusal[] = [];
  const constant = expressedConstant(ranks, spec.constant);
  if (constant !== spec.constant)
    refusals.push({ code: 'constant', data: { constant: spec.constant, nearest: constant } });
  const weighs = ranks.weights || areEven(spec.weights);
  if (!weighs) refusals.push({ code: 'weights', data: { weights: spec.weights } });
  const weights = weighs ? spec.weights : spec.weights.map(() => 1);
  return { refusals, nearest: { method: 'rrf', constant, weights } };
}

function expressedConstant({ constant: takes }: RankFusion, constant: number | 'half-length'): number {
  if ('only' in takes) return takes.only;
  if (constant === 'half-length') return USUAL_CONSTANT;
  return Math.max(takes.least, Math.round(constant));
}

export const areEven = (weights: readonly number[]): boolean => weights.every((weight) => weight === weights[0]);

/** A weighted sum, or the weighted mean, which orders alike; an absent passage adds nothing. */
export const isSumOf = (spec: FusionSpec, norm: string): boolean =>
  (spec.method === 'wsum' || spec.method === 'arithmetic-mean') &&
  spec.absent === 'zero' &&
  (typeof spec.norm === 'string' ? spec.norm : spec.norm.kind) === norm;

/** Min-max normalised scores, weighted and added. */
export const minMaxSum = (weights: readonly number[]): FusionSpec => ({
  method: 'wsum',
  norm: 'min-max',
  absent: 'zero',
  weights: [...weights],
});
