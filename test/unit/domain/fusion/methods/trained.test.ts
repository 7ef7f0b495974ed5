import { describe, expect, it } from 'vitest';
import { DEFAULT_CROSS_FITTED } from '../../../../../src/domain/fusion/fusion-spec';
import { TRAINED_FUSIONS } from '../../../../../src/domain/fusion/methods/trained';
import type { TrainingQuestion } from '../../../../../src/domain/fusion/method';
import { hits } from '../../measures/make';
import { fused, lists, question } from '../make';

const { bayesfuse, mapfuse, posfuse, probfuse, segfuse, slidefuse } = TRAINED_FUSIONS;
const options = DEFAULT_CROSS_FITTED;
type Questions = readonly TrainingQuestion[];
const trainBayesfuse = (questions: Questions) => bayesfuse.train(questions, options.bayesfuse, 1).logOdds;
const trainMapfuse = (questions: Questions, from = 1) => mapfuse.train(questions, options.mapfuse, from).precision;
const trainPosfuse = (questions: Questions) => posfuse.train(questions, options.posfuse, 1).probabilities;
const trainProbfuse = (questions: Questions, segments: number) =>
  probfuse.train(questions, { ...options.probfuse, segments }, 1).probabilities;
const trainSegfuse = (questions: Questions) => segfuse.train(questions, options.segfuse, 1).probabilities;

const absent = Math.log(0.001 / 0.999);

it('Bayes-fuse adds the log odds of the interval of each rank, and the lowest for a list without the document', () => {
  const found = fused(lists('a b c d e f', 'f g'), { method: 'bayesfuse', logOdds: [[2, 1], [3]] });
  expect(found['a']).toBeCloseTo(2 + absent, 14);
  expect(found['e']).toBeCloseTo(2 + absent, 14);
  expect(found['f']).toBeCloseTo(1 + 3, 14);
  expect(found['g']).toBeCloseTo(absent + 3, 14);
});

describe('training of Bayesfuse', () => {
  const odds = (p: number) => Math.log(p / (1 - p));

  it('takes the precision of each interval, averaged, with 0 as .001', () => {
    const [trained] = trainBayesfuse([question('a b c d e f', 'a f'), question('g h', '')]);
    expect(trained).toHaveLength(9);
    expect(trained![0]).toBeCloseTo(odds(1 / 5 / 2), 14);
    expect(trained![1]).toBeCloseTo(odds(1 / 5 / 2), 14);
    expect(trained![2]).toBeCloseTo(absent, 14);
  });

  it('keeps the odds finite where all are relevant', () => {
    expect(trainBayesfuse([question('a b c d e', 'a b c d e')])[0]![0]).toBeCloseTo(Math.log(1 / 0.001), 14);
  });
});

describe('training of Mapfuse', () => {
  it('averages the average precision of a list, which counts relevant documents that it has not', () => {
    const trained = trainMapfuse([question('a b c', 'b z'), question('d', 'd')]);
    expect(trained).toHaveLength(1);
    expect(trained[0]).toBeCloseTo((1 / 2 / 2 + 1) / 2, 15);
  });

  it('counts grades from the one asked', () => {
    expect(trainMapfuse([question('a', 'a')], 2)).toEqual([0]);
  });
});

describe('training of Posfuse', () => {
  it('rejects dividing by questions whose list does not reach the rank', () => {
    expect(trainPosfuse([question('a b', 'a b'), question('c', '')])).toEqual([[1 / 2, 1]]);
  });

  it('gives nothing for a list that was always empty', () => {
    expect(trainPosfuse([question('', 'a')])).toEqual([[]]);
  });
});

describe('training of Probfuse', () => {
  it('averages the share of relevant documents in each segment over the questions', () => {
    expect(trainProbfuse([question('a b c', 'a c'), question('d e f g', 'd e')], 2)).toEqual([
      [(1 / 2 + 1) / 2, (1 / 1 + 0) / 2],
    ]);
  });

  it('takes an empty segment for one without relevant documents', () => {
    expect(trainProbfuse([question('a', 'a'), question('', 'b')], 2)).toEqual([[1 / 2, 0]]);
  });
});

it('SegFuse multiplies the probability of the segment by the score plus 1; segments end at ranks 5, 15, 35, …', () => {
  const spec = { method: 'segfuse' as const, norm: 'none' as const, probabilities: [[0.5, 0.1], [1]] };
  const found = fused([hits({ a: 9, b: 8, c: 7, d: 6, e: 5, f: 4 }), hits({ f: 2 })], spec);
  expect(found['a']).toBeCloseTo(0.5 * 10, 14);
  expect(found['e']).toBeCloseTo(0.5 * 6, 14);
  expect(found['f']).toBeCloseTo(0.1 * 5 + 1 * 3, 14);
});

it('training of Segfuse averages the share of relevant documents in the full length of each segment', () => {
  const [trained] = trainSegfuse([question('a b c d e f', 'a f'), question('g', 'g')]);
  expect(trained).toHaveLength(10);
  expect(trained![0]).toBeCloseTo((1 / 5 + 1 / 5) / 2, 15);
  expect(trained![1]).toBeCloseTo(1 / 10 / 2, 15);
  expect(trained!.slice(2)).toEqual(new Array(8).fill(0));
});

it('SlideFuse is trained to a probability a rank', () => {
  const trained = slidefuse.train([question('a b', 'b'), question('c', 'c')], { ...options.slidefuse, window: 3 }, 1);
  expect(trained).toEqual({ probabilities: [[1 / 2, 1]], window: 3 });
});
