import type { FusionSpec, SpecOf } from '../fusion/fusion-spec';
import type { EngineId } from '../fusion/engines/engine-names';
import { type EngineFusion, expressed, nearestFusion } from '../fusion/engines/nearest';
import type { Abilities, ExpressedFusion } from './abilities';
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
  const weighs = ranks.weights || spec.weights.every((weight) => weight === spec.weights[0]);
  if (!weighs) refusals.push({ code: 'weights', data: { weights: spec.weights } });
  const weights = weighs ? spec.weights : spec.weights.map(() => 1);
  return { refusals, nearest: { method: 'rrf', constant, weights } };
}

function expressedConstant({ constant: takes }: RankFusion, constant: number | 'half-length'): number {
  if ('only' in takes) return takes.only;
  if (constant === 'half-length') return USUAL_CONSTANT;
  return Math.max(takes.least, Math.round(constant));
}

/** Min-max normalised scores, weighted and added. */
export const minMaxSum = (weights: readonly number[]): FusionSpec => ({
  method: 'wsum',
  norm: 'min-max',
  absent: 'zero',
  weights: [...weights],
});

/** Expresses a fusion as an engine has it. */
export const fusionOfEngine =
  (engine: EngineId): Abilities['fusion'] =>
  (spec, lists) => {
    const { fusion, isSame, losses } = nearestFusion(engine, spec, lists);
    if (isSame) return { refusals: [], nearest: spec };
    return { refusals: [{ code: 'engine-fusion', data: { losses, nearest: fusion } }], nearest: fusion };
  };

/** A fusion in the words of an engine. @throws {RangeError} for one that it cannot compute */
export function toldFusion(engine: EngineId, fusion: FusionSpec, lists: number): EngineFusion {
  const told = expressed(engine, fusion, lists);
  if (told) return told;
  throw new RangeError(`${engine} has no fusion ${fusion.method}`);
}

/** Whether scores are normalised without their lowest: a norm that a constant added to all scores would change. */
export const keepsRatios = (fusion: FusionSpec | null): boolean =>
  fusion !== null && 'norm' in fusion && (fusion.norm === 'l2' || fusion.norm === 'none');
