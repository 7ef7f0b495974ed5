import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from '../../src/domain/measures/judge';
import { measureAt, measureOf, readsText, type Measure } from '../../src/domain/measures/parse';
import { definitionOf, measureDefinitions } from '../../src/domain/measures/registry';
import { aggregate, score, scorePacked, rankingScorer, type ScoreOptions } from '../../src/domain/measures/score';
import { judgeTies } from '../../src/domain/measures/ties';
import { compareBytes, rank } from '../../src/domain/run/order';
import { packRankings, type PackedRun } from '../../src/domain/run/packed';
import { type DocId, type Need, type Ranking, type Run } from '../../src/base/types';
import { docIds, grades, judgments, needs, runs } from './arbitraries';

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

  it('are NaN only for questions without results, where the policy leaves them out', () => {
    fc.assert(
      fc.property(runs, judgments, options, (run, qrels, given) => {
        const { queries, values } = score(run, qrels, all, given);
        for (const column of values.values())
          queries.forEach((query, i) =>
            expect(Number.isNaN(column[i])).toBe(given.missing === 'skip' && (run.get(query) ?? []).length === 0),
          );
      }),
    );
  });

  it('do not depend on the order in which hits come', () => {
    fc.assert(
      fc.property(runs, judgments, options, (run, qrels, given) => {
        const backwards = new Map([...run].map(([query, list]) => [query, [...list].reverse()]));
        expect(score(backwards, qrels, all, given)).toEqual(score(run, qrels, all, given));
      }),
    );
  });
});

/** The packed form of a run. */
function packed(run: Run): PackedRun {
  const docs = [...docIds].sort(compareBytes);
  const lists = [...run.values()].map((list) => rank(list).map(({ id, score }) => ({ doc: docs.indexOf(id), score })));
  return { queries: [...run.keys()], docs, rankings: packRankings(lists) };
}

it('scorePacked gives what score gives', () => {
  fc.assert(
    fc.property(runs, judgments, options, (run, qrels, given) => {
      expect(scorePacked(packed(run), qrels, all, given)).toEqual(score(run, qrels, all, given));
    }),
  );
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
      { numRuns: 150 },
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
      { numRuns: 150 },
    );
  });
});
