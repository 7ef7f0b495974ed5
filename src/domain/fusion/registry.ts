import type { FusionSpec } from '../spec/experiment';
import type { Ranking } from '../types';
import { minmaxSum } from './minmax-sum';
import { rrf } from './rrf';

type Fusions = {
  readonly [Kind in FusionSpec['kind']]: (
    rankings: readonly Ranking[],
    spec: Extract<FusionSpec, { kind: Kind }>,
  ) => Ranking;
};

/** One line a method. */
const fusions: Fusions = {
  'minmax-sum': minmaxSum,
  rrf,
};

/**
 * Fuses the lists that several retrievers found for one question.
 *
 * @param rankings one list a retriever, each document at most once in a list
 * @returns every document of any list, in trec order
 * @throws {RangeError} if there are not as many weights as lists
 */
export function fuse(rankings: readonly Ranking[], spec: FusionSpec): Ranking {
  if (spec.weights.length !== rankings.length)
    throw new RangeError(`${rankings.length} lists need as many weights, not ${spec.weights.length}`);
  // The compiler cannot see that the method and the spec come from the same kind.
  const method = fusions[spec.kind] as (rankings: readonly Ranking[], spec: FusionSpec) => Ranking;
  return method(rankings, spec);
}
