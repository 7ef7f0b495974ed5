import { bootstrapSums, columnsOf } from '../statistics/bootstrap';
import { minus, momentsOf } from '../statistics/paired';
import { quantile } from '../statistics/quantile';
import { significant } from '../statistics/significant';
import type { ComparisonInput, Interval } from '../statistics/types';
import { differencesToBest } from './cells';
import type { ContentTerms, Slice } from './dimension';
import { affordable, slicedValues, type SliceSource } from './dimensions';
import { type SliceEffect, testSlices } from './slice-tests';

interface SystemContrast {
  readonly system: number;
  readonly reference: number;
  readonly kind: 'stage' | 'best';
}

/** Each system against its own previous stage, and against the best; each pair once. */
export function contrastsOf(previous: readonly (number | null)[], best: number): SystemContrast[] {
  const stages = previous.flatMap((reference, system): SystemContrast[] =>
    reference === null ? [] : [{ system, reference, kind: 'stage' }],
  );
  const isStage = (system: number): boolean =>
    stages.some((each) => [each.system, each.reference].sort().join() === [system, best].sort().join());
  const others = previous.flatMap((_, system): SystemContrast[] =>
    system === best || isStage(system) ? [] : [{ system, reference: best, kind: 'best' }],
  );
  return [...stages, ...others];
}

export interface SlicesInput extends SliceSource, ComparisonInput {
  readonly previous: readonly (string | null)[];
  readonly best: string | null;
}

export type SliceReport = NonNullable<ReturnType<typeof sliceReport>>;
export type ReportedDimension = SliceReport['dimensions'][number];
export type ReportedSlice = ReportedDimension['slices'][number];
export type SliceFinding = ReportedDimension['findings'][number];

export function sliceReport(input: SlicesInput, contentTerms: ContentTerms) {
  const sliced = slicedValues(input, input.values.map(significant), contentTerms, input.seed);
  if (!sliced || sliced.kept.length < 2) return null;
  const { kept, counted, rows, dimensions, groups } = sliced;
  const systems = kept.map((s, i) => ({ id: input.systems[s]!, mean: momentsOf(rows[i]!).mean }));
  const best = bestOf(systems, input.best);
  const previous = kept.map((s) => position(systems, input.previous[s] ?? null));
  const contrasts = contrastsOf(previous, best);
  const resamples = affordable(input.resamples, rows.length * counted.length * dimensions.length);
  const sampling = { seed: input.seed, resamples };
  const differences = contrasts.map(({ system, reference }) => minus(rows[system]!, rows[reference]!));
  const tests = testSlices(differences, groups, sampling);
  const slices = dimensions.flatMap((dimension) => dimension.slices);
  const cells = differencesToBest(rows, best, groups.flat(), sampling);
  const named = contrasts.map(({ kind, system, reference }) => ({
    kind,
    system: systems[system]!.id,
    reference: systems[reference]!.id,
  }));
  return {
    measure: input.measure,
    systems,
    best: systems[best]!.id,
    questions: counted.length,
    dimensions: dimensions.map(({ id, kind, field, slices: own }, d) => ({
      id,
      kind,
      field,
      slices: own.map((slice) => ({
        ...slice,
        questions: slice.questions.map((q) => counted[q]!),
        counted: slice.questions.length,
        best: momentsOf(Float64Array.from(slice.questions, (q) => rows[best]![q]!)).mean,
        differences: cells[slices.indexOf(slice)]!,
      })),
      p: tests[d]!.p,
      holm: tests[d]!.holm,
      findings: tests[d]!.effects.map((effect) => ({
        ...named[effect.row]!,
        ...findingOf(effect, differences[effect.row]!, own, sampling),
      })),
    })),
    contrasts: named,
    seed: input.seed,
    resamples,
  };
}

type Means = readonly { readonly id: string; readonly mean: number }[];

function position(systems: Means, id: string | null): number | null {
  const at = systems.findIndex((system) => system.id === id);
  return at < 0 ? null : at;
}

function bestOf(systems: Means, named: string | null): number {
  const highest = systems.reduce((best, { mean }, s) => (mean > systems[best]!.mean ? s : best), 0);
  return position(systems, named) ?? highest;
}

const OUTSIDE = 0x0a75;

function findingOf(
  { group, inside, outside, p, evidence }: SliceEffect,
  differences: Float64Array,
  slices: readonly Slice[],
  { seed, resamples }: { readonly seed: number; readonly resamples: number },
) {
  const all = new Set(slices.flatMap(({ questions }) => questions));
  const own = new Set(slices[group]!.questions);
  const rest = [...all].filter((q) => !own.has(q));
  const insides = resampledMeans(differences, [...own], seed, resamples);
  const outsides = resampledMeans(differences, rest, seed ^ OUTSIDE, resamples);
  return {
    slice: slices[group]!.id,
    evidence,
    inside,
    outside,
    gap: inside - outside,
    ci95: percentile(insides.map((value, b) => value - outsides[b]!)),
    p,
    slices: slices.map(({ id, questions }) => ({
      slice: id,
      mean: momentsOf(Float64Array.from(questions, (q) => differences[q]!)).mean,
      ci95: percentile(resampledMeans(differences, questions, seed, resamples)),
    })),
  };
}

function resampledMeans(values: Float64Array, questions: readonly number[], seed: number, resamples: number) {
  const columns = columnsOf([Float64Array.from(questions, (q) => values[q]!)]);
  return bootstrapSums(columns, resamples, seed)[0]!.map((sum) => (sum * columns.unit) / questions.length);
}

const percentile = (values: Float64Array): Interval => [quantile(values, 0.025), quantile(values, 0.975)];
