import { type PassageSample, sampleBy } from '../../src/domain/evidence/passage-sample';
import { additiveRange, additiveValues, sampledValues } from '../../src/domain/evidence/sampled-values';
import type { MeasureOptions } from '../../src/domain/evidence/pooled-question';
import { measureOf } from '../../src/domain/measures/parse';
import { Bets } from '../../src/domain/statistics/bets';
import { ALPHA, pairedT } from '../../src/domain/statistics/paired';
import { uniform } from '../../src/domain/statistics/random';
import { drawingOrder } from '../../src/domain/statistics/successive-sampling';
import type { Interval } from '../../src/domain/statistics/types';
import { type CompletePair, type CompleteQuestion, DEPTH, differenceOf, highestOf } from './pools';

const NDCG = `nDCG@${DEPTH}`;

export interface SampledBias {
  /** Mean difference of the estimates to what they estimate. */
  readonly bias: number;
  /** Its standard error, of the simulation. */
  readonly error: number;
  /** Share of intervals that contain the mean of the population: read once by t, and at all times. */
  readonly once: number;
  readonly always: number;
}

export interface SampledPair {
  /** Of P@10 and DCG@10, the latter as a share of the highest it can be. */
  readonly precision: SampledBias;
  readonly gain: SampledBias;
  /** Of nDCG@10, a ratio estimate. */
  readonly ratio: number;
  /** What unjudged passages that count as not relevant, most informative first, make of the differences. */
  readonly greedy: { readonly precision: number; readonly gain: number };
}

/** Differences of a pair of systems from n judgments per question, over data sets of questions drawn from those there are. */
export function sampledPair(
  pair: CompletePair,
  { n, count, seed }: { readonly n: number; readonly count: number; readonly seed: number },
): SampledPair {
  const random = uniform(seed);
  const maxGrade = highestOf(pair);
  const options = (text: string): MeasureOptions => ({ measure: measureOf(text), relevance: 1, maxGrade });
  const [precision, gain] = [options(`P@${DEPTH}`), options(NDCG)];
  // Chances are the same in all data sets.
  const designs = new Map(
    [precision, gain].map(({ measure }) => [
      measure,
      new Map(pair.questions.map((each) => [each, sampleBy(each.question, { measure, pair: null }, halves(each))])),
    ]),
  );
  const drawn = (question: CompleteQuestion, { measure }: MeasureOptions): PassageSample => {
    const design = designs.get(measure)!.get(question)!;
    const uniforms = Float64Array.from(question.grades, () => 1 - random());
    return { ...design, order: drawingOrder(design.sizes, uniforms) };
  };
  const additive = (question: CompleteQuestion, own: MeasureOptions, judged = n): number =>
    difference(additiveValues(drawn(question, own), judged, question.grades, own)!);
  const truths = [precision, gain].map((own) => pair.questions.map((each) => additive(each, own, Infinity)));
  const ratioTruth = pair.questions.map((each) => differenceOf(each, NDCG, maxGrade));
  const ranges = [precision, gain].map((own) =>
    additiveRange(
      pair.questions.map((each) => drawn(each, own)),
      n,
    ),
  );
  const tallies = [new Tally(), new Tally()];
  let ratio = 0;
  for (let set = 0; set < count; set++) {
    const questions = pair.questions.map(() => Math.floor(random() * pair.questions.length));
    for (const [i, own] of [precision, gain].entries()) {
      const values = new Float64Array(questions.length);
      for (const [at, q] of questions.entries()) {
        const each = pair.questions[q]!;
        const sample = drawn(each, own);
        values[at] = difference(additiveValues(sample, n, each.grades, own)!);
        if (own === precision) continue;
        const found = difference(sampledValues(each.question, sample, n, each.grades, own)!);
        ratio += (found - ratioTruth[q]!) / questions.length / count;
      }
      tallies[i]!.add(
        values,
        questions.map((q) => truths[i]![q]!),
        mean(truths[i]!),
        ranges[i]!,
      );
    }
  }
  return {
    precision: tallies[0]!.shares(count),
    gain: tallies[1]!.shares(count),
    ratio,
    greedy: {
      precision: mean(pair.questions.map((each) => greedy(each, precision, n))) - mean(truths[0]!),
      gain: mean(pair.questions.map((each) => greedy(each, gain, n))) - mean(truths[1]!),
    },
  };
}

class Tally {
  private readonly errors: number[] = [];
  private once = 0;
  private always = 0;

  add(values: Float64Array, drawnTruths: readonly number[], truth: number, range: Interval): void {
    this.errors.push(mean([...values]) - mean(drawnTruths));
    if ((pairedT(values.map((value) => value - truth))?.p ?? 1) >= ALPHA) this.once++;
    if (!excludes(values, truth, range)) this.always++;
  }

  shares(count: number): SampledBias {
    const bias = mean(this.errors);
    const error = Math.sqrt(mean(this.errors.map((each) => (each - bias) ** 2)) / count);
    return { bias, error, once: this.once / count, always: this.always / count };
  }
}

/** Whether a confidence sequence of the values ever excludes a mean: it alone is tried, where the interval tries all. */
function excludes(values: Float64Array, truth: number, [low, high]: Interval): boolean {
  const bets = new Bets(ALPHA);
  const limit = Math.log(2 / ALPHA);
  const m = (truth - low) / (high - low);
  let [above, below] = [0, 0];
  for (const value of values) {
    const x = (value - low) / (high - low);
    above += bets.above(m, x);
    below += bets.below(m, x);
    if (Math.max(above, below) >= limit) return true;
    bets.add(x);
  }
  return false;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const halves = ({ grades }: CompleteQuestion): Float64Array => new Float64Array(grades.length).fill(0.5);

const difference = (values: Float64Array): number => values[0]! - values[1]!;

/** What must not be done: those that can move the difference most are judged, all others taken as not relevant. */
function greedy({ question, grades }: CompleteQuestion, options: MeasureOptions, n: number): number {
  const sample = sampleBy(question, { measure: options.measure, pair: null }, halves({ question, grades }));
  const [first, second] = sample.shares as [Float64Array, Float64Array];
  const moves = (item: number): number => Math.abs(first[item]! - second[item]!);
  const order = [...grades.keys()].sort((a, b) => moves(b) - moves(a) || a - b);
  const judged = grades.map((grade, item) => (order.indexOf(item) < n ? grade : 0));
  return difference(additiveValues(sample, Infinity, judged, options)!);
}
