import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { collectionPath } from '../../../data';
import { folderFiles, importedFrom } from './make';

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
  it.skipIf(cranfield === null)('cranfield is read, with a warning of its two documents without text', async () => {
    const found = await importedFrom(folderFiles(cranfield!));
    expect(counts(found)).toEqual([1400, 225, 1837]);
    expect(found.warnings).toMatchObject([{ code: 'empty-text', file: 'cranfield/corpus.jsonl' }]);
    expect(found.warnings[0]?.message).toMatch(/^2 documents have no text: 471, 995\./);
    expect(found.summary).toMatchObject({
      name: 'cranfield',
      split: 'test',
      languages: [{ language: 'en', share: 1 }],
    });
  });

  const others = [
    ['jsquad-ja', 'ja', [1145, 4429]],
    ['xquad-en', 'en', [240, 1185]],
    ['xquad-zh', 'zh', [240, 1181]],
  ] as const;
  for (const [name, language, expected] of others) {
    const path = collectionPath(name);
    it.skipIf(path === null)(`${name} is read as ${language}`, async () => {
      const found = await importedFrom(folderFiles(path!));
      expect(counts(found).slice(0, 2)).toEqual(expected);
      expect(found.summary.languages[0]).toMatchObject({ language });
      expect(found.summary.languages[0]?.share).toBeGreaterThan(0.97);
      expect(found.warnings).toEqual([]);
    });
  }
});
