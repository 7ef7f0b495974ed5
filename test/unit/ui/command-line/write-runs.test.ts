import { expect, it } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import { docId, queryId, type Run } from '../../../../src/base/types';
import type { ResultRecord } from '../../../../src/contract/result';
import { measureOf } from '../../../../src/domain/measures/parse';
import { means, score } from '../../../../src/domain/measures/score';
import { toQrels } from '../../../../src/domain/run/judgments';
import { rank } from '../../../../src/domain/run/order';
import { unpackRankings } from '../../../../src/domain/run/packed';
import { writeRuns } from '../../../../src/ui/command-line/write-runs';

/** Many digits, and equal scores at every third place. */
const made = (systems: number, id: (i: number) => string): Run =>
  new Map(
    ['7', '10', 'q'].map((query, q) => {
      const hits = Array.from({ length: 40 }, (_, i) => ({
        id: docId(id((i * 7 + q) % 40)),
        score: i % 3 === 0 ? 1 / 3 : Math.sin(i * systems + q) / 7,
      }));
      return [queryId(query), rank(hits)];
    }),
  );

async function written(runs: Readonly<Record<string, Run>>) {
  const files = new Map<string, string>();
  const notes = await writeRuns(
    { inspect: { rankings: (_, system) => Promise.resolve(runs[system]!) } },
    { systems: Object.keys(runs).map((id) => ({ id })), queries: ['7', '10', 'q', 'none'] } as unknown as ResultRecord,
    {
      signal: new AbortController().signal,
      progress: () => undefined,
      write: (path, piece) => {
        if (piece === null) files.delete(path);
        else files.set(path, (files.get(path) ?? '') + piece);
        return Promise.resolve();
      },
    },
  );
  return { files, notes };
}

it('a run that is read back has the same rankings and the same measures, and its name is safe and its own', async () => {
  const runs = { 'a/../b': made(1, (i) => `d${i}`), 'A: B': made(2, (i) => `d${i}`) };
  const { files, notes } = await written(runs);
  const names = ['a-b', 'A-B-2'].flatMap((name) => [`results-runs/${name}.jsonl`, `results-runs/${name}.run`]);
  expect([...files.keys()]).toEqual(names);
  expect(notes).toEqual(
    Object.keys(runs).map((name) => expect.stringContaining(`${name}: 1 question without results`)),
  );
  const judged = ['7', '10', 'q'].flatMap((query, q) => [3, 9, 20].map((i) => `${query} 0 d${i + q} ${1 + (i % 2)}\n`));
  const given = ['qrels.txt', ...names.filter((name) => name.endsWith('.run'))];
  const outcome = await readCollection(
    { files: given.map((path, i) => ({ path, file: new Blob(i === 0 ? judged : [files.get(path)!]) })) },
    () => undefined,
  );
  if (!outcome.ok || outcome.kind !== 'collection') throw new Error('not read');
  const [qrels, measures] = [toQrels(outcome.dataset.judgments), ['nDCG@10', 'MAP', 'MRR', 'P@5'].map(measureOf)];
  for (const [i, original] of Object.values(runs).entries()) {
    const { queries, docs, rankings } = outcome.runs[i]!.run;
    const lists = unpackRankings(rankings, docs);
    const again: Run = new Map(queries.map((query, at) => [query, lists[at]!]));
    expect(again).toEqual(original);
    expect(means(score(again, qrels, measures), measures)).toEqual(means(score(original, qrels, measures), measures));
    const lines = files.get(names[2 * i]!)!.trim().split('\n').map((line) => JSON.parse(line) as object); // prettier-ignore
    expect(lines).toEqual(
      Array.from(original, ([query, hits]) => ({ query, hits: hits.map(({ id, score: value }) => [id, value]) })),
    );
  }
});

it('ids with white space are in the JSON Lines alone, and a note says so', async () => {
  const { files, notes } = await written({ s: made(1, (i) => `page ${i}`) });
  expect([...files.keys()]).toEqual(['results-runs/s.jsonl']);
  expect(notes.join()).toMatch(/page/);
});
