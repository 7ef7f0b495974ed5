import type { ExperimentSpec } from '../experiment/experiment';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import { longestOf, reaches } from '../run/packed';
import type { PoolInput } from './pool';

export const keptDepth = ({ spec, systems }: PoolInput): number =>
  Math.max(...systems.map(({ top }) => longestOf(top)), ...spec.ks);

/** Measures that lists of `kept` passages give exactly as a full evaluation does. */
export function liveMeasures(spec: ExperimentSpec, kept: number): string[] {
  return spec.measures.filter((text) => {
    const measure = measureOf(text);
    const { aggregate, readsText } = definitionOf(measure);
    return aggregate === 'mean' && !readsText && reaches(measure.cutoff, spec, kept);
  });
}
