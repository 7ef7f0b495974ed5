import type { FusionSpec } from '../fusion/fusion-spec';
import type { EngineId } from '../fusion/engines/engine-names';
import { type EngineFusion, expressed, nearestFusion } from '../fusion/engines/nearest';
import type { Abilities } from './abilities';

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
