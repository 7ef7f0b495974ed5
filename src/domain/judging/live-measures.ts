import type { ExperimentSpec } from '../experiment/experiment';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';
import type { PoolInput } from './pool';

export function keptDepth({ spec, systems }: PoolInput): number {
  const longest = systems.reduce(
    (most, { top }) => top.offsets.reduce((max, end, i) => Math.max(max, end - (top.offsets[i - 1] ?? 0)), most),
    0,
  );
  return Math.max(longest, ...spec.ks);
}

/** Measures that lists of `kept` passages give exactly as a full evaluation does. */
export function liveMeasures(spec: ExperimentSpec, kept: number): string[] {
  const deepest = Math.max(...spec.ks);
  return spec.measures.filter((text) => {
    const measure = measureOf(text);
    const { aggregate, readsText } = definitionOf(measure);
    if (aggregate !== 'mean' || readsText || measure.cutoff === null) return false;
    return spec.lists === 'k' ? measure.cutoff === deepest : measure.cutoff <= kept;
  });
}
