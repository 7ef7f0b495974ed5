import { expect } from 'vitest';
import { DatasetBuilder } from '../../../../src/domain/dataset/builder';
import { importCollection } from '../../../../src/domain/dataset/import-collection';
import type {
  ImportedCollection,
  ImportedSupplied,
  ImportOutcome,
  ImportProblem,
} from '../../../../src/domain/dataset/outcome';
import { ProblemLog } from '../../../../src/domain/dataset/problem';
import type { SourceText, TextBlock } from '../../../../src/domain/dataset/source';
import { importMessages } from '../../../../src/ui/shared/messages/importing';
import { say } from '../../../../src/ui/shared/messages/say';
import { type PackedRun, unpackRankings } from '../../../../src/domain/run/packed';

export type Contents = Readonly<Record<string, string>>;

/** A file in memory. Every line is a block of its own, so that what is kept from one line to the next is put to the test. */
export const source = (path: string, text: string): SourceText => ({
  path,
  bytes: text.length,
  head: () => Promise.resolve(text.slice(0, 2 ** 16)),
  blocks: () => blocksOf(text),
});

async function* blocksOf(text: string): AsyncGenerator<TextBlock> {
  let firstLine = 1;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) yield { text: line, firstLine: firstLine++ };
}

const sourcesOf = (contents: Contents): SourceText[] =>
  Object.entries(contents).map(([path, text]) => source(path, text));

type Choices = Partial<Pick<Parameters<typeof importCollection>[2], 'maxBytes' | 'mappings'>>;

export const outcomeOf = (contents: Contents, split?: string, choices: Choices = {}): Promise<ImportOutcome> =>
  importCollection(sourcesOf(contents), new ProblemLog(), { split, maxBytes: 2 ** 30, ...choices, onStart: () => {} });

/** The collection that is in some files; fails with the problems where there is none. */
export async function collectionIn(
  contents: Contents,
  split?: string,
  choices: Choices = {},
): Promise<ImportedCollection> {
  const outcome = await outcomeOf(contents, split, choices);
  if (!outcome.ok || outcome.kind !== 'collection') expect.fail(JSON.stringify(outcome, null, 1).slice(0, 3000));
  return outcome;
}

/** What is beside collections, of one kind, that is found in one file. */
export async function suppliedIn<Kind extends ImportedSupplied['kind']>(kind: Kind, path: string, text: string) {
  const outcome = await outcomeOf({ [path]: text });
  const [found, ...more] = outcome.ok && outcome.kind === 'runs' ? outcome.supplied! : [];
  if (found?.kind !== kind || more.length > 0) expect.fail(`no ${kind}: ${JSON.stringify(outcome).slice(0, 2000)}`);
  expect(found.file).toBe(path);
  return found as Extract<ImportedSupplied, { kind: Kind }>;
}

export async function problemsIn(contents: Contents, split?: string): Promise<readonly ImportProblem[]> {
  const outcome = await outcomeOf(contents, split);
  return outcome.ok ? [] : outcome.problems;
}

/** The sentence of a problem. */
export const told = (problem: ImportProblem): string => say(importMessages, problem);

/** Code, file, line and field of each, those that are there. */
export const placesOf = (problems: readonly ImportProblem[]): string[] =>
  problems.map(({ code, file, line, field }) => [code, file, line, field].filter((part) => part ?? '').join(' '));

/** Judgments as `question document grade`. */
export const judged = ({ dataset }: ImportedCollection): string[] =>
  dataset.judgments.map(({ query, doc, grade }) => `${query} ${doc} ${grade}`);

/** Needs by question, each as the ids of its documents. */
export const needed = ({ dataset }: ImportedCollection): Record<string, readonly (readonly string[])[]> =>
  Object.fromEntries((dataset.requirements ?? []).map(({ query, needs }) => [query, needs.map(({ docs }) => docs)]));

/** A run as `document score` by question. */
export const hitsOf = ({ queries, docs, rankings }: PackedRun): Record<string, string[]> =>
  Object.fromEntries(
    unpackRankings(rankings, docs).map((hits, i) => [queries[i], hits.map(({ id, score }) => `${id} ${score}`)]),
  );

/** A builder and the log that it writes to. */
export function builder(): { builder: DatasetBuilder; log: ProblemLog } {
  const log = new ProblemLog();
  return { builder: new DatasetBuilder(log), log };
}

export const jsonl = (...records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

export const TEXTS = {
  d1: 'The ferry leaves at nine.',
  d2: 'The museum is closed.',
  d3: 'A permit costs twelve pounds.',
};
export const beir = {
  'corpus.jsonl': jsonl(...Object.entries(TEXTS).map(([_id, text]) => ({ _id, text }))),
  'queries.jsonl': jsonl({ _id: 'q1', text: 'When?' }, { _id: 'q2', text: 'Is it closed?' }),
  'qrels.tsv': 'query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n',
};
