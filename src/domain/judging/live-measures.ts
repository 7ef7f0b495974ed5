import type { ExperimentSpec } from '../experiment/experiment';
import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';

/**
 * Measures that the kept lists give exactly as the engine does: means over questions that read no deeper than lists are
 * kept; where lists are cut at each k, those at the deepest k.
 *
 * @param kept passages kept per list
 */
export function liveMeasures(spec: ExperimentSpec, kept: number): string[] {
  const deepest = Math.max(...spec.ks);
  return spec.measures.filter((text) => {
    const measure = measureOf(text);
    const { aggregate, readsText } = definitionOf(measure);
    if (aggregate !== 'mean' || readsText || measure.cutoff === null) return false;
    return spec.lists === 'k' ? measure.cutoff === deepest : measure.cutoff <= kept;
  });
}
