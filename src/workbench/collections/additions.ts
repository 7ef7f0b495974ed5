import type { CollectionRecord, KeptRun, RunHeader, SuppliedHeader, KeptSupplied } from '../../contract/storage';
import type { ImportedCollection, ImportedRun, ImportedSupplied } from '../../domain/dataset/outcome';
import { runHash } from '../../domain/run/packed';
import { systemNames, freeName } from '../../domain/run/system-names';
import { SYSTEM_IDS } from '../../domain/experiment/system-ids';
import { requireCollection, type Ports } from '../kernel/ports';
import { momentAfter, retrying } from './stored-questions';
import { HitrateError } from '../../contract/errors';
import { suppliedHash, type Supplied } from '../../domain/dataset/supplied/content';
import { fitSupplied, type Fitted, groundOfTexts } from '../../domain/dataset/supplied/fit';
import { contentKey } from '../../base/hash';
import { baseName } from '../../base/paths';
import type { Doc, Query } from '../../base/types';
import { textKey } from '../../domain/dataset/corpus';

/** What is stored with a collection that files lay beside. What does not fit was reported before, and is left out. */
export function recordsBeside(
  record: Pick<CollectionRecord, 'id' | 'counts'>,
  target: { readonly docs: readonly Doc[]; readonly queries: readonly Query[] },
  { runs, supplied = [] }: Pick<ImportedCollection, 'runs' | 'supplied'>,
): { runs: KeptRun[]; supplied: KeptSupplied[] } {
  const { items } = fitSupplied(supplied, groundOfTexts(target));
  return { runs: runRecords(record, [], runs), supplied: suppliedRecords(record.id, [], items, target.queries) };
}

/** Stores external runs, unless they are there already, hit by hit. @returns all of the collection */
export async function addRuns(ports: Ports, id: string, runs: readonly ImportedRun[]): Promise<RunHeader[]> {
  const { storage } = ports;
  const collection = await requireCollection(ports, id);
  await retrying(async () => {
    const records = runRecords(collection, await storage.runs.list(id), runs);
    if (records.length > 0) await storage.runs.add(id, records);
  });
  return storage.runs.list(id);
}

function runRecords(
  { id, counts }: Pick<CollectionRecord, 'id' | 'counts'>,
  present: readonly RunHeader[],
  runs: readonly ImportedRun[],
): KeptRun[] {
  const hashes = new Set(present.map(({ hash }) => hash));
  const added = runs.map((each) => ({ ...each, hash: hashOf(each) })).filter(({ hash }) => !hashes.has(hash));
  // Without documents the six systems never run, and their names are free.
  const taken = [...present.map(({ system }) => system), ...(counts.docs > 0 ? SYSTEM_IDS : [])];
  const names = systemNames(added, taken);
  const now = momentAfter(present);
  return added.map(({ file, format, run, times, hash }, i) => ({
    run,
    header: {
      collection: id,
      system: names[i]!,
      file,
      format,
      // In the order of the files, whatever order the names have.
      addedAt: now + i,
      hash,
      queries: run.queries.length,
      hits: run.rankings.docs.length,
      ...(times && { times }),
    },
  }));
}

/** The same lists with other times have other figures. */
const hashOf = ({ run, times }: ImportedRun) => (times ? contentKey({ run: runHash(run), times }) : runHash(run));

/** Stores new rewrites, contexts, vectors. @returns all stored @throws {HitrateError} `files-unfit` if none fits */
export async function addSupplied(ports: Ports, id: string, supplied: readonly ImportedSupplied[]) {
  const { storage } = ports;
  await requireCollection(ports, id);
  const [docs, { queries }] = await Promise.all([storage.collections.docs(id), storage.questions.get(id)]);
  const { items, problems } = fitSupplied(supplied, groundOfTexts({ docs, queries }));
  if (items.length === 0 && problems.length > 0) throw new HitrateError('files-unfit', { problems });
  await retrying(async () => {
    const records = suppliedRecords(id, await storage.supplied.list(id), items, queries);
    if (records.length > 0) await storage.supplied.add(id, records);
  });
  return storage.supplied.list(id);
}

function suppliedRecords(
  id: string,
  present: readonly SuppliedHeader[],
  items: readonly Fitted[],
  queries: readonly Query[],
): KeptSupplied[] {
  const names = present.map(({ name }) => name);
  const hashes = new Set(present.map(({ hash }) => hash));
  const now = momentAfter(present);
  const added: KeptSupplied[] = [];
  for (const item of items) {
    const content = contentOf(item, queries);
    const hash = suppliedHash(content);
    if (hashes.has(hash)) continue;
    hashes.add(hash);
    const file = baseName(item.files[0]!);
    const set = item.kind === 'vectors' ? item.set : undefined;
    const name = freeName(set === undefined ? file : `${file} (${set})`, names);
    names.push(name);
    // In the order of the files, whatever order the names have.
    const own = { collection: id, name, hash, files: item.files, addedAt: now + added.length };
    added.push({ header: { ...own, ...sizesOf(item) }, content });
  }
  return added;
}

function contentOf(item: Fitted, queries: readonly Query[]): Supplied {
  if (item.kind !== 'vectors') return { kind: item.kind, entries: item.entries } as Supplied;
  const { kind, dimensions, docs, passages, queries: asked, questions } = item;
  const keys = new Map(queries.map(({ id, text }) => [id, textKey(text)]));
  return { kind, dimensions, docs, passages, queries: asked, textKeys: asked.map((id) => keys.get(id)!), questions };
}

function sizesOf(item: Fitted) {
  switch (item.kind) {
    case 'rewrites':
      return { kind: item.kind, questions: item.questions, texts: item.texts };
    case 'contexts':
      return { kind: item.kind, contexts: item.entries.length, documents: item.documents, questions: 0 };
    case 'vectors': {
      const { kind, dimensions, docs, queries } = item;
      return { kind, dimensions, passages: docs.length, questions: queries.length };
    }
  }
}
