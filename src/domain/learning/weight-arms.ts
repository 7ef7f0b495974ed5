import type { SystemSpec } from '../experiment/experiment';

/** Whether a system fuses two lists by weights, so that weights can be learned. */
export const hasTwoWeights = ({ fusion }: SystemSpec): boolean =>
  fusion !== null && 'weights' in fusion && fusion.weights.length === 2;

/**
 * One system with several fusion weights: the first list has 0 to all of the weight, in even steps. The rest of the system
 * stays as it is.
 *
 * @param count of arms, two or more
 * @throws {RangeError} for a system that does not fuse two lists by weights
 */
export function weightArms(system: SystemSpec, count: number): SystemSpec[] {
  const { fusion } = system;
  if (!fusion || !('weights' in fusion) || fusion.weights.length !== 2)
    throw new RangeError('a system that fuses two lists by weights');
  const total = fusion.weights[0]! + fusion.weights[1]!;
  return Array.from({ length: count }, (_, i) => {
    const first = i / (count - 1);
    // Two digits: a name is read by people, and its weights are what it says.
    const [own, rest] = [Math.round(first * 100) / 100, Math.round((1 - first) * 100) / 100];
    return {
      ...system,
      id: `${system.id} ${own} : ${rest}`,
      fusion: { ...fusion, weights: [own * total, rest * total] },
    };
  });
}
