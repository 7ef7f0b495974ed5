import { describe, expect, it } from 'vitest';
import { docId, queryId } from '../../src/base/types';
import { questionBounds } from '../../src/domain/evidence/bounds';
import { sampleBy } from '../../src/domain/evidence/passage-sample';
import { pooledQuestion, type PooledQuestion } from '../../src/domain/evidence/pooled-question';
import { additiveValues, sampledValues } from '../../src/domain/evidence/sampled-values';
import { sequentialEvidence, simultaneousPairs } from '../../src/domain/evidence/sequential';
import { measureOf } from '../../src/domain/measures/parse';
import { murthyWeights } from '../../src/domain/statistics/successive-sampling';
import type { Interval } from '../../src/domain/statistics/types';
import { goldenPath, readJson } from './read';

type State = readonly [kind: 'decided' | 'equivalent' | 'open', systems: readonly number[]];

interface Golden {
  readonly sequences: readonly {
    readonly name: string;
    readonly margin: number;
    readonly values: readonly (readonly number[])[];
    readonly corrected: readonly Interval[];
    readonly table: readonly Interval[];
    readonly uncorrected: readonly Interval[];
    readonly state: State;
    readonly uncorrectedState: State;
  }[];
  readonly weights: readonly {
    readonly sizes: readonly number[];
    readonly drawn: readonly number[];
    readonly weights: readonly number[];
    readonly rejected: Readonly<Record<string, readonly number[]>>;
  }[];
  readonly estimates: readonly {
    readonly measure: string;
    readonly lists: readonly (readonly number[])[];
    readonly grades: readonly number[];
    readonly uniforms: readonly number[];
    readonly n: number;
    readonly order: readonly number[];
    readonly values: readonly number[];
    readonly unjudgedAsNotRelevant: readonly number[];
    readonly ratios?: readonly number[];
  }[];
  readonly bounds: readonly {
    readonly lists: readonly (readonly number[])[];
    readonly grades: readonly (number | null)[];
    readonly maxGrade: number;
    readonly bounds: Readonly<
      Record<string, { readonly low: number; readonly high: number; readonly unjudgedAsNotRelevant: number }>
    >;
  }[];
}

const golden = readJson<Golden>(goldenPath('evidence.json'));
/** Neighbours of the grid of means, of differences from −1 to 1. */
const STEP = 0.001;

const close = (found: ArrayLike<number>, expected: ArrayLike<number>): boolean =>
  Array.from(expected).every((value, i) => Math.abs(found[i]! - value) <= 1e-9 * Math.max(1, Math.abs(value)));

describe.each(golden.sequences)('evidence of several systems: $name', ({ margin, values, state, ...expected }) => {
  const systems = values.map((row, i) => ({ id: String(i), values: Float64Array.from(row) }));
  const input = { systems, range: [-1, 1], alpha: 0.05, margin, better: 'higher' } as const;
  const found = sequentialEvidence(input);

  const within = (intervals: readonly (Interval | null)[], reference: readonly Interval[]): boolean =>
    reference.every(([low, high], i) => {
      const [ownLow, ownHigh] = intervals[i]!;
      return (
        low - ownLow >= -1e-6 && low - ownLow <= STEP + 1e-6 && ownHigh - high >= -1e-6 && ownHigh - high <= STEP + 1e-6
      );
    });
  const intervals = found.pairs.map(({ interval }) => interval);

  it('has the intervals of the reference, at most a step wider', () => {
    expect(within(intervals, expected.corrected)).toBe(true);
    expect(
      within(
        simultaneousPairs(input).map(({ interval }) => interval),
        expected.table,
      ),
    ).toBe(true);
  });

  it('claims what the reference claims', () => {
    const [kind, best] = state;
    const names = best.map(String);
    expect(found.state).toEqual(
      kind === 'open'
        ? { kind, candidates: names }
        : kind === 'decided'
          ? { kind, best: names[0] }
          : { kind, best: names },
    );
  });

  it('is not uncorrected', () => {
    expect(within(intervals, expected.uncorrected)).toBe(false);
  });
});

it('evidence without the correction would decide what is open', () => {
  const { state, uncorrectedState } = golden.sequences.find(({ name }) => name === 'α alone would decide')!;
  expect([state[0], uncorrectedState[0]]).toEqual(['open', 'decided']);
});

describe('weights of drawn items', () => {
  const weightsOf = (sizes: readonly number[], drawn: readonly number[]): number[] => {
    const rest = sizes.filter((_, i) => !drawn.includes(i)).reduce((sum, size) => sum + size, 0);
    return murthyWeights(
      drawn.map((i) => sizes[i]!),
      rest,
    );
  };

  it.each(golden.weights)('of sizes $sizes, drawn $drawn, are those of all orders of drawing', (each) => {
    expect(close(weightsOf(each.sizes, each.drawn), each.weights)).toBe(true);
  });

  it.each(Object.keys(golden.weights[0]!.rejected))(
    'are not those that are wrong or another estimator’s: %s',
    (name) => {
      const same = golden.weights.filter((each) => close(weightsOf(each.sizes, each.drawn), each.rejected[name]!));
      // Of items of one size all but the wrong chances agree, and so do all of a sample of everything.
      expect(same.length).toBeLessThanOrEqual(2);
    },
  );
});

function questionOf(lists: readonly (readonly number[])[], items: number): PooledQuestion {
  const ids = Array.from({ length: items }, (_, i) => docId(String(i)));
  const pool = ids.map((id) => ({ key: id, place: { doc: id, span: null }, copies: [], members: [id] }));
  return pooledQuestion(
    queryId('q'),
    pool,
    lists.map((list) => list.map((i) => ids[i]!)),
  );
}

describe('values of sampled passages', () => {
  it.each(golden.estimates)('by $measure from $n', ({ measure, lists, grades, uniforms, n, ...expected }) => {
    const question = questionOf(lists, grades.length);
    const options = { measure: measureOf(measure), relevance: 1, maxGrade: 3 };
    const sample = sampleBy(question, { measure: options.measure, pair: null }, Float64Array.from(uniforms));
    expect(sample.order).toEqual(expected.order);
    const found = additiveValues(sample, n, grades, options)!;
    expect(close(found, expected.values)).toBe(true);
    const values = sampledValues(question, sample, n, grades, options)!;
    expect(close(values, expected.ratios ?? expected.values)).toBe(true);
    if (n < sample.order.length && expected.values.some((value) => value > 0))
      expect(close(found, expected.unjudgedAsNotRelevant), 'unjudged as not relevant').toBe(false);
  });
});

describe('bounds of a question', () => {
  let apart = 0;

  it.each(golden.bounds)('of $lists with grades $grades are those of all completions', (each) => {
    const question = questionOf(each.lists, each.grades.length);
    const grades = each.grades.map((grade) => grade ?? undefined);
    for (const [text, { low, high, unjudgedAsNotRelevant }] of Object.entries(each.bounds)) {
      const options = { measure: measureOf(text), relevance: 1, maxGrade: each.maxGrade };
      const [foundLow, foundHigh] = questionBounds(question, [0, 1], grades, options);
      if (text.startsWith('MAP')) {
        expect(foundLow, text).toBeLessThanOrEqual(low + 1e-9);
        expect(foundHigh, text).toBeGreaterThanOrEqual(high - 1e-9);
      } else {
        expect(foundLow, text).toBeCloseTo(low, 9);
        expect(foundHigh, text).toBeCloseTo(high, 9);
      }
      if (Math.abs(foundLow - unjudgedAsNotRelevant) > 1e-6 || Math.abs(foundHigh - unjudgedAsNotRelevant) > 1e-6)
        apart++;
    }
  });

  it('are not the difference with what is unjudged as not relevant', () => {
    expect(apart).toBeGreaterThan(80);
  });
});
