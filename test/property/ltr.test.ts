import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binFeatures } from '../../src/domain/ltr/bins';
import { foldsOf } from '../../src/domain/ltr/folds';
import { lambdaGradients, trainLambdaMart } from '../../src/domain/ltr/lambda-mart';
import { lbfgs } from '../../src/domain/ltr/lbfgs';
import { type TrainingData } from '../../src/domain/ltr/matrix';
import { applyModel, parseModel } from '../../src/domain/ltr/model';
import { DEFAULT_OPTIONS } from '../../src/domain/ltr/learned-spec';
import { finish } from '../../src/domain/ltr/training';
import { queryId } from '../../src/base/types';

const WIDTH = 3;
const FEW_RUNS = { numRuns: 40 };

const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.double({ min: -3, max: 3, noNaN: true }));
const row = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.tuple(value, value, value));

/** One to six questions of up to eight candidates, at least one of them with something to learn. */
const data: fc.Arbitrary<TrainingData> = fc
  .array(fc.array(row, { maxLength: 8 }), { minLength: 1, maxLength: 6 })
  .map((questions) => {
    const all = [...questions, [[1, [1, 0, 0]] as const, [0, [0, 1, 0]] as const]];
    const offsets = new Int32Array(all.length + 1);
    all.forEach((rows, q) => (offsets[q + 1] = offsets[q]! + rows.length));
    return {
      names: ['a', 'b', 'c'],
      values: Float64Array.from(all.flatMap((rows) => rows.flatMap(([, values]) => [...values]))),
      offsets,
      questions: all.map((_, q) => queryId(`q${q}`)),
      labels: Float64Array.from(all.flatMap((rows) => rows.map(([label]) => label))),
    };
  });

const weights = fc.tuple(value, value, value).map((of) => Float64Array.from(of));

const scoresOf = ({ values, labels }: TrainingData, w: Float64Array) =>
  labels.map((_, r) => w.reduce((sum, weight, f) => sum + weight * values[r * WIDTH + f]!, 0));

/** As the paper says it, pair by pair, without truncation or normalisation. */
function plainLambdas({ offsets, labels }: TrainingData, scores: Float64Array): Float64Array {
  const gradients = new Float64Array(labels.length);
  for (let q = 0; q < offsets.length - 1; q++) {
    const rows = Array.from({ length: offsets[q + 1]! - offsets[q]! }, (_, i) => offsets[q]! + i);
    const dcg = (order: number[]) => order.reduce((sum, r, place) => sum + labels[r]! / Math.log2(place + 2), 0);
    const ranked = [...rows].sort((a, b) => scores[b]! - scores[a]!);
    const ideal = dcg([...rows].sort((a, b) => labels[b]! - labels[a]!));
    for (const i of rows)
      for (const j of rows) {
        if (!(labels[i]! > labels[j]!)) continue;
        const swapped = ranked.map((r) => (r === i ? j : r === j ? i : r));
        const delta = Math.abs(dcg(ranked) - dcg(swapped)) / ideal;
        const lambda = delta / (1 + Math.exp(scores[i]! - scores[j]!));
        gradients[i]! -= lambda;
        gradients[j]! += lambda;
      }
  }
  return gradients;
}

const derived = (of: TrainingData, scores: Float64Array, options: Parameters<typeof lambdaGradients>[1]) => {
  const into = { gradients: new Float64Array(scores.length), hessians: new Float64Array(scores.length) };
  lambdaGradients(of, options)(scores, into);
  return into;
};

it('lambdas are those of a naive model that swaps every pair and computes nDCG anew', () => {
  fc.assert(
    fc.property(data, weights, (of, w) => {
      const scores = scoresOf(of, w);
      const options = { gain: 'linear', truncation: 99, sigmoid: 1, normalise: false } as const;
      const { gradients } = derived(of, scores, options);
      plainLambdas(of, scores).forEach((expected, r) => expect(gradients[r]).toBeCloseTo(expected, 10));
    }),
  );
});

describe('boosted trees', () => {
  const options = { ...DEFAULT_OPTIONS['lambda-mart'], rounds: 6, leaves: 4, minRows: 1, minRowsInBin: 1 };

  it('score the same after JSON, and do not see that a feature was stretched', () => {
    fc.assert(
      fc.property(data, (of) => {
        const { model } = finish(trainLambdaMart(of, options));
        const scores = applyModel(model, of);
        const parsed = parseModel(JSON.parse(JSON.stringify(model)));
        expect(parsed.ok && applyModel(parsed.model, of)).toEqual(scores);
        // Powers of two, so that values which were apart stay so.
        const stretched = { ...of, values: of.values.map((each) => each * 4) };
        expect(applyModel(finish(trainLambdaMart(stretched, options)).model, stretched)).toEqual(scores);
      }),
      FEW_RUNS,
    );
  });

  it('bin every value between the bounds of its bin', () => {
    fc.assert(
      fc.property(data, fc.integer({ min: 2, max: 8 }), fc.integer({ min: 1, max: 4 }), (of, most, fewest) => {
        const { bins, bounds } = binFeatures(of, most, fewest);
        of.values.forEach((each, at) => {
          const ends = bounds[at % WIDTH]!;
          expect(ends.length).toBeLessThan(most);
          expect(each).toBeLessThanOrEqual(ends[bins[at]!] ?? Infinity);
          expect(each).toBeGreaterThan(ends[bins[at]! - 1] ?? -Infinity);
        });
      }),
    );
  });
});

it('L-BFGS finds the minimum of any quadratic with a minimum', () => {
  const matrix = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 9, maxLength: 9 });
  fc.assert(
    fc.property(matrix, weights, (m, target) => {
      // ½ |M (x − target)|² + ½ |x − target|², whose gradient is (MᵀM + I) (x − target).
      const found = finish(
        lbfgs(
          (x, gradient) => {
            const d = x.map((each, i) => each - target[i]!);
            const moved = [0, 1, 2].map((i) => d.reduce((sum, each, j) => sum + m[i * 3 + j]! * each, 0));
            for (let j = 0; j < 3; j++)
              gradient[j] = d[j]! + moved.reduce((sum, each, i) => sum + m[i * 3 + j]! * each, 0);
            return (moved.reduce((sum, each) => sum + each ** 2, 0) + d.reduce((sum, each) => sum + each ** 2, 0)) / 2;
          },
          new Float64Array(3),
          { tolerance: 1e-9, iterations: 200 },
        ),
      );
      expect(found.converged).toBe(true);
      found.x.forEach((each, i) => expect(each).toBeCloseTo(target[i]!, 8));
    }),
  );
});

it('folds are of equal size, give or take one, and those of the ids in whatever order', () => {
  const ids = fc.uniqueArray(fc.string(), { minLength: 5, maxLength: 40 });
  fc.assert(
    fc.property(ids, fc.integer(), fc.integer({ min: 2, max: 5 }), (texts, seed, folds) => {
      const questions = texts.map(queryId);
      const found = foldsOf(questions, folds, seed);
      const sizes = Array.from({ length: folds }, (_, fold) => found.filter((each) => each === fold).length);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      const turned = foldsOf([...questions].reverse(), folds, seed);
      expect([...turned].reverse()).toEqual([...found]);
    }),
  );
});
