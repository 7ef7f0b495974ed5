import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Ranking } from '../../../../src/base/types';
import { collectionPath } from '../../../data';
import { toQrels } from '../../../../src/domain/run/judgments';
import { goldenPath, readQrels, readRun } from '../../../golden/read';
import { imported, importedFrom, importedRuns, listsOf } from './make';
import { folderFiles } from '../../../folder-files';

const counts = ({ dataset }: Awaited<ReturnType<typeof importedFrom>>) => [
  dataset.docs.length,
  dataset.queries.length,
  dataset.judgments.length,
];

describe('real collections', () => {
  const semiconductor = collectionPath('semiconductor-zh', 'doc_qa_test.json');
  it.skipIf(semiconductor === null)('semiconductor-zh is read from its file and from its folder', async () => {
    const file = { path: basename(semiconductor!), file: new Blob([readFileSync(semiconductor!)]) };
    const found = await importedFrom([file]);
    expect(counts(found)).toEqual([433, 321, 321]);
    expect(found.summary).toMatchObject({ name: 'doc_qa_test', format: 'llamaindex' });
    expect(found.summary.languages[0]).toMatchObject({ language: 'zh' });
    expect(found.summary.languages[0]?.share).toBeGreaterThan(0.95);
    expect(found.warnings).toEqual([]);
    const folder = await importedFrom(folderFiles(collectionPath('semiconductor-zh')!));
    expect(folder.dataset).toEqual(found.dataset);
  });

  const cranfield = collectionPath('cranfield');
  it.skipIf(cranfield === null)(
    'cranfield is read, with a warning of its two documents without text, and of what is not used',
    async () => {
      const found = await importedFrom(folderFiles(cranfield!));
      expect(counts(found)).toEqual([1400, 225, 1837]);
      expect(found.warnings).toMatchObject([
        { code: 'empty-text', file: 'cranfield/corpus.jsonl' },
        { code: 'unused-files', data: [['cranfield/qrels.codes.trec', 'cranfield/qrels.trec'], {}] },
      ]);
      expect(say(importMessages, found.warnings[0]!)).toMatch(/^2 documents have no text: 471, 995\./);
      expect(found.summary).toMatchObject({
        name: 'cranfield',
        split: 'test',
        languages: [{ language: 'en', share: 1 }],
      });
    },
  );

  const japanese = collectionPath('jsquad-ja');
  it.skipIf(japanese === null)('jsquad-ja is read as ja', async () => {
    const found = await importedFrom(folderFiles(japanese!));
    expect(counts(found).slice(0, 2)).toEqual([1145, 4429]);
    expect(found.summary.languages[0]).toMatchObject({ language: 'ja' });
    expect(found.summary.languages[0]?.share).toBeGreaterThan(0.97);
    expect(found.warnings).toEqual([]);
  });
});

const bytesAt = (path: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path));

describe('runs and judgments that reference programs were given', () => {
  it.each(['bm25', 'tfidf', 'lsi', 'ql-dirichlet', 'tied'])('%s is read from gzip, every line of it', async (name) => {
    const { runs, warnings } = await importedRuns({
      [`${name}.run.gz`]: bytesAt(goldenPath('runs', `${name}.run.gz`)),
    });
    expect(runs).toMatchObject([{ file: `${name}.run`, format: 'trec-run', tag: name }]);
    expect(warnings).toEqual([]);
    const found = listsOf(runs[0]!);
    const expected = readRun(goldenPath('runs', `${name}.run`));
    expect([...found.keys()]).toEqual([...expected.keys()]);
    const scores = (list: Ranking = []) => new Map(list.map(({ id, score }) => [id, score]));
    for (const [query, list] of expected)
      expect(isDeepStrictEqual(scores(found.get(query)), scores(list)), query).toBe(true);
  });

  it('tiny is read beside its judgments', async () => {
    const [qrels, run] = [goldenPath('runs', 'tiny.qrels'), goldenPath('runs', 'tiny.run')];
    const found = await imported({ 'tiny.qrels': bytesAt(qrels), 'tiny.run': bytesAt(run) });
    expect(found.summary.format).toBe('trec-qrels');
    expect(toQrels(found.dataset.judgments)).toEqual(readQrels(qrels));
    expect(found.runs).toMatchObject([{ tag: 'tiny' }]);
  });
});
