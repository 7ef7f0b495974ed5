import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readCollection } from '../../src/adapters/files/read';
import type { Dataset } from '../../src/base/types';
import { pickRows } from '../../src/base/vectors';
import type { SourceFile } from '../../src/contract/workers';
import { prepareCorpus } from '../../src/domain/dataset/corpus';
import type { FittedVectors } from '../../src/domain/dataset/supplied/vectors/fit-vectors';
import { fitSupplied, groundOfTexts } from '../../src/domain/dataset/supplied/fit';
import { measureOf } from '../../src/domain/measures/parse';
import { aggregate, score } from '../../src/domain/measures/score';
import { openMatrix } from '../../src/domain/retrieval/dense/search';
import { toQrels } from '../../src/domain/run/judgments';
import { importMessages } from '../../src/ui/shared/messages/importing';
import { say } from '../../src/ui/shared/messages/say';
import { vectorPath } from '../data';
import { folderFiles } from '../folder-files';
import { readJson } from './read';

interface Expected {
  readonly read: boolean;
  readonly measures?: Readonly<Record<string, number>>;
  readonly ranking?: Readonly<Record<string, readonly string[]>>;
  readonly dims?: number;
  readonly or?: { readonly read: boolean };
  readonly types?: Readonly<Record<string, Expected>>;
  readonly systems?: Readonly<Record<string, Expected>>;
}

/** What a refusal or a warning must say, for each form that has one. */
const SAID: Readonly<Record<string, RegExp>> = {
  '06-openai-batch-with-error': /vector of “doc045”: it is missing, since its request failed \(“batch_expired”\)/,
  '11-jina-multi-vector': /several for one text, as late interaction/,
  '80-faiss-flat': /an index of FAISS.*reconstruct_n/,
  '81-pickle': /pickle.*runs code when it is read.*npz or safetensors/,
  '82-npy-object': /pickle, of Python objects/,
  '903-ubinary-as-vector': /8 whole numbers a row are spread as packed bits/,
  '904-uint8-as-vector': /64 whole numbers a row are spread as numbers with an offset of 128/,
  '906-binary-signed-as-vector': /spread as packed bits, less 128/,
  '907-zero-vector': /The vector of “doc041”: it is all zeros/,
  '908-nan-npy': /documents\.npy \[21\].*not a finite number/,
  '909-nan-json': /vector of “doc057”: a number is missing/,
  '910-widths-differ': /Passages have 128 numbers a vector, and questions 64/,
  '911-other-collection-same-ids': /60 of 60 texts beside vectors differ from the collection.*another collection/,
  '912-other-model-for-questions': /no better than chance/,
  '913-duplicate-id': /“doc\d+” has 2 vectors/,
  '915-row-number-from-one':
    /1 of 60 documents of this collection have no vector in it: “0”.*1 row .* “60”.*shifted by one/,
  '918-null-vector': /vector of “doc008”: it is missing/,
  '921-transposed-square': /60 columns have one length, and its rows have not: is the array transposed/,
  '922-float32-read-as-float16': /not a finite number/,
  '924-missing-one': /no vector in it: “doc043”/,
  '925-text-edited': /3 of 60 texts beside vectors differ.*old texts/,
  '926-sparse-among-dense': /it is sparse/,
  '927-npy-all-rows-in-one': /72 rows, as many as 60 documents and 12 questions together/,
  '930-numpy-text-cut': /NumPy has cut its numbers \(“\.\.\.”\)/,
  '932-multi-as-vector': /several for one text/,
  '935-null-in-list': /vector of “doc033”: a number is missing/,
  '937-same-file-twice': /several files of passages \(.*documents \(1\)\.jsonl/,
  '938-truncated-npy': /The file is cut/,
  '939-constant-vectors': /60 of 60 passages have one and the same vector/,
  '940-questions-as-documents': /12 of 12 questions have the very vector of a passage/,
};

/** Forms whose outcome is not right yet, and why. */
const NOT_YET: Readonly<Record<string, string>> = {
  '912-other-model-for-questions': 'nothing says that a ranking is no better than chance',
};

const isAbsent = vectorPath() === null;
const forms = isAbsent ? [] : readdirSync(vectorPath()!).filter((name) => /^\d/.test(name));

const filesIn = (name: string): SourceFile[] => {
  const own = folderFiles(vectorPath(name)!).filter(({ path }) => !/\/(?:EXPECTED\.json|SOURCE\.md)$/.test(path));
  const hasCollection = own.some(({ path }) => path.includes('/collection/'));
  return hasCollection ? own : [...folderFiles(vectorPath('collection')!), ...own];
};

async function outcomeOf(name: string) {
  const outcome = await readCollection({ files: filesIn(name) }, () => {});
  if (!outcome.ok || outcome.kind !== 'collection')
    expect.fail(JSON.stringify(outcome.ok ? outcome.kind : outcome.problems, null, 1));
  const { dataset, supplied = [], warnings } = outcome;
  const fitting = fitSupplied(supplied, groundOfTexts(dataset));
  const said = [...warnings, ...fitting.problems, ...fitting.warnings].map(
    (each) => `${each.file} ${each.field ?? ''}: ${say(importMessages, each)}`,
  );
  return { dataset, items: fitting.items.filter((item) => item.kind === 'vectors'), said };
}

/** By exact search; a document counts by its best vector, and of equal scores the higher id comes first. */
function rankingOf({ docs }: Dataset, { docs: of, passages, dimensions, queries, questions }: FittedVectors) {
  const rows = [...prepareCorpus(docs).order].flatMap((position) =>
    of.flatMap((id, row) => (id === docs[position]!.id ? [row] : [])),
  );
  const matrix = pickRows(passages, dimensions, rows);
  const { lists } = openMatrix(matrix, dimensions, 'cosine').search(questions, rows.length, () => 0);
  return new Map(
    lists.map((list, i) => {
      const hits = list.map((hit) => ({ id: of[rows[hit.doc]!]!, score: hit.score }));
      const seen = new Set<string>();
      return [queries[i]!, hits.filter(({ id }) => !seen.has(id) && seen.add(id))] as const;
    }),
  );
}

function differs(dataset: Dataset, item: FittedVectors, { ranking, measures = {}, dims }: Expected): string | null {
  const run = rankingOf(dataset, item);
  if (dims !== undefined && item.dimensions !== dims) return `${item.dimensions} dimensions`;
  const measured = Object.keys(measures).map(measureOf);
  const { values } = score(run, toQrels(dataset.judgments), measured);
  for (const measure of measured) {
    const value = aggregate(measure, values.get(measure.text)!);
    if (Math.abs(value - measures[measure.text]!) > 1e-6) return `${measure.text} ${value}`;
  }
  for (const [query, docs] of Object.entries(ranking ?? {})) {
    const found = run
      .get(query as never)
      ?.slice(0, 10)
      .map(({ id }) => id);
    if (JSON.stringify(found) !== JSON.stringify(docs)) return `${query}: ${found?.join(' ')} for ${docs.join(' ')}`;
  }
  return null;
}

/** What is wrong with the outcome of a form; null where it is right. */
async function flawOf(name: string): Promise<string | null> {
  const expected = readJson<Expected>(vectorPath(name, 'EXPECTED.json')!);
  const { dataset, items, said } = await outcomeOf(name);
  const isRefused = items.length === 0;
  const pattern = SAID[name];
  if (pattern && !said.some((each) => pattern.test(each))) return `not said: ${said.join(' | ')}`;
  if (isRefused) {
    if (expected.read && !(expected.or?.read === false && pattern)) return `refused: ${said.join(' | ')}`;
    return pattern ? null : `says: ${said.join(' | ')}`;
  }
  if (!expected.read) return `read: ${said.join(' | ')}`;
  if ('should say' in expected && !pattern) return `says: ${said.join(' | ')}`;
  // The figures of a transposed array are those of the array as it should be.
  if (name === '921-transposed-square') return null;
  const wanted = [...Object.values(expected.systems ?? expected.types ?? {}), ...(expected.systems ? [] : [expected])];
  const flaws = wanted.map((each) => {
    const found = items.map((item) => differs(dataset, item, each));
    return found.includes(null) ? null : found.join(' / ');
  });
  return flaws.find((flaw) => flaw !== null) ?? null;
}

describe.skipIf(isAbsent)('vectors as vendors and stores write them', () => {
  it.each(forms.filter((name) => !(name in NOT_YET)))('%s', async (name) => expect(await flawOf(name)).toBeNull());

  it.each(Object.keys(NOT_YET))('%s is not right yet', async (name) => {
    expect(await flawOf(name).catch(String)).not.toBeNull();
  });
});
