import { describe, expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, mean, score } from '../../src/domain/measures/score';
import { compareBytes, rank } from '../../src/domain/run/order';
import type { Qrels, Ranking } from '../../src/base/types';
import { goldenPath, readJson, readQrels, readRun, sharedGoldenPath } from './read';

type RunName = 'bm25' | 'tied' | 'tiny';

interface Golden {
  runs: Record<
    RunName,
    { queries: string[]; gmax: number; mean: Record<string, number>; per_query: Record<string, number[]> }
  >;
}

const golden = readJson<Golden>(goldenPath('metrics-extra.json'));
const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');
const cranfield: Qrels = cranfieldPath === null ? new Map() : readQrels(cranfieldPath);
const tinyQrels = readQrels(goldenPath('runs', 'tiny.qrels'));

/**
 * The one exception: the reference gives 0 to the RBP residual of question q4 of `tiny`, which has no results, as to all
 * that a question without results has. By the formula of Moffat and Zobel it is p⁰ = 1: nothing is known of it.
 */
const RESIDUAL = 'RBP0.8residual';
const RESIDUAL_WITHOUT_RESULTS = 1;
const WITHOUT_RESULTS = golden.runs.tiny.queries.indexOf('q4');

/** The reference's values of a measure for each question, and their mean. */
function referenceOf(name: RunName, measure: string): { values: readonly number[]; mean: number } {
  const { per_query, mean: means, queries } = golden.runs[name];
  const [values, mean] = [per_query[measure]!, means[measure]!];
  if (name !== 'tiny' || measure !== RESIDUAL) return { values, mean };
  const more = RESIDUAL_WITHOUT_RESULTS - values[WITHOUT_RESULTS]!;
  return { values: values.with(WITHOUT_RESULTS, RESIDUAL_WITHOUT_RESULTS), mean: mean + more / queries.length };
}

/** Half of the twelfth digit, with room for the rounding of a mean. */
const tolerance = 1e-12;

const qrelsOf = (name: RunName): Qrels => (name === 'tiny' ? tinyQrels : cranfield);

/** `RBP0.8graded@5` of the reference is `RBPgraded(p=0.8)@5` here. */
const ours = (name: string): string => name.replace(/^RBP0.8(\w*)/, 'RBP$1(p=0.8)');

/** Questions whose value of a measure is not the reference's; `all` stands for the mean. */
function differing(
  name: RunName,
  measure: string,
  reference = measure,
  run = readRun(goldenPath('runs', `${name}.run`)),
) {
  const { values: expected, mean: expectedMean } = referenceOf(name, reference);
  const parsed = measureOf(ours(measure));
  const { queries, values } = score(run, qrelsOf(name), [parsed]);
  const found = values.get(parsed.text)!;
  const wrong: string[] = queries.filter((_, i) => !(Math.abs(found[i]! - expected[i]!) <= tolerance));
  if (!(Math.abs(aggregate(parsed, found) - expectedMean) <= tolerance)) wrong.push('all');
  return { wrong, compared: queries.length + 1 };
}

const runs = (['bm25', 'tied', 'tiny'] as const).map((name) => ({
  name,
  measures: Object.keys(golden.runs[name].per_query),
  questions: golden.runs[name].queries.length,
  absent: name !== 'tiny' && cranfieldPath === null,
}));

for (const { name, measures, questions, absent } of runs)
  describe(`${measures.length} measures of the run ${name} for ${questions} questions and their mean`, () => {
    it.skipIf(absent)(`are the reference's: ${measures.length * (questions + 1)} values`, () => {
      let compared = 0;
      for (const measure of measures) {
        const found = differing(name, measure);
        expect(found.wrong, measure).toEqual([]);
        compared += found.compared;
      }
      expect(compared).toBe({ bm25: 22826, tied: 22826, tiny: 707 }[name]);
    });

    it.skipIf(absent)('are for the questions of the judgments, in their order', () => {
      expect([...qrelsOf(name).keys()]).toEqual(golden.runs[name].queries);
    });
  });

/** Questions whose MRR@5 is not the reference's when `order` sorts their hits. */
function wrongWhenOrdered(name: 'tied' | 'tiny', order: (hits: Ranking) => Ranking): string[] {
  // Scores that fall from hit to hit keep the order given and leave no ties to break.
  const ordered = [...readRun(goldenPath('runs', `${name}.run`))].map(
    ([query, hits]) => [query, order(hits).map(({ id }, i) => ({ id, score: -i }))] as const,
  );
  return differing(name, 'MRR@5', 'MRR@5', new Map(ordered)).wrong.filter((query) => query !== 'all');
}

it('the reference has 0 for the RBP residual of the question without results, and 1 is its formula', () => {
  expect(golden.runs.tiny.per_query[RESIDUAL]![WITHOUT_RESULTS]).toBe(0);
  expect(referenceOf('tiny', RESIDUAL).values[WITHOUT_RESULTS]).toBe(1);
});

describe('plausible wrong answers', () => {
  const whenThere = it.skipIf(cranfieldPath === null);

  whenThere('exponential gain for linear gain is not the reference nDCG, nor the other way round', () => {
    expect(differing('bm25', 'nDCGexp@10', 'nDCG@10').wrong.length).toBeGreaterThan(100);
    expect(differing('bm25', 'nDCG@10', 'nDCGexp@10').wrong.length).toBeGreaterThan(100);
  });

  whenThere('an ideal ranking that is not cut at k is not the reference nDCG@k', () => {
    // Lists cut at 5 and scored without a cut: DCG@5 by the DCG of all that is relevant.
    const cut = [...readRun(goldenPath('runs', 'bm25.run'))].map(
      ([query, hits]) => [query, rank(hits).slice(0, 5)] as const,
    );
    expect(differing('bm25', 'nDCG', 'nDCG@5', new Map(cut)).wrong.length).toBeGreaterThan(50);
    expect(differing('bm25', 'nDCG@5', 'nDCG@5', new Map(cut)).wrong).toEqual([]);
  });

  whenThere('MAP divided by min(k, R) is not the reference MAP@k, which divides by R', () => {
    expect(differing('bm25', 'MAPmin@5', 'MAP@5').wrong.length).toBeGreaterThan(50);
  });

  it('P@k divided by the number retrieved is not the reference P@k', () => {
    expect(differing('tiny', 'set_P', 'Precision@10').wrong).toContain('q1');
  });

  whenThere('ties left in the order of the lines are not the reference values', () => {
    expect(wrongWhenOrdered('tied', (hits) => hits)).toHaveLength(42);
    expect(wrongWhenOrdered('tied', rank)).toEqual([]);
  });

  whenThere('ties with ids ascending, as in ranx, are not the reference values', () => {
    const ascending = (hits: Ranking) => [...hits].sort((a, b) => b.score - a.score || compareBytes(a.id, b.id));
    expect(wrongWhenOrdered('tied', ascending).length).toBeGreaterThan(0);
  });

  it('ids compared by UTF-16 units, as `<` does, are not the reference values of question q5', () => {
    const byUnits = (hits: Ranking) => [...hits].sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
    expect(wrongWhenOrdered('tiny', byUnits)).toEqual(['q5']);
    expect(wrongWhenOrdered('tiny', rank)).toEqual([]);
  });

  it('a mean over the questions with results only is not the reference mean', () => {
    const run = readRun(goldenPath('runs', 'tiny.run'));
    const { values } = score(run, tinyQrels, [measureOf('HitRate@5')], { missing: 'skip' });
    expect(mean(values.get('HitRate@5')!)).toBeGreaterThan(golden.runs.tiny.mean['HitRate@5']! + 0.05);
  });
});
