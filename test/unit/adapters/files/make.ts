import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readCollection } from '../../../../src/adapters/files/read';
import type { Run } from '../../../../src/base/types';
import type { SourceFile } from '../../../../src/contract/workers';
import type {
  ImportedCollection,
  ImportedRun,
  ImportedRuns,
  ImportOutcome,
  ImportProblem,
} from '../../../../src/domain/dataset/outcome';
import { unpackRankings } from '../../../../src/domain/run/packed';

export type Content = string | Uint8Array<ArrayBuffer>;
export type Contents = Readonly<Record<string, Content>>;

export const fixtures = join(import.meta.dirname, '../../../fixtures/import');

export const filesOf = (contents: Contents): SourceFile[] =>
  Object.entries(contents).map(([path, content]) => ({ path, file: new Blob(parts(bytesOf(content))) }));

/** As browsers read files: Node gives each part of a blob as one chunk. */
function parts(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const size = 2 ** 16;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

export const read = (contents: Contents, split?: string, maxBytes?: number): Promise<ImportOutcome> =>
  readCollection({ files: filesOf(contents), ...(split !== undefined && { split }) }, () => {}, maxBytes);

/** The collection that was imported; fails with the problems where none was. */
export async function imported(contents: Contents, split?: string): Promise<ImportedCollection> {
  return importedFrom(filesOf(contents), split);
}

export async function importedFrom(files: readonly SourceFile[], split?: string): Promise<ImportedCollection> {
  const outcome = await readCollection({ files, ...(split !== undefined && { split }) }, () => {});
  if (!outcome.ok) expect.fail(JSON.stringify(outcome.problems.slice(0, 5), null, 1));
  if (outcome.kind === 'runs') expect.fail(`only runs: ${outcome.runs.map(({ file }) => file).join(', ')}`);
  return outcome;
}

/** Runs that were imported without a collection. */
export async function importedRuns(contents: Contents): Promise<ImportedRuns> {
  const outcome = await read(contents);
  if (!outcome.ok || outcome.kind !== 'runs') expect.fail(JSON.stringify(outcome, null, 1).slice(0, 2000));
  return outcome;
}

export async function problemsOf(contents: Contents, split?: string): Promise<readonly ImportProblem[]> {
  const outcome = await read(contents, split);
  return outcome.ok ? [] : outcome.problems;
}

/** `code line field`, as far as an expectation goes; `*` for any line. */
export function expectProblem({ code, line, field }: ImportProblem, expected: string): void {
  const [, wanted, at = '*', where] = /^(\S+)(?: (\S+))?(?: (.*))?$/.exec(expected)!;
  expect([code, at === '*' ? at : String(line), where === undefined ? where : field]).toEqual([wanted, at, where]);
}

export async function zipOf(contents: Contents, options: { password?: string } = {}): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false, ...options });
  for (const [path, content] of Object.entries(contents))
    await writer.add(path, new Uint8ArrayReader(bytesOf(content)));
  return (await writer.close()) as Uint8Array<ArrayBuffer>;
}

export const bytesOf = (content: Content): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

export function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array<ArrayBuffer> {
  const marked = mark ? `\uFEFF${text}` : text;
  const view = new DataView(new ArrayBuffer(marked.length * 2));
  for (let i = 0; i < marked.length; i++) view.setUint16(i * 2, marked.charCodeAt(i), order === 'le');
  return new Uint8Array(view.buffer);
}

export const lines = (...records: readonly unknown[]): string =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('');

/** A sound BEIR collection of two documents and two questions, one of them judged; parts can be replaced. */
export const beirFiles = (replaced: Contents = {}): Contents => ({
  'corpus.jsonl': lines({ _id: 'd1', title: 'One', text: 'first text' }, { _id: 'd2', text: 'second text' }),
  'queries.jsonl': lines({ _id: 'q1', text: 'which?' }, { _id: 'q2', text: 'why?' }),
  'qrels/test.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\n',
  ...replaced,
});

export const without = (contents: Contents, path: string): Contents =>
  Object.fromEntries(Object.entries(contents).filter(([key]) => key !== path));

/** A sound collection in the JSON of LlamaIndex; fields can be replaced. */
export const llamaIndexJson = (replaced: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify(
    {
      queries: { 'q 1': 'which?', q2: 'why?' },
      corpus: { d1: 'first text', d2: 'second text' },
      relevant_docs: { 'q 1': ['d1', 'd2'] },
      mode: 'text',
      ...replaced,
    },
    null,
    2,
  );

/** Lists of a run by question. */
export const listsOf = ({ run }: ImportedRun): Run =>
  new Map(unpackRankings(run.rankings, run.docs).map((list, i) => [run.queries[i]!, list]));
