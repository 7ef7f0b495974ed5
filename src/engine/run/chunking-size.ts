import type { CollectionRecord } from '../../contract/storage';
import { type ChunkerSpec, cutsBySegments } from '../../domain/chunk/chunker-spec';
import { segmenterIdentity } from '../../domain/text/segmenter';
import { readKey } from '../../domain/dataset/corpus';
import { chunkerTokens, type CorpusIdentity, identityOf, withDocuments } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';
import { stageKey } from './stage-context';

/** The passages that documents are cut into, without their texts. */
export interface ChunkingSize extends CorpusIdentity {
  readonly passages: number;
  /** Of all passages, with what stands before each. */
  readonly characters: number;
}

/** What decides where documents are cut, for keys. */
export const chunkerInputs = (chunker: ChunkerSpec) => ({
  chunker,
  // Keys without it stand for chunks that were trimmed of JavaScript's white space.
  ...(chunker.kind === 'recursive' ? { whiteSpace: 'python' } : {}),
  ...(cutsBySegments(chunker) ? { segmenter: segmenterIdentity() } : {}),
});

/**
 * What a chunker makes of the documents of a collection, kept once it is known: cutting them is the only way to know.
 *
 * @param chunker documents are the passages where absent
 */
export async function chunkingOf(
  ports: Ports,
  collection: CollectionRecord,
  chunker: ChunkerSpec | undefined,
  signal: AbortSignal = new AbortController().signal,
): Promise<ChunkingSize> {
  const identity = identityOf(collection);
  const { docs, characters } = collection.counts;
  if (!chunker || chunker.kind === 'whole') return { ...identity, passages: docs, characters };
  const { late, ...plain } = chunker;
  const { storage, versions } = ports;
  const inputs = { ...chunkerInputs(plain), corpus: readKey(identity, ['']) };
  const key = stageKey(versions, chunker.kind === 'tokens' ? 'models' : 'own', 'chunking', ['chunking'], inputs);
  const known = (await storage.artifacts.get(collection.id, key)) as ChunkingSize | null;
  if (known) return late ? { ...known, late } : known;
  const count = await chunkerTokens(ports, plain, signal);
  const input = { collection: collection.id, chunker: plain };
  const chunking = await withDocuments(ports, signal, (worker) => worker.chunking(input, count));
  await storage.artifacts.put(collection.id, key, chunking);
  return late ? { ...chunking, late } : chunking;
}
