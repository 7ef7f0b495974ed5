import { HitrateError } from '../../../contract/errors';
import type { StoragePort, StoredContent, StoredVectors } from '../../../contract/storage';
import type { SuppliedFile } from '../../../domain/experiment/missing';
import type { Remark } from '../../../contract/result';
import type { FileVectorsSpec } from '../../../domain/retrieval/retriever-spec';
import { canonicalJson } from '../../../base/hash';
import type { DocId, Query, QueryId } from '../../../base/types';
import { groupBy } from '../../../base/containers';
import { pickRows, type Vectors } from '../../../base/vectors';
import type { StageContext } from '../stage-context';
import { type Found, type Retriever, type Searcher, openVectorIndex, type VectorIndex } from './searcher';
import { type Embedded, vectorRoom } from './vector-table';

export async function findSuppliedFile<Kind extends StoredContent['kind']>(
  storage: StoragePort,
  collection: string,
  kind: Kind,
  { name, hash }: SuppliedFile,
): Promise<Extract<StoredContent, { kind: Kind }> | null> {
  const header = (await storage.supplied.list(collection)).find((each) => each.name === name);
  if (header?.hash !== hash || header.kind !== kind) return null;
  return (await storage.supplied.get(collection, name)) as Extract<StoredContent, { kind: Kind }> | null;
}

/** @throws {HitrateError} `system-file-changed` where it is not there, or is another one */
export async function openSuppliedFile<Kind extends StoredContent['kind']>(
  storage: StoragePort,
  collection: string,
  kind: Kind,
  file: SuppliedFile,
): Promise<Extract<StoredContent, { kind: Kind }>> {
  const found = await findSuppliedFile(storage, collection, kind, file);
  if (found) return found;
  throw new HitrateError('system-file-changed', { kind, name: file.name });
}

/** By a text that names each: vectors are those of ids, and an edited question is another one. */
export const namedQueries = (queries: readonly Query[]): Query[] =>
  queries.map(({ id, text }) => ({ id, text: JSON.stringify([id, text]) }));

export function fileVectorsSearcher(spec: FileVectorsSpec): Retriever {
  return {
    searchStage: 'dense-search',
    indexStages: () => [],

    async open(context): Promise<Searcher> {
      const { ports, collection, queries } = context;
      const set = await openSuppliedFile(ports.storage, collection, 'vectors', spec);
      const rows = new Map(set.queries.map((id, row) => [id, row]));
      const byText = new Map(queries.map(({ id, text }) => [text, rows.get(id) ?? null]));
      const places = rowPlaces(context.corpus.ids, set.docs);
      const matrix = await passageMatrix(context, spec, set);
      const bytes = matrix.vectors.byteLength;
      const index = await openVectorIndex(context, matrix, spec.search, { file: spec.name });
      const search = async (texts: readonly string[], depth: number): Promise<Found> => {
        const rows = texts.map((text) => byText.get(text) ?? null);
        return bestOfEach(await searchRows(index, set, rows, depth * places.most), places.passages, depth);
      };
      return {
        indexMilliseconds: index.buildMilliseconds,
        truncatedPassages: 0,
        search,
        ask: (text) => Promise.resolve({ milliseconds: 0, search: (depth) => search([text], depth) }),
        index: { key: canonicalJson(spec), bytes },
      };
    },
  };
}

/**
 * Rows of the file in the order of the corpus, those of one passage after each other; the position of the passage that
 * each is of; and how many rows the passage with the most has. @throws {HitrateError} `system-no-vector` where one has none
 */
function rowPlaces(ids: readonly DocId[], docs: readonly DocId[]) {
  const rows = groupBy(docs.keys(), (row) => docs[row]!);
  const byPassage = ids.map((id) => {
    const own = rows.get(id);
    if (!own) throw new HitrateError('system-no-vector', { doc: id });
    return own;
  });
  const passages = byPassage.flatMap((own, passage) => own.map(() => passage));
  return { order: byPassage.flat(), passages, most: byPassage.reduce((most, { length }) => Math.max(most, length), 1) };
}

/** In the order of the corpus. @throws {HitrateError} `system-no-vector` where a passage has none */
export async function passageMatrix(
  { corpus: { ids }, ports, held }: StageContext,
  { hash }: FileVectorsSpec,
  { docs, passageBytes, readPassages, dimensions }: StoredVectors,
): Promise<Pick<Embedded<Vectors>, 'vectors' | 'memory' | 'dimensions'>> {
  const namespace = `file ${hash}`;
  const known = held.passage.get<Vectors>(namespace, ids);
  if (known) return known;
  held.passage.forget();
  const { order } = rowPlaces(ids, docs);
  const { bytes, memory } = vectorRoom((passageBytes * order.length) / docs.length, ports.isolated);
  const isInOrder = docs.length === order.length && order.every((row, i) => row === i);
  const vectors = isInOrder ? await readPassages(bytes) : pickRows(await readPassages(), dimensions, order, bytes);
  const matrix = { vectors, memory, dimensions, milliseconds: new Float64Array(), truncated: 0 };
  return memory ? held.passage.hold(namespace, ids, matrix) : matrix;
}

/** A passage counts by the best of its vectors, which comes first. */
function bestOfEach(found: Found, passages: readonly number[], depth: number): Found {
  const offsets = new Uint32Array(found.offsets.length);
  const [docs, scores]: [number[], number[]] = [[], []];
  for (let i = 0; i + 1 < offsets.length; i++) {
    const own = new Map<number, number>();
    for (let at = found.offsets[i]!; at < found.offsets[i + 1]! && own.size < depth; at++) {
      const passage = passages[found.docs[at]!]!;
      if (!own.has(passage)) own.set(passage, found.scores[at]!);
    }
    docs.push(...own.keys());
    scores.push(...own.values());
    offsets[i + 1] = docs.length;
  }
  return { ...found, offsets, docs: Uint32Array.from(docs), scores: Float64Array.from(scores) };
}

async function searchRows(
  index: VectorIndex,
  { questions, dimensions }: StoredVectors,
  rows: readonly (number | null)[],
  depth: number,
): Promise<Found> {
  const there = rows.filter((row) => row !== null);
  const found = await index.search(pickRows(questions, dimensions, there), depth);
  const offsets = new Uint32Array(rows.length + 1);
  const milliseconds = new Float64Array(rows.length);
  let next = 0;
  rows.forEach((row, i) => {
    if (row !== null) milliseconds[i] = found.milliseconds[next++]!;
    offsets[i + 1] = found.offsets[next]!;
  });
  return { ...found, offsets, milliseconds };
}

export function remarksOnVectors(
  { name }: FileVectorsSpec,
  { queries: known, textKeys }: StoredVectors,
  queries: readonly Query[],
  keyOf: (text: string) => string,
): Remark[] {
  const keys = new Map<QueryId, string>(known.map((id, i) => [id, textKeys[i]!]));
  const missing = queries.filter(({ id }) => !keys.has(id)).length;
  const edited = queries.filter(({ id, text }) => keys.has(id) && keys.get(id) !== keyOf(text)).length;
  const questions = queries.length;
  return [
    { code: 'vectors-elsewhere', data: { name } },
    ...(missing > 0 ? [{ code: 'vectors-missing', data: { name, missing, questions } } as const] : []),
    ...(edited > 0 ? [{ code: 'vectors-outdated', data: { name, edited, questions } } as const] : []),
  ];
}
