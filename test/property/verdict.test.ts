import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docId, type DocId } from '../../src/base/types';
import { isJudged, judgeRanked } from '../../src/domain/measures/judge';
import { measureOf } from '../../src/domain/measures/parse';
import { definitionOf } from '../../src/domain/measures/registry';
import { argumentsOf } from '../../src/domain/measures/score';
import { packRankings } from '../../src/domain/run/packed';
import type { ComparedVerdict, JudgedLists, Verdict, VerdictInput } from '../../src/domain/verdict/types';
import { verdictOf } from '../../src/domain/verdict/verdict';
import { queryId, type QuestionOrigin } from '../../src/base/types';

const DOCS = ['a', 'b', 'c', 'd', 'e'].map(docId);
const K = 3;

const compared = (verdict: Verdict): ComparedVerdict => verdict as ComparedVerdict;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Lists of three systems for a few questions, with grades of 0 to 2, or none (−1). */
const listsArbitrary = fc
  .array(
    fc.record({
      lists: fc.array(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: K, maxLength: K }), {
        minLength: 3,
        maxLength: 3,
      }),
      grades: fc.array(fc.constantFrom(-1, 0, 0, 1, 1, 2, 2, 2), { minLength: 5, maxLength: 5 }),
    }),
    { minLength: 2, maxLength: 10 },
  )
  .filter((questions) => questions.length > 1);

type Lists = typeof listsArbitrary extends fc.Arbitrary<infer T> ? T : never;

function judgedOf(questions: Lists): JudgedLists {
  const queries = questions.map((_, q) => queryId(String(q)));
  return {
    queries,
    docs: DOCS,
    lists: [0, 1, 2].map((s) =>
      packRankings(questions.map(({ lists }) => lists[s]!.map((doc) => ({ doc, score: 0 })))),
    ),
    truthOf: [0, 0, 0],
    truths: [
      {
        qrels: new Map(questions.map(({ grades }, q) => [queries[q]!, gradesOf(grades)])),
        requirements: new Map(),
      },
    ],
    relevance: 1,
    maxGrade: 2,
  };
}

const gradesOf = (grades: readonly number[]): Map<DocId, number> =>
  new Map(grades.flatMap((grade, i) => (grade < 0 ? [] : [[DOCS[i]!, grade] as const])));

function valueOf(measure: string, list: readonly number[], judged: ReadonlyMap<DocId, number>): number {
  const parsed = measureOf(measure);
  const ranking = judgeRanked(
    list.slice(0, K).map((doc) => DOCS[doc]!),
    judged,
  );
  return definitionOf(parsed).compute(ranking, argumentsOf(parsed, { maxGrade: 2 }));
}

const inputOf = (questions: Lists, measure: string, margin: number): VerdictInput => ({
  measure,
  margin,
  baseline: 's0',
  origins: questions.map(() => null),
  k: K,
  judged: judgedOf(questions),
  seed: 1,
  resamples: 50,
  systems: [0, 1, 2].map((s) => ({
    id: `s${s}`,
    values: Float64Array.from(questions, ({ lists, grades }) => valueOf(measure, lists[s]!, gradesOf(grades))),
    latency: null,
    ties: null,
    unjudged: 0.5,
  })),
});

const position = (id: string): number => Number(id.slice(1));

describe('a badge that is ok', () => {
  it.each(['nDCG@3', 'P@3', 'Recall@3', 'MRR@3'])(
    'means that no judgment of what is unjudged reverses the verdict: %s',
    (measure) => {
      let [ok, amber] = [0, 0];
      fc.assert(
        fc.property(
          listsArbitrary,
          fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
          fc.constantFrom(0, 0.1, 0.4),
          (questions, drawn, margin) => {
            const verdict = compared(verdictOf(inputOf(questions, measure, margin)));
            const recommended = position(verdict.recommended.system);
            const rivals = new Set(verdict.badges.judgments.rivals.map(({ system }) => position(system)));
            if (verdict.badges.judgments.state === 'ok') ok++;
            else amber++;
            /** What is unjudged of the lists of two systems is relevant or not, as it was drawn. */
            const completed = (pair: readonly number[], q: number): ReadonlyMap<DocId, number> => {
              const judged = gradesOf(questions[q]!.grades);
              for (const doc of new Set(pair.flatMap((s) => questions[q]!.lists[s]!)))
                if (!isJudged(judged.get(DOCS[doc]!))) judged.set(DOCS[doc]!, drawn[q * 5 + doc] ? 2 : 0);
              return judged;
            };
            const meanOf = (s: number, truth: (q: number) => ReadonlyMap<DocId, number>): number =>
              mean(questions.map(({ lists }, q) => valueOf(measure, lists[s]!, truth(q))));
            const now = (s: number): number => meanOf(s, (q) => gradesOf(questions[q]!.grades));
            for (const rival of [0, 1, 2].filter((s) => s !== recommended && !rivals.has(s)))
              if (now(rival) - now(recommended) <= margin + 1e-9) {
                const then = (s: number): number => meanOf(s, (q) => completed([rival, recommended], q));
                expect(then(rival) - then(recommended)).toBeLessThanOrEqual(margin + 1e-9);
              }
          },
        ),
        { numRuns: 100 },
      );
      expect(ok).toBeGreaterThan(1);
      expect(amber).toBeGreaterThan(1);
    },
  );

  it('means that no order of equal scores within the ranges reverses it', () => {
    const system = fc.record({
      values: fc.array(
        fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000),
        { minLength: 8, maxLength: 8 },
      ),
      below: fc.double({ min: 0, max: 0.2, noNaN: true }),
      above: fc.double({ min: 0, max: 0.2, noNaN: true }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(system, { minLength: 2, maxLength: 4 }), (systems) => {
        const given: VerdictInput = {
          ...inputOf([{ lists: [[0], [1], [2]], grades: [0, 0, 0, 0, 0] }], 'nDCG@3', 0.05),
          judged: null,
          origins: Array<QuestionOrigin | null>(8).fill(null),
          systems: systems.map(({ values, below, above }, s) => ({
            id: `s${s}`,
            values: Float64Array.from(values),
            latency: null,
            ties: { low: mean(values) - below, high: mean(values) + above },
            unjudged: 0,
          })),
        };
        const verdict = compared(verdictOf(given));
        const recommended = position(verdict.recommended.system);
        const { tied } = verdict.badges.saturation;
        const now = (s: number): number => mean(systems[s]!.values);
        const ordered = (s: number): number =>
          now(s) - systems[s]!.below + systems[s]!.at * (systems[s]!.below + systems[s]!.above);
        for (const s of systems.keys())
          if (s !== recommended && !tied.includes(`s${s}`) && now(s) - now(recommended) <= 0.05 + 1e-9)
            expect(ordered(s) - ordered(recommended)).toBeLessThanOrEqual(0.05 + 1e-9);
      }),
      { numRuns: 80 },
    );
  });
});

describe('a verdict', () => {
  const values = fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 12, maxLength: 12 });
  const latency = fc.option(fc.integer({ min: 0, max: 500 }), { nil: null });
  const systems = fc.array(fc.record({ values, latency }), { minLength: 2, maxLength: 5 });

  const of = (given: readonly { values: readonly number[]; latency: number | null }[], margin = 0.1): ComparedVerdict =>
    compared(
      verdictOf({
        measure: 'nDCG@3',
        margin,
        baseline: 's0',
        origins: [],
        k: K,
        judged: null,
        seed: 1,
        resamples: 60,
        systems: given.map((each, s) => ({
          id: `s${s}`,
          values: Float64Array.from(each.values, (value) => value / 10),
          latency: each.latency,
          ties: null,
          unjudged: 0,
        })),
      }),
    );

  it('recommends what may be the best, or is shown to be within the margin of it', () => {
    fc.assert(
      fc.property(systems, (given) => {
        const verdict = of(given);
        const used = verdict.systems.find(({ system }) => system === verdict.recommended.system)!;
        expect(used.candidate || used.withinMargin).toBe(true);
        expect(verdict.best).toContain(verdict.systems[0]!.system);
        expect(verdict.kind === 'winner').toBe(verdict.best.length === 1);
        for (const { toBest } of verdict.systems) expect(toBest[0]).toBeLessThanOrEqual(toBest[1]);
        if (verdict.kind === 'equivalent')
          for (const { candidate, toBest } of verdict.systems)
            if (candidate) expect(toBest[0] > -0.1 || toBest[0] === 0).toBe(true);
        // Nor a system that a slower one is significantly better than, unless by less than the margin.
        for (const { test } of verdict.recommended.slower)
          if (!used.withinMargin) expect(test.finding).not.toBe('better');
      }),
      { numRuns: 80 },
    );
  });
});
