import type { SystemResult } from '../../contract/result';
import { definitionOf } from '../../domain/measures/registry';
import { measureOf } from '../../domain/measures/parse';
import { SAMPLING } from '../../domain/statistics/significant';
import type { Comparison } from '../../domain/statistics/types';
import type { Ports } from '../kernel/ports';

export const isCompared = (measure: string): boolean => definitionOf(measureOf(measure)).aggregate === 'mean';

export interface Compared {
  readonly systems: readonly Pick<SystemResult, 'id' | 'perQuery'>[];
}

export async function compareSystems(
  { statistics }: Ports,
  { systems }: Compared,
  measure: string,
  signal?: AbortSignal,
): Promise<Comparison> {
  return statistics.with(signal).compare({
    measure,
    systems: systems.map(({ id }) => id),
    // Copies: what is sent to a worker is moved there.
    values: systems.map(({ perQuery }) => Float64Array.from(perQuery[measure]!)),
    ...SAMPLING,
  });
}
