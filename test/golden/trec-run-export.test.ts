import { describe, expect, it } from 'vitest';
import { ProblemLog } from '../../src/domain/dataset/problem';
import { trecRunFormat } from '../../src/domain/dataset/runs/read-runs';
import type { SourceText } from '../../src/domain/dataset/source';
import { measureOf } from '../../src/domain/measures/parse';
import { score, scorePacked } from '../../src/domain/measures/score';
import { trecQrels, trecRun } from '../../src/domain/report/trec';
import { rank } from '../../src/domain/run/order';
import type { Judgment, Run } from '../../src/base/types';
import { goldenPath, readQrels, readRun, sharedGoldenPath } from './read';

const MEASURES = ['nDCG@10', 'nDCG', 'MAP', 'MRR', 'P@5', 'Recall@20', 'bpref', 'RPrec', 'HitRate@1', 'Judged@10'];
const measures = MEASURES.map(measureOf);

const sourceOf = (text: string): SourceText => ({
  path: 'exported.run',
  bytes: text.length,
  head: () => Promise.resolve(text.slice(0, 4096)),
  async *blocks() {
    await Promise.resolve();
    yield { text, firstLine: 1 };
  },
});

const ranked = (run: Run): Run => new Map([...run].map(([query, hits]) => [query, rank(hits)]));

/**
 * The measures of these runs equal trec_eval's (`trec-eval.test.ts`): a run that is written and read again has the same
 * order and the same scores, so it has the same numbers in trec_eval.
 */
describe('a run that is written and read again has the same numbers', () => {
  const cranfield = sharedGoldenPath('runs', 'cranfield.qrels');
  for (const name of ['tiny', 'bm25', 'tfidf', 'lsi', 'ql-dirichlet', 'tied'])
    it.skipIf(name !== 'tiny' && cranfield === null)(name, async () => {
      const qrels = readQrels(name === 'tiny' ? goldenPath('runs', 'tiny.qrels') : cranfield!);
      const run = ranked(readRun(goldenPath('runs', `${name}.run`)));
      const log = new ProblemLog();
      const again = await trecRunFormat.read(sourceOf(trecRun(run, name).text), log);
      expect([log.problems, log.warnings, again?.tag]).toEqual([[], [], name]);
      const [before, after] = [score(run, qrels, measures), scorePacked(again!.run, qrels, measures)];
      expect(after.queries).toEqual(before.queries);
      for (const text of MEASURES) expect(after.values.get(text)).toEqual(before.values.get(text));
    });
});

it('judgments that are written are those that were read', () => {
  const qrels = readQrels(goldenPath('runs', 'tiny.qrels'));
  const judgments: Judgment[] = [...qrels].flatMap(([query, judged]) =>
    [...judged].map(([doc, grade]) => ({ query, doc, grade })),
  );
  const lines = trecQrels(judgments).trimEnd().split('\n');
  expect(lines).toHaveLength(judgments.length);
  expect(lines.map((line) => line.split(' '))).toEqual(
    judgments.map(({ query, doc, grade }) => [query, '0', doc, `${grade}`]),
  );
});
