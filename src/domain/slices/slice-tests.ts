import { type GroupContrast, permutationMaxT } from '../statistics/max-t';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';

/** From here down to {@link ALPHA} a difference between slices is reported as possible. */
const PERHAPS = 0.1;

/** How sure a difference is: `sure` below .05 after correction, `perhaps` below .1. */
export type Evidence = 'sure' | 'perhaps';

/** A slice in which a contrast of systems differs from that of the other questions. */
export interface SliceEffect extends GroupContrast {
  /** The larger of the slice's p within its dimension and the dimension's, corrected for all dimensions. */
  readonly p: number;
  readonly evidence: Evidence;
}

export interface DimensionTest {
  /** Of the omnibus test: whether any contrast depends on the dimension; null where nothing could be tested. */
  readonly p: number | null;
  /** Corrected for the number of dimensions. */
  readonly holm: number | null;
  /** Those with evidence, the surest first. */
  readonly effects: readonly SliceEffect[];
}

/**
 * Tests whether contrasts of systems differ between slices: one omnibus permutation test for each dimension (max-T over
 * its slices and contrasts, a slice against its complement), corrected by Holm for the number of dimensions; slices are
 * reported only under a dimension that holds.
 *
 * @param differences one row a contrast, aligned by question, without NaN
 * @param dimensions questions of each slice
 */
export function testSlices(
  differences: readonly Float64Array[],
  dimensions: readonly (readonly ArrayLike<number>[])[],
  sampling: { readonly seed: number; readonly resamples: number },
): DimensionTest[] {
  const tests = dimensions.map((slices) => testDimension(differences, slices, sampling));
  const corrected = holm(tests.map((test) => test?.p ?? null));
  return tests.map((test, d) => {
    const dimension = corrected[d] ?? null;
    if (!test || dimension === null) return { p: null, holm: null, effects: [] };
    const effects = test.contrasts.flatMap((contrast): SliceEffect[] => {
      const p = Math.max(contrast.p, dimension);
      return p < PERHAPS ? [{ ...contrast, p, evidence: p < ALPHA ? 'sure' : 'perhaps' }] : [];
    });
    // Of two slices each is the complement of the other.
    const kept = distinctSlices(dimensions[d]!);
    const once = effects.filter(({ group }) => kept.has(group));
    return {
      p: test.p,
      holm: dimension,
      effects: once.sort((a, b) => a.p - b.p || Math.abs(b.t) - Math.abs(a.t)),
    };
  });
}

/** Over the questions of the dimension alone: others are in none of its slices. */
function testDimension(
  differences: readonly Float64Array[],
  slices: readonly ArrayLike<number>[],
  sampling: { readonly seed: number; readonly resamples: number },
): { p: number; contrasts: readonly GroupContrast[] } | null {
  const universe = [...new Set(slices.flatMap((slice) => Array.from(slice)))].sort((a, b) => a - b);
  const place = new Map(universe.map((question, at) => [question, at]));
  const rows = differences.map((row) => Float64Array.from(universe, (question) => row[question]!));
  const groups = slices.map((slice) => Array.from(slice, (question) => place.get(question)!));
  const test = permutationMaxT(rows, groups, sampling);
  return test.contrasts.length === 0 ? null : test;
}

function distinctSlices(slices: readonly ArrayLike<number>[]): ReadonlySet<number> {
  const [first, second, ...rest] = slices;
  const halves = first && second && rest.length === 0 && !Array.from(first).some((q) => Array.from(second).includes(q));
  return new Set(halves ? [0] : slices.keys());
}
