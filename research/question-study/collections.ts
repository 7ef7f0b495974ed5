import { readCollection } from '../../src/adapters/files/read';
import type { Doc, Judgment, Query } from '../../src/base/types';
import { shuffled } from '../../src/domain/questions/generate/select';
import { collectionPath } from '../../test/data';
import { folderFiles } from '../../test/folder-files';

export interface StudyCollection {
  readonly name: string;
  readonly language: 'en' | 'zh' | 'ja';
  readonly docs: readonly Doc[];
  /** With a judgment of a grade above 0. */
  readonly queries: readonly Query[];
  readonly judgments: readonly Judgment[];
}

const COLLECTIONS = [
  ['semiconductor-zh', 'zh'],
  ['xquad-en', 'en'],
  ['xquad-zh', 'zh'],
  ['jsquad-ja', 'ja'],
  ['cranfield', 'en'],
] as const;

/** Of the questions of a collection at most so many are drawn: pairs are slow to rerank. */
const MAX_QUERIES = 300;
const SEED = 1;

/** The collections that are there, each with at most so many of its questions, drawn once. */
export async function studyCollections(
  names: readonly string[] = [],
  most: number = MAX_QUERIES,
): Promise<StudyCollection[]> {
  const found: StudyCollection[] = [];
  for (const [name, language] of COLLECTIONS) {
    const path = collectionPath(name);
    if (path === null || (names.length > 0 && !names.includes(name))) continue;
    const read = await readCollection({ files: folderFiles(path) }, () => {});
    if (!read.ok || read.kind === 'runs') throw new Error(`${name} is not read`);
    const { docs, queries, judgments } = read.dataset;
    const answered = new Set(judgments.filter(({ grade }) => grade > 0).map(({ query }) => query));
    found.push({
      name,
      language,
      // The order that decides ties.
      docs: docs.toSorted((a, b) => (a.id < b.id ? 1 : -1)),
      queries: shuffled(
        queries.filter(({ id }) => answered.has(id)),
        SEED,
      ).slice(0, most),
      judgments,
    });
  }
  return found;
}
