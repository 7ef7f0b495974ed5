import { describe, expect, it } from 'vitest';
import { compare, Sampling } from '../../src/domain/statistics/compare';
import { Random } from '../../src/domain/statistics/random';
import { exactRandomisationP } from '../../src/domain/statistics/randomisation';
import { significant } from '../../src/domain/statistics/significant';
import { absolute, differencesInUnits, exactSignFlipP, type Fraction, fraction, toNumber } from './fractions';

const RESAMPLES = 2000;

/** Whole numbers from `from` to `to`, the same ones in every run. */
function integers(seed: number): (from: number, to: number) => number {
  const random = new Random(seed);
  const word = new Uint32Array(1);
  return (from, to) => {
    random.fill(word);
    return from + Math.floor((word[0]! / 2 ** 32) * (to - from + 1));
  };
}

type Draw = (integer: ReturnType<typeof integers>) => Fraction;

/** What measures give: each a fraction whose double is rounded. */
const MEASURES: Readonly<Record<string, Draw>> = {
  MRR: (integer) => (integer(0, 5) === 0 ? fraction(0, 1) : fraction(1, integer(1, 10))),
  'MRR of deep lists': (integer) => fraction(1, integer(1, 100)),
  'P@10': (integer) => fraction(integer(0, 10), 10),
  'P@30': (integer) => fraction(integer(0, 30), 30),
  Recall: (integer) => {
    const relevant = integer(1, 13);
    return fraction(integer(0, relevant), relevant);
  },
  F1: (integer) => {
    const [found, both] = [integer(0, 5), integer(11, 40)];
    return fraction(2 * found, both);
  },
  'average precision': (integer) => {
    const [first, second] = [integer(1, 9), integer(10, 50)];
    return fraction(second + 2 * first, 2 * first * second);
  },
};

function pairOf(draw: Draw, questions: number, integer: ReturnType<typeof integers>) {
  const row = (): Fraction[] => Array.from({ length: questions }, () => draw(integer));
  return { a: row(), b: row() };
}

const rounded = (row: readonly Fraction[]): Float64Array => significant(row.map(toNumber));

function compared({ a, b }: ReturnType<typeof pairOf>, resamples = 2) {
  const values = [a, b].map((row) => Float64Array.from(row, toNumber));
  return compare({ measure: 'm', systems: ['a', 'b'], values, seed: 7, resamples }).pairs[0]!;
}

describe('the randomisation test that goes through all signs', () => {
  it('counts a sum that rounding alone takes below the observed one', () => {
    const a = [fraction(1, 3), fraction(1, 3), fraction(1, 9)];
    const b = [fraction(1, 6), fraction(1, 2), fraction(1, 4)];
    // 1/6 − 1/6 − 5/36: the first two cancel each other or add up to more.
    expect(exactSignFlipP(differencesInUnits(a, b))).toBe(1);
    expect(compared({ a, b }).p.randomisation).toBe(1);
  });

  it.each(Object.entries(MEASURES))('is that of rational arithmetic: %s', (_, draw) => {
    const integer = integers(11);
    for (let questions = 2; questions <= 14; questions++)
      for (let i = 0; i < 20; i++) {
        const { a, b } = pairOf(draw, questions, integer);
        expect(exactRandomisationP(rounded(a), rounded(b))).toBe(exactSignFlipP(differencesInUnits(a, b)));
      }
  });
});

describe('the randomisation test by a sample of signs', () => {
  const samples = ['MRR', 'P@30', 'Recall', 'average precision'].flatMap((name) =>
    [15, 16, 17, 18].map((questions) => ({ name, questions })),
  );

  it.each(samples)(
    'counts as rational arithmetic does for the same signs: $name, $questions',
    ({ name, questions }) => {
      const integer = integers(questions);
      const signs = signsOf(questions);
      for (let i = 0; i < 10; i++) {
        const pair = pairOf(MEASURES[name]!, questions, integer);
        const differences = differencesInUnits(pair.a, pair.b);
        const found = compared(pair, RESAMPLES);
        if (found.exact) continue;
        const observed = absolute(sumOf(differences));
        const count = signs.filter((flips) => absolute(sumOf(differences, flips)) >= observed).length;
        expect(found.p.randomisation).toBe((count + 1) / (RESAMPLES + 1));
      }
    },
  );

  const sumOf = (differences: readonly bigint[], flips = 0): bigint =>
    differences.reduce((sum, each, q) => ((flips >>> q) & 1 ? sum - each : sum + each), 0n);

  /** The signs of the test, a bit a question: sums of powers of 2 show them. */
  function signsOf(questions: number): number[] {
    const powers = Float64Array.from({ length: questions }, (_, q) => 2 ** q);
    const { signed, unit } = new Sampling([powers], 7, RESAMPLES).sharedBy([0]);
    return Array.from(signed()[0]!, (sum) => (2 ** questions - 1 - sum * unit) / 2);
  }
});
