import { describe, expect, it } from 'vitest';
import type { Ranking } from '../../../../../src/base/types';
import { fuse } from '../../../../../src/domain/fusion/fuse';
import { DEFAULT_CROSS_FITTED, type FusionSpec } from '../../../../../src/domain/fusion/fusion-spec';
import { hits } from '../../measures/make';
import { expectFused, fused, lists, question, shared } from '../make';
import { TRAINED_FUSIONS } from '../../../../../src/domain/fusion/methods/trained';
import type { TrainingQuestion } from '../../../../../src/domain/fusion/method';

const two = lists('x y', 'y z');
const three = [hits({ x: 9, y: 1 }), hits({ x: 2, y: 7, z: 5 }), hits({ x: 3 })];
const negative = [hits({ x: -2, y: -1 }), hits({ y: -3 })];
const none = { norm: 'none' } as const;
const rrf = { method: 'rrf', constant: 60, weights: [1, 1] } as const;
const condorcet = { method: 'condorcet' } as const;
const votes = (...weights: number[]) => ({ method: 'w-condorcet', weights }) as const;
const wsum = { method: 'wsum', ...none, weights: [0.5, 0.25] } as const;
const mean = { method: 'arithmetic-mean', ...none, weights: [3, 1] } as const;
const geometric = { method: 'geometric-mean', ...none, absent: 'skip', weights: [3, 1] } as const;
const harmonic = { ...geometric, method: 'harmonic-mean' } as const;
const wmnz = { method: 'wmnz', ...none, weights: [0.5, 0.25] } as const;
const mixed = { method: 'mixed', ...none, weights: [0.5, 0.25] } as const;
const slide = { method: 'slidefuse', probabilities: [[0.6, 0.3, 0.3]], window: 1 } as const;
const skip = { norm: 'none', absent: 'skip' } as const;
const min = { norm: 'none', absent: 'min' } as const;
const prob = { method: 'probfuse', probabilities: [[0.8, 0.2]] } as const;
const segments = { method: 'segfuse', norm: 'borda', probabilities: [[1], [1]] } as const;
const bayes = { method: 'bayesfuse', logOdds: [[0]] } as const;
const ranges = [hits({ a: 10, b: 5, c: 0 }), hits({ b: 0.9, d: 0.5, c: 0.1 })];
const ABSENT = Math.log(0.001 / 0.999);
const [FIRST, SECOND] = [2 + ABSENT, 1 + 3];
const BY_INTERVALS = { a: FIRST, b: FIRST, c: FIRST, d: FIRST, e: FIRST, f: SECOND, g: ABSENT + 3 };
const six = [hits({ a: 9, b: 8, c: 7, d: 6, e: 5, f: 4 }), hits({ f: 2 })];
const [root2, log] = [Math.SQRT2, Math.log];

type Case = readonly [what: string, rankings: readonly Ranking[], spec: unknown, scores: Record<string, number>];

const CASES: readonly Case[] = [
  ['ranks from 1', lists('a b', 'b c'), { ...rrf, weights: [1, 2] }, { a: 1 / 61, b: 1 / 62 + 2 / 61, c: 2 / 62 }],
  ['ranks in trec order', [hits({ a: 1, b: 2, c: 2 })], { ...rrf, weights: [1] }, { c: 1 / 61, b: 1 / 62, a: 1 / 63 }],
  ['half the length of each', two, { ...rrf, constant: 'half-length' }, { x: 1 / 2, y: 1 / 3 + 1 / 2, z: 1 / 3 }],
  ['inverse squares by the number of lists', two, { method: 'isr' }, { x: 1, y: 2 * (1 / 4 + 1), z: 1 / 4 }],
  ['by the logarithm of the number of lists', two, { method: 'log-isr' }, { x: 0, y: Math.LN2 * 1.25, z: 0 }],
  ['log and σ', two, { method: 'logn-isr', sigma: 0.1 }, { x: log(1.1), y: log(2.1) * 1.25, z: log(1.1) / 4 }],
  ['1 − φ for the first rank', two, { method: 'rbc', persistence: 0.8 }, { x: 0.2, y: 0.16 + 0.2, z: 0.16 }],
  ['the first rank alone', lists('x y'), { method: 'rbc', persistence: 0 }, { x: 1, y: 0 }],
  // Each list leaves one document of three, which gets (3 − 2 + 1) / 2.
  ['points of the pool, those left shared', two, { method: 'bordafuse' }, { x: 3 + 1, y: 2 + 3, z: 1 + 2 }],
  ['points for a list that has none', lists('a b c', ''), { method: 'bordafuse' }, { a: 3 + 2, b: 2 + 2, c: 1 + 2 }],
  ['points by weight', two, { method: 'w-bordafuse', weights: [1, 0.5] }, { x: 3.5, y: 3.5, z: 2 }],
  ['beaten minus beating', lists('a b c', 'a c b', 'b a c'), condorcet, { a: 2, b: 0, c: -2 }],
  ['a document had is better than one not', lists('a', 'a', 'b'), condorcet, { a: 1, b: -1 }],
  // b against c: one list each way, and two that have neither, which ranx would count.
  ['no vote of a list that has neither', lists('a c', 'a b', 'a', 'a'), condorcet, { a: 2, b: -1, c: -1 }],
  ['votes by weight', lists('a b', 'b a'), votes(2, 1), { a: 1, b: -1 }],
  ['votes by equal weights', lists('a b', 'b a'), votes(1, 1), { a: 0, b: 0 }],
  ['no vote without weight', lists('a b', 'b a'), votes(1, 0), { a: 1, b: -1 }],
  ['a majority of rounding alone is none', lists('a b', 'a b', 'b a'), votes(0.1, 0.2, 0.3), { a: 0, b: 0 }],
  ['a small one', lists('a b', 'a b', 'b a'), votes(0.1, 0.2, 0.29), { a: 1, b: -1 }],
  ['0', shared, { method: 'sum', ...none, absent: 'zero' }, { x: 4, y: 5, z: 1 }],
  ['the lowest', shared, { method: 'sum', ...none, absent: 'min' }, { x: 4 + 1, y: 5, z: 2 + 1 }],
  ['normalised', shared, { method: 'sum', norm: 'max', absent: 'min' }, { x: 4 / 3, y: 3 / 2, z: 5 / 6 }],
  ['times lists that have it', shared, { method: 'mnz', ...none, absent: 'zero' }, { x: 4, y: 10, z: 1 }],
  [
    'a list that adds its lowest is not counted',
    shared,
    { method: 'mnz', ...none, absent: 'min' },
    { x: 5, y: 10, z: 3 },
  ],
  // Of N = 3: places 1, 2/3 and what is left, 1/3.
  ['all lists', shared, { method: 'mnz', norm: 'borda', absent: 'zero' }, { x: 8 / 3, y: 10 / 3, z: 2 }],
  [
    'a power of the lists',
    shared,
    { method: 'gmnz', ...none, absent: 'zero', gamma: 0.5 },
    { x: 4, y: 5 * root2, z: 1 },
  ],
  ['by the lists that have it', shared, { method: 'anz', ...none, absent: 'skip' }, { x: 4, y: 2.5, z: 1 }],
  ['by all lists', shared, { method: 'anz', ...none, absent: 'zero' }, { x: 2, y: 2.5, z: 0.5 }],
  ['by all lists, the lowest', shared, { method: 'anz', ...none, absent: 'min' }, { x: 2.5, y: 2.5, z: 1.5 }],
  ['a list that scores it 0', [hits({ a: 0 }), hits({ a: 3 })], { method: 'anz', ...skip }, { a: 1.5 }],
  ['the highest', shared, { method: 'max', ...none, absent: 'skip' }, { x: 4, y: 3, z: 1 }],
  ['skipped is not 0', negative, { method: 'max', ...none, absent: 'skip' }, { x: -2, y: -1 }],
  ['0 where asked', negative, { method: 'max', ...none, absent: 'zero' }, { x: 0, y: -1 }],
  ['the lowest', [hits({ x: -2 }), hits({ y: -1 })], { method: 'max', ...min }, { x: -1, y: -1 }],
  ['the middle, of two the mean', three, { method: 'med', ...none, absent: 'skip' }, { x: 3, y: 4, z: 5 }],
  ['with 0', three, { method: 'med', ...none, absent: 'zero' }, { x: 3, y: 1, z: 0 }],
  ['with the lowest', three, { method: 'med', ...none, absent: 'min' }, { x: 3, y: 3, z: 3 }],
  ['not sorted as text', [9, 10, 100].map((x) => hits({ x })), { method: 'med', ...skip }, { x: 10 }],
  ['the lowest, absent skipped', shared, { method: 'min', ...none, absent: 'skip' }, { x: 4, y: 2, z: 1 }],
  ['with 0', shared, { method: 'min', ...none, absent: 'zero' }, { x: 0, y: 2, z: 0 }],
  ['with the lowest', shared, { method: 'min', ...none, absent: 'min' }, { x: 1, y: 2, z: 1 }],
  // Each list has its own range, and not that of all scores.
  ['min-max of each list', ranges, { ...wsum, norm: 'min-max', absent: 'zero' }, { a: 0.5, b: 0.5, c: 0, d: 0.125 }],
  ['weights made good', shared, { ...wsum, absent: 'skip' }, { x: 4 * 0.75, y: 1.75, z: 0.75 }],
  ['weights of 0', shared, { ...wsum, absent: 'skip', weights: [1, 0] }, { x: 4, y: 2, z: 0 }],
  ['weighted lowest', shared, { ...wsum, absent: 'min' }, { x: 2 + 0.25, y: 1.75, z: 0.25 + 1 }],
  ['by all weights, as OpenSearch', shared, { ...mean, absent: 'zero' }, { x: 12 / 4, y: 9 / 4, z: 1 / 4 }],
  ['by the weights that have it', shared, { ...mean, absent: 'skip' }, { x: 4, y: 9 / 4, z: 1 }],
  ['root of the product of powers', shared, geometric, { x: 4, y: 24 ** (1 / 4), z: 1 }],
  ['with the lowest', shared, { ...geometric, absent: 'min' }, { x: 64 ** (1 / 4), y: 24 ** (1 / 4), z: 8 ** (1 / 4) }],
  // As in OpenSearch.
  ['a score of 0 is left out', [hits({ a: 0, b: 0 }), hits({ a: 3, b: 0 })], geometric, { a: 3, b: 0 }],
  ['a score below 0 is left out', [hits({ a: -1 }), hits({ a: 3 })], geometric, { a: 3 }],
  ['Σ w / Σ (w / s)', shared, harmonic, { x: 4, y: 4 / (3 / 2 + 1 / 3), z: 1 }],
  ['with the lowest', shared, { ...harmonic, absent: 'min' }, { x: 4 / (3 / 4 + 1), y: 24 / 11, z: 4 / (3 / 2 + 1) }],
  ['a score of 0 is left out', [hits({ a: 0, b: 0 }), hits({ a: 3, b: 0 })], harmonic, { a: 3, b: 0 }],
  ['the unweighted sum by weights', shared, { ...wmnz, absent: 'zero' }, { x: 4 * 0.5, y: 5 * 0.75, z: 1 * 0.25 }],
  ['with the lowest', shared, { ...wmnz, absent: 'min' }, { x: 5 * 0.5, y: 5 * 0.75, z: 3 * 0.25 }],
  ['by the root of the lists', shared, { ...mixed, absent: 'zero' }, { x: 2, y: 1.75 * root2, z: 0.25 }],
  ['with the lowest', shared, { ...mixed, absent: 'min' }, { x: 2.25, y: 1.75 * root2, z: 1.25 }],
  ['skipped', shared, { ...mixed, absent: 'skip' }, { x: 3, y: 1.75 * root2, z: 0.75 }],
  ['MAP / rank', two, { method: 'mapfuse', precision: [0.5, 0.2] }, { x: 0.5, y: 0.25 + 0.2, z: 0.1 }],
  ['nothing beyond', two, { method: 'posfuse', probabilities: [[0.5, 0.25], [0.4]] }, { x: 0.5, y: 0.65, z: 0 }],
  ['a segment by its number', lists('a b c d'), prob, { a: 0.8, b: 0.8, c: 0.1, d: 0.1 }],
  // Segments of ⌈3 / 2⌉: the last is shorter.
  ['a shorter segment', lists('a b c'), prob, { a: 0.8, b: 0.8, c: 0.1 }],
  // A list without the document gives nothing, even where the norm does.
  ['by the score plus 1', [hits({ a: 1 }), hits({ b: 1 })], segments, { a: 2, b: 2 }],
  // Segments end at ranks 5, 15, 35, …
  [
    'segments',
    six,
    { ...segments, ...none, probabilities: [[0.5, 0.1], [1]] },
    { a: 5, b: 4.5, c: 4, d: 3.5, e: 3, f: 3.5 },
  ],
  ['the mean of the window, which ends with the list', lists('a b c'), slide, { a: 0.45, b: 0.4, c: 0.3 }],
  ['ranks beyond what was trained at 0', lists('a b c d'), slide, { a: 0.45, b: 0.4, c: 0.2, d: 0.15 }],
  ['a window of 0', lists('a b c'), { ...slide, window: 0 }, { a: 0.6, b: 0.3, c: 0.3 }],
  ['beyond is absent', lists('a b c d e f'), bayes, { a: 0, b: 0, c: 0, d: 0, e: 0, f: ABSENT }],
  // The first interval ends at rank 5.
  ['the interval of each rank', lists('a b c d e f', 'f g'), { ...bayes, logOdds: [[2, 1], [3]] }, BY_INTERVALS],
];

it.each(CASES.map((each) => [(each[2] as FusionSpec).method, ...each] as const))(
  'by %s: %s',
  (_method, _what, rankings, spec, expected) => expectFused(rankings, spec as FusionSpec, expected),
);

describe('Condorcet fusion', () => {
  const order = (rankings: Ranking[], spec: FusionSpec = condorcet) => fuse(rankings, spec).map(({ id }) => id);

  it('puts the document first that beats all others, where Borda does not', () => {
    const voters = lists('a b c', 'a b c', 'a b c', 'b c a', 'b c a');
    expect(order(voters)).toEqual(['a', 'b', 'c']);
    expect(order(voters, { method: 'bordafuse' })[0]).toBe('b');
  });

  it('leaves a cycle of majorities tied, in trec order, above what every document of it beats', () => {
    const cycle = lists('a b c', 'b c a', 'c a b');
    for (const turned of [cycle, [...cycle].reverse()]) {
      expectFused(turned, condorcet, { a: 0, b: 0, c: 0 });
      expect(order(turned)).toEqual(['c', 'b', 'a']);
    }
    expect(order(lists('a b c d', 'b c a d', 'c a b d'))).toEqual(['c', 'b', 'a', 'd']);
  });
});

it('a weighted sum stays finite where the lists that have a document weigh almost nothing beside the others', () => {
  const spec: FusionSpec = { method: 'wsum', norm: 'min-max', weights: [8.9e-16, Number.MIN_VALUE], absent: 'skip' };
  expect(fused([hits({ a: 0 }), hits({ b: 1, c: 0 })], spec)).toEqual({ a: 0, b: 8.9e-16, c: 0 });
});

const { bayesfuse, mapfuse, posfuse, probfuse, segfuse, slidefuse } = TRAINED_FUSIONS;
const options = DEFAULT_CROSS_FITTED;
type Questions = readonly TrainingQuestion[];
const trainBayesfuse = (questions: Questions) => bayesfuse.train(questions, options.bayesfuse, 1).logOdds;
const trainMapfuse = (questions: Questions, from = 1) => mapfuse.train(questions, options.mapfuse, from).precision;
const trainPosfuse = (questions: Questions) => posfuse.train(questions, options.posfuse, 1).probabilities;
const trainProbfuse = (questions: Questions, segments: number) =>
  probfuse.train(questions, { ...options.probfuse, segments }, 1).probabilities;
const trainSegfuse = (questions: Questions) => segfuse.train(questions, options.segfuse, 1).probabilities;

describe('training of Bayesfuse', () => {
  const odds = (p: number) => Math.log(p / (1 - p));

  it('takes the precision of each interval, averaged, with 0 as .001', () => {
    const [trained] = trainBayesfuse([question('a b c d e f', 'a f'), question('g h', '')]);
    expect(trained).toHaveLength(9);
    expect(trained![0]).toBeCloseTo(odds(1 / 5 / 2), 14);
    expect(trained![1]).toBeCloseTo(odds(1 / 5 / 2), 14);
    expect(trained![2]).toBeCloseTo(ABSENT, 14);
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
