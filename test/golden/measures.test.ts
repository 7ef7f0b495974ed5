import { describe, expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score } from '../../src/domain/measures/score';
import type { Qrels } from '../../src/base/types';
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
