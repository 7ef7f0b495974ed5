import { describe, expect, it } from 'vitest';
import { judgedShare } from '../../src/domain/measures/judged';
import { measureAt } from '../../src/domain/measures/parse';
import { measureNames, type MeasureName } from '../../src/domain/measures/registry';
import { mean, score } from '../../src/domain/measures/score';
import { compareBytes, rank } from '../../src/domain/run/order';
import type { Qrels, Ranking } from '../../src/domain/types';
import { goldenPath, readJson, readQrels, readRun, sharedGoldenPath } from './read';

interface Golden {
  ks: number[];
  runs: Record<
    'bm25' | 'tied' | 'tiny',
    { queries: string[]; mean: Record<string, number>; per_query: Record<string, number[]> }
  >;
}

const golden = readJson<Golden>(goldenPath('measures.json'));
const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');
const cranfield: Qrels = cranfieldPath === null ? new Map() : readQrels(cranfieldPath);
const tinyQrels = readQrels(goldenPath('runs', 'tiny.qrels'));
const names: Record<MeasureName, string> = {
  HitRate: 'HitRate',
  MRR: 'MRR',
  P: 'Precision',
  Recall: 'Recall',
  F1: 'F1',
};

/** Half of the twelfth digit, with room for the rounding of a mean. */
const tolerance = 1e-12;

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i]!)));
}

function qrelsOf(name: string): Qrels {
  return name === 'tiny' ? tinyQrels : cranfield;
}

const runs = (['bm25', 'tied', 'tiny'] as const).map((name) => ({
  name,
  run: readRun(goldenPath('runs', `${name}.run`)),
  absent: name !== 'tiny' && cranfieldPath === null,
}));

describe.each(runs)('measures of the run $name', ({ name, run, absent }) => {
  const expected = golden.runs[name];

  it.skipIf(absent).each(measureNames)('%s has the reference values for every question and every k', (measure) => {
    for (const k of golden.ks) {
      const { text, ...at } = measureAt(measure, k);
      const { queries, values } = score(run, qrelsOf(name), [{ text, ...at }]);
      expect(queries).toEqual(expected.queries);
      expect(largestDifference(values.get(text)!, expected.per_query[`${names[measure]}@${k}`]!)).toBeLessThan(
        tolerance,
      );
      expect(Math.abs(mean(values.get(text)!) - expected.mean[`${names[measure]}@${k}`]!)).toBeLessThan(tolerance);
    }
  });

  it.skipIf(absent)('the judged share has the reference values for every question and every k', () => {
    for (const k of golden.ks) {
      const share = judgedShare(run, qrelsOf(name), k);
      expect(largestDifference(share.values, expected.per_query[`Judged@${k}`]!)).toBeLessThan(tolerance);
      expect(Math.abs(share.mean - expected.mean[`Judged@${k}`]!)).toBeLessThan(tolerance);
    }
  });
});

/** Questions whose MRR@5 is not the reference's when `order` sorts their hits. */
function wrongWhenOrdered(name: 'tied' | 'tiny', order: (hits: Ranking) => Ranking): string[] {
  // Scores that fall from hit to hit keep the order given and leave no ties to break.
  const ordered = [...readRun(goldenPath('runs', `${name}.run`))].map(
    ([query, hits]) => [query, order(hits).map(({ id }, i) => ({ id, score: -i }))] as const,
  );
  const { queries, values } = score(new Map(ordered), qrelsOf(name), [measureAt('MRR', 5)]);
  const expected = golden.runs[name].per_query['MRR@5']!;
  return queries.filter((_, i) => Math.abs(values.get('MRR@5')![i]! - expected[i]!) > tolerance);
}

describe('plausible wrong answers', () => {
  it.skipIf(cranfieldPath === null)('ties left in the order of the lines are not the reference values', () => {
    expect(wrongWhenOrdered('tied', (hits) => hits)).toHaveLength(42);
    expect(wrongWhenOrdered('tied', rank)).toEqual([]);
  });

  it.skipIf(cranfieldPath === null)('ties with ids ascending, as in ranx, are not the reference values', () => {
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
    const answered = new Map([...tinyQrels].filter(([query]) => run.has(query)));
    const { values } = score(run, answered, [measureAt('HitRate', 5)]);
    expect(mean(values.get('HitRate@5')!)).toBeGreaterThan(golden.runs.tiny.mean['HitRate@5']! + 0.05);
  });
});
