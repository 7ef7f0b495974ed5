import { contrastsOf } from '../../src/domain/slices/report';
import { testSlices } from '../../src/domain/slices/slice-tests';
import type { Dimension } from '../../src/domain/slices/dimension';
import { uniform } from '../../src/domain/statistics/random';
import { mean } from '../../src/domain/measures/score';
import { sampleSlices, SAMPLE_SYSTEMS, sampleValues } from '../../test/sample-slices';

/** What is added to the values of one system in one slice. */
export interface Planted {
  readonly system: string;
  /** Id of a slice of the sample. */
  readonly slice: string;
  readonly size: number;
}

export interface Simulated {
  /** Share of data sets in which any slice is reported, and in which the planted one is, for the planted system. */
  readonly any: number;
  readonly found: number;
}

export interface SimulationOptions {
  readonly dataSets: number;
  readonly resamples: number;
  readonly seed: number;
  /** Makes values of one slice vary more, without a difference of means: deviations of differences times this. */
  readonly spread?: { readonly slice: string; readonly factor: number };
}

const BEST = SAMPLE_SYSTEMS.indexOf('ensemble');
/** By system: ensemble-rerank reranks ensemble, ensemble-rrf-rerank ensemble-rrf. */
const PREVIOUS = SAMPLE_SYSTEMS.map((id) =>
  id.endsWith('-rerank') ? SAMPLE_SYSTEMS.indexOf(id.replace(/-rerank$/, '')) : null,
);

/** Slices of a quarter of the questions or more. */
const LARGE = 39;

/**
 * Data sets of 156 questions: values of all six systems for a question are drawn together, with replacement, from the
 * nDCG@10 of the bundled sample, and slices of the sample are dealt to them at random, those of a question together. So
 * nothing depends on a slice but what is planted, and variances, correlations of systems and sizes of slices are the
 * sample's.
 *
 * @param planted `any`: .15 in another system and another slice of at least {@link LARGE} questions in each data set, all
 *   of them in turn
 */
export function simulateSlices(planted: Planted | 'any' | null, options: SimulationOptions): Simulated {
  const dimensions = sampleSlices();
  const values = sampleValues();
  const questions = values[0]!.length;
  const contrasts = contrastsOf(PREVIOUS, BEST);
  const means = contrasts.map(({ system, reference }) => mean(values[system]!) - mean(values[reference]!));
  const random = uniform(options.seed);
  let [any, found] = [0, 0];
  for (let b = 0; b < options.dataSets; b++) {
    const drawn = Int32Array.from({ length: questions }, () => Math.floor(random() * questions));
    const order = shuffled(questions, random);
    const dealt = dimensions.map(({ slices }) => slices.map((slice) => slice.questions.map((q) => order[q]!)));
    const own = planted === 'any' ? plantedAt(b, dimensions) : planted;
    const sliceOf = (id: string): readonly number[] => {
      for (const [d, { slices }] of dimensions.entries())
        for (const [s, slice] of slices.entries()) if (slice.id === id) return dealt[d]![s]!;
      throw new RangeError(`the sample has no slice ${id}`);
    };
    const rows = values.map((row) => Float64Array.from(drawn, (q) => row[q]!));
    if (own) for (const q of sliceOf(own.slice)) rows[SAMPLE_SYSTEMS.indexOf(own.system)]![q]! += own.size;
    const differences = contrasts.map(({ system, reference }) =>
      rows[system]!.map((value, q) => value - rows[reference]![q]!),
    );
    if (options.spread) widen(differences, means, sliceOf(options.spread.slice), options.spread.factor);
    const tests = testSlices(differences, dealt, { seed: options.seed + b, resamples: options.resamples });
    const reported = tests.flatMap(({ effects }, d) =>
      effects
        .filter(({ evidence }) => evidence === 'sure')
        .map(({ group, row }) => ({ slice: dimensions[d]!.slices[group]!.id, contrast: contrasts[row]! })),
    );
    if (reported.length > 0) any++;
    if (own && reported.some(({ slice, contrast }) => isPlanted(own, dimensions, slice, contrast))) found++;
  }
  return { any: any / options.dataSets, found: found / options.dataSets };
}

function plantedAt(dataSet: number, dimensions: readonly Dimension[]): Planted {
  const large = dimensions.flatMap(({ slices }) => slices.filter(({ questions }) => questions.length >= LARGE));
  const cases = large.flatMap(({ id }) => SAMPLE_SYSTEMS.map((system) => ({ system, slice: id, size: 0.15 })));
  return cases[dataSet % cases.length]!;
}

/** Of two slices the first alone is reported: it stands for both. */
function isPlanted(
  { slice, system }: Planted,
  dimensions: readonly Dimension[],
  reported: string,
  contrast: { readonly system: number; readonly reference: number },
): boolean {
  const position = SAMPLE_SYSTEMS.indexOf(system);
  if (contrast.system !== position && contrast.reference !== position) return false;
  const { slices } = dimensions.find((each) => each.slices.some(({ id }) => id === slice))!;
  return reported === slice || (slices.length === 2 && slices.some(({ id }) => id === reported));
}

/** Deviations from the mean of the population, so that it stays the mean of the slice. */
function widen(
  rows: readonly Float64Array[],
  means: readonly number[],
  slice: readonly number[],
  factor: number,
): void {
  rows.forEach((row, r) => {
    for (const q of slice) row[q] = means[r]! + (row[q]! - means[r]!) * factor;
  });
}

function shuffled(length: number, random: () => number): Int32Array {
  const order = Int32Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}
