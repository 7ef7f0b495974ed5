import { describe, expect, it } from 'vitest';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score } from '../../src/domain/measures/score';
import type { Qrels, QueryId } from '../../src/base/types';
import { goldenPath, readQrels, readRun, readTable, sharedGoldenPath } from './read';

type Row = Readonly<Record<'run' | 'k' | 'query' | 'ndcg_exp' | 'err', string>>;

const cranfieldPath = sharedGoldenPath('runs', 'cranfield.qrels');
const cranfield: Qrels = cranfieldPath === null ? new Map() : readQrels(cranfieldPath);
const table = readTable<keyof Row>(goldenPath('trec_eval', 'gdeval.tsv'));

/** gdeval leaves questions without results out, and takes 4 for the highest grade. */
function differences(rows: readonly Row[], ndcg = 'nDCGexp'): number[] {
  const run = readRun(goldenPath('runs', `${rows[0]!.run}.run`));
  return [...new Set(rows.map((row) => row.k))].flatMap((k) => {
    const measures = [measureOf(`${ndcg}@${k}`), measureOf(`ERR(max=4)@${k}`)];
    const { queries, values } = score(run, cranfield, measures, { missing: 'skip' });
    return rows
      .filter((row) => row.k === k)
      .flatMap(({ query, ndcg_exp, err }) =>
        measures.map((measure, i) => {
          const ofMeasure = values.get(measure.text)!;
          const value =
            query === 'amean' ? aggregate(measure, ofMeasure) : ofMeasure[queries.indexOf(query as QueryId)]!;
          return Math.abs(value - Number([ndcg_exp, err][i]));
        }),
      );
  });
}

/** Half of the fifth decimal, which may fall either way where the value lies exactly between two. */
const asPrinted = 0.5e-5 * (1 + 1e-6);

describe('gdeval prints our values', () => {
  const cases = [
    { run: 'bm25', count: 910 },
    { run: 'tfidf', count: 910 },
    { run: 'lsi', count: 882 },
    { run: 'ql-dirichlet', count: 910 },
    { run: 'tied', count: 910 },
  ];
  for (const { run, count } of cases)
    it.skipIf(cranfieldPath === null)(`run ${run}: ${count} values of nDCGexp@k and ERR@k at 5 decimals`, () => {
      const found = differences(table.filter((row) => row.run === run));
      expect(found.filter((difference) => !(difference <= asPrinted))).toEqual([]);
      expect(found).toHaveLength(count);
    });

  it.skipIf(cranfieldPath === null)('and rejects linear gain for exponential gain', () => {
    const found = differences(
      table.filter((row) => row.run === 'bm25'),
      'nDCG',
    );
    expect(found.filter((difference) => difference > 0.001).length).toBeGreaterThan(100);
  });
});
