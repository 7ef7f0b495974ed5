import { expect, it } from 'vitest';
import { readCollection } from '../../../../../src/adapters/files/read';
import type { IdDifference } from '../../../../../src/domain/dataset/runs/ids-apart';
import { filesOf, lines, listsOf } from '../../../adapters/files/make';

const NFC = 'Stra\u00dfe-\u00e9';
const NFD = NFC.normalize('NFD');
const corpus = lines(...[1, 2].map((n) => ({ _id: `${NFC}${n}.md`, title: '', text: `text ${n}` })));
const queries = lines({ _id: 'q1', text: 'what?' });

const read = (qrels: string, run: string, match?: IdDifference) =>
  readCollection(
    {
      files: filesOf({ 'corpus.jsonl': corpus, 'queries.jsonl': queries, 'qrels/test.tsv': qrels, 'a.run': run }),
      ...(match && { match }),
    },
    () => {},
  );

const QRELS = `q1\t${NFD}1.md\t2\n`;
const RUN = `q1 Q0 ${NFD}2.md 1 9 a\nq1 Q0 ${NFD}1.md 2 8 a\n`;

it('judgments and runs in another Unicode form are refused with the way to match them, and matched when it is chosen', async () => {
  const refused = await read(QRELS, RUN);
  expect(!refused.ok && refused.problems).toMatchObject([
    { code: 'judged-apart', data: ['document', { without: 'unicode' }] },
  ]);
  const found = await read(QRELS, RUN, 'unicode');
  if (!found.ok || found.kind !== 'collection') throw new Error(JSON.stringify(found));
  expect(found.dataset.judgments).toEqual([{ query: 'q1', doc: `${NFC}1.md`, grade: 2 }]);
  expect([...listsOf(found.runs[0]!).values()][0]).toEqual([
    { id: `${NFC}2.md`, score: 9 },
    { id: `${NFC}1.md`, score: 8 },
  ]);
  expect(found.warnings.filter(({ code }) => code === 'ids-matched').map(({ file, data }) => [file, data[1]])).toEqual([
    ['qrels/test.tsv', 1],
    ['a.run', 2],
  ]);
});

it('two ids that would become one are refused by name, in judgments and in runs', async () => {
  const one = await read(`${QRELS}q1\t${NFC}1.md\t1\n`, RUN, 'unicode');
  expect(!one.ok && one.problems[0]).toMatchObject({
    code: 'ids-become-one',
    data: ['unicode', [`${NFD}1.md`, `${NFC}1.md`]],
  });
  const run = await read(QRELS, `${RUN}q1 Q0 ${NFC}1.md 3 7 a\n`, 'unicode');
  expect(!run.ok && run.problems).toMatchObject([{ code: 'ids-become-one', file: 'a.run' }]);
});
