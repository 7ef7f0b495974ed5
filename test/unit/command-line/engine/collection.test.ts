import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openCollection } from '../../../../src/command-line/engine/collection';
import { beirFiles, bytesOf, type Contents } from '../../adapters/files/make';

function opened(contents: Contents) {
  const folder = mkdtempSync(join(tmpdir(), 'hitrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = Object.entries(contents).map(([path, content], i) => {
    writeFileSync(join(folder, String(i)), bytesOf(content));
    return { path, file: join(folder, String(i)) };
  });
  return openCollection(files, undefined, 10_000);
}

const packed = (text: string) => Uint8Array.from(gzipSync(text));
const { 'corpus.jsonl': corpus, 'queries.jsonl': queries, ...qrels } = beirFiles();

it('has a limit for files that are held, and says it', async () => {
  const long = `{"_id":"q3","text":"${'words '.repeat(9000)}"}\n`;
  const files = { 'corpus.jsonl': corpus!, 'queries.jsonl.gz': packed(`${String(queries)}${long}`), ...qrels };
  const refusal = await opened(files).catch((error: unknown) => error);
  expect((refusal as { problems: readonly string[] }).problems[0]).toMatch(/^queries\.jsonl: There are more than/);
});

it('has none for lines of passages, which are read one after the other', async () => {
  const long = `{"_id":"d3","text":"${'words '.repeat(9000)}"}\n`;
  const collection = await opened({
    'corpus.jsonl.gz': packed(`${String(corpus)}${long}`),
    'queries.jsonl': queries!,
    ...qrels,
  });
  const ids: string[] = [];
  for await (const { id } of collection.passages()) ids.push(id);
  expect(ids).toEqual(['d1', 'd2', 'd3']);
});
