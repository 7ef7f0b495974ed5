import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuse, truncated } from '../../src/domain/fusion/fuse';
import { Choices } from '../../src/domain/lab/choices';
import { differenceOf, intervalsOfDifference, paired } from '../../src/domain/lab/figure';
import { labQuestions } from '../../src/domain/lab/questions';
import { Resamples } from '../../src/domain/lab/resamples';
import { Rounding } from '../../src/domain/lab/lab';
import { FusionScorer } from '../../src/domain/lab/scorer';
import { judge } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { rankingScorer } from '../../src/domain/measures/score';
import { compare } from '../../src/domain/statistics/compare';
import { labOf, type MadeQuestion } from '../unit/domain/lab/make';
import { grades, hits, needs } from './arbitraries';
import { anyFusion } from './fusions';

const MEASURES = (
  'HitRate@1 HitRate@3 MRR MRR@2 P@5 P(rel=2)@2 Recall@3 RecallCapped@2 F1@3 nDCG@2 nDCG@5 nDCG MAP RPrec bpref ERR@3 ' +
  'Judged@3 Hole@2 NumRet'
)
  .split(' ')
  .map((text) => measureOf(text).text);

const questionsOf = (lists: number): fc.Arbitrary<MadeQuestion[]> =>
  fc.array(
    fc.record({
      lists: fc.array(hits, { minLength: lists, maxLength: lists }),
      grades,
      needs: fc.option(needs, { nil: null }),
    }),
    { minLength: 1, maxLength: 6 },
  );

const cases = fc
  .integer({ min: 1, max: 3 })
  .chain((lists) => fc.record({ questions: questionsOf(lists), fusion: anyFusion(lists) }));

describe('the fast path of the fusion lab', () => {
  it('gives the very same numbers as fusing, cutting and scoring question by question, ties and needs included', () => {
    fc.assert(
      fc.property(
        cases,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('zero' as const, 'skip' as const),
        ({ questions, fusion }, depth, missing) => {
          const options = { maxGrade: 3, missing, relevance: 1 };
          const scorer = new FusionScorer(labQuestions(labOf(questions)), { ...options, depth });
          const score = rankingScorer(MEASURES.map(measureOf), options);
          const plain = questions.map(({ lists, grades: judged, needs: own }) =>
            score(judge(truncated(fuse(lists, fusion), depth), judged, own ?? undefined)),
          );
          const rows = scorer.score(fusion, MEASURES);
          MEASURES.forEach((text, m) => {
            const expected = plain.map((values) => values[m]!);
            expect([text, ...rows[m]!]).toEqual([text, ...expected]);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('sorts where many documents are judged, and counts ranks where few are, with the same result', () => {
    const many = fc.integer({ min: 20, max: 40 }).chain((size) => {
      const ids = Array.from({ length: size }, (_, i) => `d${i}`);
      const list = fc
        .tuple(...ids.map(() => fc.integer({ min: 0, max: 6 })))
        .map((scores) => ids.map((id, i) => ({ id: id as never, score: scores[i]! })));
      return fc
        .tuple(list, list)
        .map((lists) => ({ lists, grades: new Map(ids.map((id) => [id as never, id.length])) }));
    });
    fc.assert(
      fc.property(many, (question) => {
        const fusion = { method: 'sum', norm: 'none', absent: 'zero' } as const;
        const options = { maxGrade: 3, depth: 15 };
        const [row] = new FusionScorer(labQuestions(labOf([question])), options).score(fusion, ['nDCG']);
        const ranking = truncated(fuse(question.lists, fusion), 15);
        expect(row![0]).toBe(rankingScorer([measureOf('nDCG')], options)(judge(ranking, question.grades))[0]);
      }),
    );
  });
});

const value = fc.oneof(
  fc.constantFrom(0, 1, 0.5, 1 / 3, 0.1 + 0.2, NaN),
  // As measures give them: values of 1e-162 are none of theirs.
  fc.integer({ min: 0, max: 5040 }).map((part) => part / 5040),
);
const rowsOf = fc
  .integer({ min: 2, max: 40 })
  .chain((length) => fc.tuple(...[0, 1].map(() => fc.array(value, { minLength: length, maxLength: length }))));

it('differences in the fusion lab are those of the comparison of systems, intervals to the last digit', () => {
  fc.assert(
    fc.property(rowsOf, fc.integer({ min: 0, max: 99 }), (rows, seed) => {
      const [a, b] = rows.map((row) => Float64Array.from(row)) as [Float64Array, Float64Array];
      const [pair] = compare({ measure: 'MRR', systems: ['a', 'b'], values: [a, b], seed, resamples: 50 }).pairs;
      const rounding = new Rounding();
      const both = paired(rounding.of(a), rounding.of(b));
      const difference = differenceOf(both);
      expect(difference).toEqual({
        questions: pair!.questions,
        mean: pair!.meanDifference,
        higher: pair!.wins,
        same: pair!.ties,
        lower: pair!.losses,
      });
      expect(intervalsOfDifference(both, new Resamples(seed, 50))).toEqual(pair!.ci95);
    }),
  );
});

const table = fc.integer({ min: 1, max: 5 }).chain((candidates) =>
  fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }), {
    minLength: candidates,
    maxLength: candidates,
  }),
);
const folds = Int32Array.from({ length: 12 }, (_, q) => q % 3);

it('a choice on training questions does not depend on the fold that it is measured on', () => {
  fc.assert(
    fc.property(table, fc.integer({ min: 0, max: 2 }), (rows, fold) => {
      const chosenBy = (values: number[][]) => {
        const choices = new Choices(folds, 'higher');
        for (const row of values) choices.add(Float64Array.from(row));
        return choices.heldOut().chosen[fold];
      };
      const spoiled = rows.map((row, i) => row.map((each, q) => (folds[q] === fold ? (i * 7 + q) % 2 : each)));
      expect(chosenBy(spoiled)).toBe(chosenBy(rows));
    }),
  );
});
