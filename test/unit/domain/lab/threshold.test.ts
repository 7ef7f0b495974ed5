import { describe, expect, it } from 'vitest';
import {
  bestThreshold,
  between,
  fOf,
  keptBy,
  readThreshold,
  thresholdCurve,
  type ThresholdQuestion,
  thresholdQuestions,
  tuneThreshold,
} from '../../../../src/domain/lab/threshold';
import { judge } from '../../../../src/domain/measures/judge';
import { definitionOf } from '../../../../src/domain/measures/registry';
import { Random } from '../../../../src/domain/statistics/random';
import { docId, type Qrels, queryId, type Run } from '../../../../src/base/types';

/** @param lists of each question the scores with whether each is relevant, and the relevant ones that were not found */
function questionsOf(...lists: [hits: [number, 0 | 1][], missed?: number][]): ThresholdQuestion[] {
  return lists.map(([hits, missed = 0], q) => ({
    id: queryId(`q${q}`),
    scores: Float64Array.from(hits, ([score]) => score),
    relevant: Uint32Array.from([0, ...hits].map((_, n) => hits.slice(0, n).filter(([, is]) => is === 1).length)),
    total: hits.filter(([, is]) => is === 1).length + missed,
  }));
}

/** Lists in which what is relevant scores higher as a rule, for so many questions. */
function madeUp(count: number, seed: number): { run: Run; qrels: Qrels; ids: ReturnType<typeof queryId>[] } {
  const words = new Uint32Array(count * 40);
  new Random(seed).fill(words);
  let at = 0;
  const next = (): number => words[at++ % words.length]! / 2 ** 32;
  const ids = Array.from({ length: count }, (_, q) => queryId(`q${q}`));
  const run: Run = new Map(
    ids.map((id) => [
      id,
      Array.from({ length: 12 }, (_, d) => ({
        id: docId(`d${d}`),
        score: Math.round(20 * (next() + (d < 3 ? 0.7 : 0))),
      })),
    ]),
  );
  const qrels: Qrels = new Map(
    ids.map((id, q) => [id, new Map([0, 1, 2, 13].map((d) => [docId(`d${d}`), d === q % 3 ? 2 : 1]))]),
  );
  return { run, qrels, ids };
}

describe('what a threshold keeps', () => {
  const [question] = questionsOf([
    [
      [9, 1],
      [5, 0],
      [5, 1],
      [2, 0],
    ],
    1,
  ]);

  it('is a score of at least it: equal ones stay', () => {
    expect([null, 1, 2, 2.1, 5, 5.1, 9, 10].map((threshold) => keptBy(question!, threshold))).toEqual([
      4, 4, 4, 3, 3, 1, 1, 0,
    ]);
  });

  it('has the F of trec_eval’s set_F for β = 1, whatever the length', () => {
    const { run, qrels, ids } = madeUp(30, 1);
    for (const most of [1, 5, 12])
      for (const relevance of [1, 2]) {
        const questions = thresholdQuestions(run, ids, qrels, { most, relevance });
        for (const each of questions)
          for (const threshold of [null, 5, 15, 25, 40]) {
            const kept = keptBy(each, threshold);
            const list = [...run.get(each.id)!]
              .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
              .slice(0, kept);
            const judged = judge(list, qrels.get(each.id)!);
            const setF = definitionOf({ name: 'set_F' });
            const expected = setF.compute(judged, { relevance } as Parameters<typeof setF.compute>[1]);
            expect(fOf(each, kept, 1)).toBeCloseTo(expected, 12);
          }
      }
  });

  it('weighs precision more below β = 1, and recall above it', () => {
    // One of one is right, of three that are relevant: P 1, R ⅓.
    const [few] = questionsOf([[[1, 1]], 2]);
    expect(fOf(few!, 1, 0.5)).toBeCloseTo(1.25 / 3 / (0.25 + 1 / 3), 12);
    expect(fOf(few!, 1, 2)).toBeCloseTo(5 / 3 / (4 + 1 / 3), 12);
  });

  it('counts precision over answers that are not empty, and F over all questions', () => {
    const reading = readThreshold(questionsOf([[[9, 1]]], [[[1, 1]]], [[[8, 0]]]), 5, 1);
    expect(reading).toEqual({
      f: 1 / 3,
      // A mean over all questions would be ⅓.
      precision: 0.5,
      recall: 0.5,
      empty: 1 / 3,
      kept: 2 / 3,
      unanswerable: 1,
      rightlyEmpty: 0,
    });
  });

  it('has no precision where all answers are empty, and tells where that is right', () => {
    const reading = readThreshold(questionsOf([[[1, 0]]], [[]]), 5, 1);
    expect(reading).toMatchObject({ precision: null, recall: null, empty: 1, unanswerable: 2, rightlyEmpty: 2 });
  });
});

describe('the best threshold', () => {
  it('stands between what it keeps and what it does not, as a short number', () => {
    const questions = questionsOf([
      [
        [8.123, 1],
        [3.456, 0],
      ],
    ]);
    expect(bestThreshold(questions, 1)).toBe(6);
    expect(between(0.12341, 0.12349)).toBe(0.12345);
    expect(between(-3, 1)).toBe(-1);
    const next = 1 + Number.EPSILON;
    expect(between(1, next)).toBe(next);
  });

  it('is none where keeping all is as good: the lowest of equal ones', () => {
    expect(bestThreshold(questionsOf([[[8, 1]]], [[[3, 1]]]), 1)).toBeNull();
    expect(bestThreshold(questionsOf([[[8, 0]]]), 1)).toBeNull();
    expect(bestThreshold(questionsOf([[]]), 1)).toBeNull();
  });

  it('is as good as every other, by trying them all', () => {
    for (let seed = 1; seed <= 8; seed++) {
      const { run, qrels, ids } = madeUp(15, seed);
      const questions = thresholdQuestions(run, ids, qrels, { most: 12, relevance: 1 });
      for (const beta of [0.5, 1, 2]) {
        const scores = questions.flatMap((each) => [...each.scores]);
        const best = Math.max(...[null, ...scores].map((threshold) => readThreshold(questions, threshold, beta).f));
        expect(readThreshold(questions, bestThreshold(questions, beta), beta).f).toBeCloseTo(best, 10);
      }
    }
  });
});

describe('a tuned threshold', () => {
  const { run, qrels, ids } = madeUp(60, 3);
  const questions = thresholdQuestions(run, ids, qrels, { most: 12, relevance: 1 });
  const tuned = tuneThreshold(questions, 1);

  it('is measured on questions that it was not chosen by', () => {
    expect(tuned.heldOut.f).toBeLessThanOrEqual(tuned.optimistic.f);
    expect(tuned.heldOut.f).toBeGreaterThan(tuned.none.f);
    expect(tuned.byFold).toHaveLength(5);
    expect(tuned.optimistic).toEqual(readThreshold(questions, tuned.chosen, 1));
    expect(tuned.heldOutF.mean).toBeCloseTo(tuned.heldOut.f, 12);
    expect(tuned.heldOutF.difference.mean).toBeCloseTo(tuned.heldOut.f - tuned.none.f, 12);
    const [low, high] = tuned.heldOutF.ci95!;
    expect((low + high) / 2).toBeCloseTo(tuned.heldOutF.difference.mean, 12);
  });

  it('is refused where there are too few questions to hold some out', () => {
    expect(() => tuneThreshold(questions.slice(0, 9), 1)).toThrow(RangeError);
  });
});

it('the curve goes from all kept to the highest score alone', () => {
  const questions = questionsOf(
    [[[9, 1]]],
    [
      [
        [4, 0],
        [1, 1],
      ],
    ],
  );
  const curve = thresholdCurve(questions, 1, 9);
  expect(curve.map(({ threshold }) => threshold)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(curve.map(({ kept }) => kept)).toEqual([1.5, 1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.5]);
  expect(curve.at(-1)).toMatchObject({ precision: 1, empty: 0.5 });
});
