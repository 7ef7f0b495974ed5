import { bootstrapSums, intervalsOf, columnsOf } from '../statistics/bootstrap';
import { momentsOf } from '../statistics/paired';
import { signFlipTests } from '../statistics/sign-flips';
import { significant } from '../statistics/significant';
import { certaintyOf, type SliceDifference } from './cells';
import { affordable, answeredByAll, answeringRows, sourceOf, sliceDimensions, type SliceSource } from './dimensions';
import { type SliceEffect, testSlices } from './slice-tests';
import type { ContentTerms, Dimension, Slice } from './types';

/** A system in two runs: values by question of the source; NaN where a question is left out. */
interface ChangedSystem {
  readonly system: string;
  readonly valuesBefore: Float64Array;
  readonly valuesAfter: Float64Array;
}

export interface SliceChangesInput extends SliceSource {
  readonly systems: readonly ChangedSystem[];
  readonly seed: number;
  readonly resamples: number;
}

/** Where the change from one run to another is. Changes are after − before. */
export interface SliceChanges {
  /** Those that have values for most questions in both runs. */
  readonly systems: readonly string[];
  /** Questions for which all of these have values in both runs: those that are counted. */
  readonly questions: number;
  readonly dimensions: readonly SliceChangesOfDimension[];
}

interface SliceChangesOfDimension extends Pick<Dimension, 'id' | 'kind' | 'field'> {
  /** Omnibus p of a change that depends on the dimension, alone and corrected for the number of dimensions. */
  readonly p: number | null;
  readonly holm: number | null;
  /** Slices in which a system changed otherwise than in the other questions, the surest first. */
  readonly findings: readonly (Omit<SliceEffect, 'row' | 'group'> & {
    readonly system: string;
    readonly slice: string;
  })[];
  readonly slices: readonly ChangedSlice[];
}

interface ChangedSlice extends Pick<Slice, 'id' | 'label'> {
  readonly counted: number;
  /** In the order of the systems; p is corrected for every system in every slice (step-down max-T of sign flips). */
  readonly changes: readonly SliceDifference[];
}

/**
 * Divides the questions of two runs into slices, and tests whether systems changed in them, and whether the change depends
 * on the slice. Null where no question has values of both runs.
 */
export function sliceChanges(input: SliceChangesInput, contentTerms: ContentTerms): SliceChanges | null {
  const changes = input.systems.map(({ valuesBefore, valuesAfter }) => {
    const before = significant(valuesBefore);
    return significant(valuesAfter).map((value, q) => value - before[q]!);
  });
  const kept = answeringRows(changes);
  const counted = answeredByAll(kept.map((s) => changes[s]!));
  if (counted.length === 0) return null;
  const rows = kept.map((s) => Float64Array.from(counted, (q) => changes[s]![q]!));
  const dimensions = sliceDimensions(sourceOf(input, counted), contentTerms, input.seed);
  const slices = dimensions.flatMap((dimension) => dimension.slices);
  const resamples = affordable(input.resamples, rows.length * counted.length * (dimensions.length + slices.length));
  const sampling = { seed: input.seed, resamples };
  const tests = testSlices(
    rows,
    dimensions.map((dimension) => dimension.slices.map(({ questions }) => questions)),
    sampling,
  );
  const cells = cellsOf(rows, slices, sampling);
  const systems = kept.map((s) => input.systems[s]!.system);
  return {
    systems,
    questions: counted.length,
    dimensions: dimensions.map(({ id, kind, field, slices: own }, d) => ({
      id,
      kind,
      field,
      p: tests[d]!.p,
      holm: tests[d]!.holm,
      findings: tests[d]!.effects.map(({ row, group, ...effect }) => ({
        ...effect,
        system: systems[row]!,
        slice: own[group]!.id,
      })),
      slices: own.map((slice) => ({
        id: slice.id,
        label: slice.label,
        counted: slice.questions.length,
        changes: cells[slices.indexOf(slice)]!,
      })),
    })),
  };
}

/** Of every slice and row. */
function cellsOf(
  rows: readonly Float64Array[],
  slices: readonly Slice[],
  sampling: { readonly seed: number; readonly resamples: number },
): SliceDifference[][] {
  const pairs = slices.flatMap(({ questions }) =>
    rows.map((row) => {
      const first = new Float64Array(row.length).fill(NaN);
      for (const q of questions) first[q] = row[q]!;
      return { first, second: first.map((value) => 0 * value) };
    }),
  );
  const { corrected } = signFlipTests(pairs, { side: 'both', ...sampling });
  return slices.map(({ questions }, s) => {
    const own = rows.map((row) => Float64Array.from(questions, (q) => row[q]!));
    const columns = columnsOf(own);
    const sums = bootstrapSums(columns, sampling.resamples, sampling.seed);
    return own.map((values, r): SliceDifference => {
      const resampled = sums[r]!.map((sum) => (sum * columns.unit) / values.length);
      const ci95 = intervalsOf(values, resampled, columns.unit).percentile;
      const p = corrected[s * rows.length + r]!;
      return { mean: momentsOf(values).mean, ci95, p, certainty: certaintyOf(p, ci95) };
    });
  });
}
