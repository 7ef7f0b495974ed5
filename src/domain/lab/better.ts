import { measureOf } from '../measures/parse';
import { definitionOf } from '../measures/registry';

/** Which values of a measure are better. */
export type Better = 'higher' | 'lower';

/**
 * Which values of a measure are better, for whatever is to be chosen by it.
 *
 * @throws {RangeError} for a measure of which neither is, or which is no mean over questions
 */
export function objectiveOf(measure: string): Better {
  const { better, aggregate } = definitionOf(measureOf(measure));
  if (better === null) throw new RangeError(`of ${measure} neither high nor low values are better`);
  if (aggregate !== 'mean') throw new RangeError(`${measure} is no mean over questions`);
  return better;
}
