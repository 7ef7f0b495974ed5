import type { CollectionRecord } from '../../contract/storage';
import { HitrateError } from '../../contract/errors';
import type { CountTokens } from '../../domain/chunk/by-tokens';
import type { ChunkerSpec, SplitChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { PlacedChunk } from '../../domain/chunk/chunked-truth';
import { passageAt, unpackPlaces, withContext } from '../../domain/chunk/places';
import type { ContextMatches } from '../../domain/chunk/written-contexts';
import { type CorpusIdentity, passageText, type PreparedCorpus } from '../../domain/dataset/corpus';
import type { Doc, DocId } from '../../base/types';
import { tokenizerRequest, type NamedModel, type Ports, withWorker } from './ports';
import { pacer } from './pace';

export interface StageCorpus extends CorpusIdentity {
  readonly late?: true;
}

export interface Corpus extends StageCorpus {
  readonly docs: readonly Doc[];
  readonly ids: readonly DocId[];
  readonly texts: readonly string[];
  readonly textKeys: readonly string[];
  readonly positions: ReadonlyMap<DocId, number>;
}

/** A collection from before metadata was read has none. */
export const identityOf = ({ corpusKey, metadata }: CollectionRecord): StageCorpus => ({
  key: corpusKey,
  metadataKey: metadata?.key ?? null,
});

export const documentsKey = async ({ storage }: Ports, collection: string): Promise<string | null> =>
  (await storage.collections.get(collection))?.corpusKey ?? null;

export async function openCorpus(ports: Ports, collection: string, signal: AbortSignal) {
  const { docs, ...prepared } = await withWorker(ports.documents(), signal, (worker) => worker.corpus({ collection }));
  return { docs, corpus: await corpusOf(docs, prepared, signal) };
}

/** @throws {HitrateError} `changed-elsewhere` where documents were replaced since `read`, `system-file-changed` */
export async function openPassages(
  ports: Ports,
  collection: string,
  docs: readonly Doc[],
  read: string | null,
  chunker: ChunkerSpec,
  signal: AbortSignal,
): Promise<{ chunks: readonly PlacedChunk[]; corpus: Corpus; matches: ContextMatches | null }> {
  const count = await chunkerTokens(ports, chunker, signal);
  const input = { collection, chunker };
  const { places, contexts, matches, ...prepared } = await withWorker(ports.documents(), signal, (worker) =>
    worker.chunk(input, count),
  );
  // The worker has read the documents anew: its places must not be cut out of others.
  if ((await documentsKey(ports, collection)) !== read)
    throw new HitrateError('changed-elsewhere', { what: 'documents', name: '' });
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const chunks = unpackPlaces(places);
  const pace = pacer(signal);
  const passages: Doc[] = [];
  for (const [i, { place }] of chunks.entries()) {
    await pace();
    const doc = byId.get(place.doc)!;
    passages.push(chunker.kind === 'whole' ? withContext(doc, contexts[i]!) : passageAt(doc, place, contexts[i]!));
  }
  return { chunks, matches, corpus: await corpusOf(passages, prepared, signal) };
}

export async function chunksOf(ports: Ports, collection: string, chunker: SplitChunkerSpec, signal: AbortSignal) {
  const count = await chunkerTokens(ports, chunker, signal);
  const input = { collection, chunker };
  return unpackPlaces(await withWorker(ports.documents(), signal, (worker) => worker.places(input, count)));
}

/** @throws {HitrateError} `model-unavailable` where a chunker counts the tokens of a model that cannot be loaded */
export async function chunkerTokens(ports: Ports, chunker: ChunkerSpec, signal: AbortSignal): Promise<CountTokens> {
  if (chunker.kind !== 'tokens') return () => Promise.resolve(new Uint32Array());
  const { model, revision, size } = chunker;
  return tokensOf(ports, { model, revision, maxTokens: size }, signal);
}

export async function tokensOf(
  ports: Ports,
  named: Pick<NamedModel, 'model' | 'revision' | 'maxTokens'>,
  signal: AbortSignal,
): Promise<CountTokens> {
  const request = await tokenizerRequest(ports, named);
  return async (texts) => {
    signal.throwIfAborted();
    // Not with the signal: an abort in mid-call ends the worker, in which a run may be embedding. Calls are short.
    return ports.encoder.with().countTokens({ ...request, texts });
  };
}

export async function corpusOf(
  docs: readonly Doc[],
  { order, textKeys, key, metadataKey }: PreparedCorpus,
  signal?: AbortSignal,
): Promise<Corpus> {
  signal?.throwIfAborted();
  const pace = pacer(signal);
  const ordered: Doc[] = [];
  const ids: DocId[] = [];
  const texts: string[] = [];
  const positions = new Map<DocId, number>();
  for (const [at, position] of order.entries()) {
    await pace();
    const doc = docs[position]!;
    ordered.push(doc);
    ids.push(doc.id);
    texts.push(passageText(doc));
    positions.set(doc.id, at);
  }
  return { docs: ordered, ids, texts, textKeys, positions, key, metadataKey };
}
