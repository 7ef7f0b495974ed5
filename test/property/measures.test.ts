import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/domain/measures/judge';
import { type Measure, measureAt, measureOf, readsText } from '../../src/domain/measures/parse';
import { definitionOf, measureDefinitions } from '../../src/domain/measures/registry';
import { aggregate, rankingScorer, score, type ScoreOptions } from '../../src/domain/measures/score';
import { judgeTies } from '../../src/domain/measures/ties';
import { rank } from '../../src/domain/run/order';
import type { DocId, Need, Ranking } from '../../src/base/types';
import { docIds, grades, judgments, needs, runs } from './arbitraries';
import { compare, Sampling } from '../../src/domain/statistics/compare';
import { Random } from '../../src/domain/statistics/random';
import { exactRandomisationP } from '../../src/domain/statistics/randomisation';
import { significant } from '../../src/domain/statistics/significant';
import { absolute, differencesInUnits, exactSignFlipP, type Fraction, fraction, toNumber } from './fractions';

const ks = [1, 2, 3, 5, 20];
const relevance = fc.integer({ min: 1, max: 3 });
const options: fc.Arbitrary<ScoreOptions> = fc.record({ relevance, missing: fc.constantFrom('zero', 'skip') });

/** Every measure in each of its forms. */
const everyForm: Measure[] = measureDefinitions.flatMap(({ name, cutoff }) => [
  ...(cutoff === 'required' ? [] : [measureAt(name, null)]),
  ...(cutoff === 'none' ? [] : ks.map((k) => measureAt(name, k))),
]);
/** Without those of text, which lists of ids have not. */
const all = everyForm.filter(({ text }) => !readsText(text));

const MAX_GRADE = 3;

function valuesOf(
  list: Ranking,
  judged: ReadonlyMap<DocId, number>,
  measures: readonly Measure[],
  level = 1,
  required?: readonly Need[],
): number[] {
  return rankingScorer(measures, { relevance: level, maxGrade: MAX_GRADE })(judge(list, judged, required));
}

/** A list in the order given: scores that fall leave no ties. */
const inOrder = (ids: readonly DocId[]): Ranking => ids.map((id, i) => ({ id, score: -i }));

describe('measures', () => {
  it('lie in their range, per question and on average, with needs and without', () => {
    fc.assert(
      fc.property(runs, judgments, options, fc.option(needs), (run, qrels, given, required) => {
        const requirements = new Map(required ? [...qrels.keys()].map((query) => [query, required] as const) : []);
        const { values } = score(run, qrels, all, { ...given, requirements });
        for (const measure of all) {
          const column = values.get(measure.text)!;
          const [low, high] = definitionOf(measure).range ?? [0, Infinity];
          for (const value of [...column, aggregate(measure, column)])
            expect(Number.isNaN(value) || (value >= low && value <= high + 1e-12), measure.text).toBe(true);
        }
      }),
    );
  });

  it('are NaN only for skipped questions without results, and do not depend on the order in which hits come', () => {
    fc.assert(
      fc.property(runs, judgments, options, (run, qrels, given) => {
        const scored = score(run, qrels, all, given);
        for (const column of scored.values.values())
          scored.queries.forEach((query, i) =>
            expect(Number.isNaN(column[i])).toBe(given.missing === 'skip' && (run.get(query) ?? []).length === 0),
          );
        const backwards = new Map([...run].map(([query, list]) => [query, [...list].reverse()]));
        expect(score(backwards, qrels, all, given)).toEqual(scored);
      }),
    );
  });
});

/** All orders of a list. */
function orders<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) => orders(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]));
}

/** Lowest and highest value of each measure over every order of equal scores. */
function bruteForce(
  list: Ranking,
  judged: ReadonlyMap<DocId, number>,
  measures: readonly Measure[],
  level: number,
  required?: readonly Need[],
): [number, number][] {
  const outcomes = orders(rank(list))
    .filter((order) => order.every((hit, i) => i === 0 || order[i - 1]!.score >= hit.score))
    .map((order) => valuesOf(inOrder(order.map(({ id }) => id)), judged, measures, level, required));
  return measures.map((_, at) => {
    const values = outcomes.map((outcome) => outcome[at]!);
    return [Math.min(...values), Math.max(...values)];
  });
}

describe('the range of ties', () => {
  const ids = docIds.slice(0, 5);
  const tied = fc
    .tuple(...ids.map(() => fc.integer({ min: 0, max: 1 })))
    .map((scores): Ranking => ids.map((id, i) => ({ id, score: scores[i]! })));
  const bounded = all
    .filter((measure) => definitionOf(measure).tieOrder !== 'none')
    .concat(['P(rel=2)@2', 'bpref(rel=2)', 'iprec_at_recall_0.50', 'RBPresidual(p=0.5)@2'].map(measureOf));

  it(`is that of every order of equal scores, for ${bounded.length} forms of measures`, () => {
    fc.assert(
      fc.property(tied, grades, relevance, (list, judged, level) => {
        const ties = judgeTies(list, judged);
        const expected = bruteForce(list, judged, bounded, level);
        bounded.forEach((measure, at) => {
          const [low, high] = expected[at]!;
          const range = ties?.range(measure, { relevance: level, maxGrade: MAX_GRADE });
          expect(range?.low ?? high, measure.text).toBeCloseTo(low, 12);
          expect(range?.high ?? low, measure.text).toBeCloseTo(high, 12);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('is that of every order for the recall of needs, and holds all that F1 can be', () => {
    const recalls = all.filter(({ name }) => name === 'Recall' || name === 'RecallCapped');
    const f1s = all.filter(({ name }) => name === 'F1');
    fc.assert(
      fc.property(tied, grades, needs, (list, judged, required) => {
        const ties = judgeTies(list, judged, required);
        const rangeOf = (measure: Measure, [low, high]: [number, number]) =>
          ties?.range(measure, { maxGrade: MAX_GRADE }) ?? { low: high, high: low };
        bruteForce(list, judged, recalls, 1, required).forEach((expected, at) => {
          const { low, high } = rangeOf(recalls[at]!, expected);
          expect([low, high], recalls[at]!.text).toEqual(expected);
        });
        bruteForce(list, judged, f1s, 1, required).forEach((expected, at) => {
          const { low, high } = rangeOf(f1s[at]!, expected);
          expect(low <= expected[0] + 1e-12 && high >= expected[1] - 1e-12, f1s[at]!.text).toBe(true);
        });
      }),
      { numRuns: 50 },
    );
  });
});

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
    for (let questions = 2; questions <= 12; questions++)
      for (let i = 0; i < 20; i++) {
        const { a, b } = pairOf(draw, questions, integer);
        expect(exactRandomisationP(rounded(a), rounded(b))).toBe(exactSignFlipP(differencesInUnits(a, b)));
      }
  });
});

const sumOf = (differences: readonly bigint[], flips = 0): bigint =>
  differences.reduce((sum, each, q) => ((flips >>> q) & 1 ? sum - each : sum + each), 0n);

/** The signs of the test, a bit a question: sums of powers of 2 show them. */
function signsOf(questions: number): number[] {
  const powers = Float64Array.from({ length: questions }, (_, q) => 2 ** q);
  const { signed, unit } = new Sampling([powers], 7, RESAMPLES).sharedBy([0]);
  return Array.from(signed()[0]!, (sum) => (2 ** questions - 1 - sum * unit) / 2);
}

it.each(
  ['MRR', 'P@30', 'Recall', 'average precision'].flatMap((name) =>
    [15, 16, 17, 18].map((questions) => ({ name, questions })),
  ),
)(
  'the randomisation test by a sample of signs counts as rational arithmetic does for the same signs: $name, $questions',
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
