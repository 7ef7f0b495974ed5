import { type GroupContrast, permutationMaxT } from '../statistics/max-t';
import { holm } from '../statistics/multiplicity';
import { ALPHA } from '../statistics/paired';

/** From here down to {@link ALPHA} a difference between slices is reported as possible. */
const PERHAPS = 0.1;

export type Evidence = 'sure' | 'perhaps';

export interface SliceEffect extends GroupContrast {
  readonly p: number;
  readonly evidence: Evidence;
}

/**
 * An omnibus permutation test per dimension (max-T over slices and contrasts, a slice against its complement), Holm
 * over dimensions; slices only under a dimension that holds. @param differences one row a contrast, without NaN
 */
export function testSlices(
  differences: readonly Float64Array[],
  dimensions: readonly (readonly ArrayLike<number>[])[],
  sampling: { readonly seed: number; readonly resamples: number },
): { readonly p: number | null; readonly holm: number | null; readonly effects: readonly SliceEffect[] }[] {
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
