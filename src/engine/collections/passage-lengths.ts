import type { CollectionRecord } from '../../contract/storage';
import type { PassageLengths } from '../../contract/workers';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { Doc, Span } from '../../base/types';
import { chunkerInputs } from '../run/chunking-size';
import { readKey } from '../../domain/dataset/corpus';
import { chunkerTokens, identityOf, tokensOf, withDocuments } from '../kernel/corpus';
import type { Ports } from '../kernel/ports';
import { stageKey } from '../run/stage-context';

/** The model that passages are held against. */
export type Reader = Pick<DenseSpec, 'model' | 'revision' | 'maxTokens' | 'passagePrefix'>;

/** Tokens that a model puts around a text, as `[CLS]` and `[SEP]`. */
const SPECIAL_TOKENS = 2;

/**
 * What a chunker makes of the documents of a collection, and how many passages are longer than an embedding model reads.
 * Kept once it is known.
 *
 * @throws {HitrateError} `model-unavailable` where the tokenizer of the model cannot be loaded
 */
export async function passageLengths(
  ports: Ports,
  collection: CollectionRecord,
  chunker: ChunkerSpec,
  reader: Reader,
  signal: AbortSignal,
): Promise<PassageLengths> {
  const { storage, versions } = ports;
  const { model, revision, maxTokens, passagePrefix } = reader;
  const corpus = readKey(identityOf(collection), ['']);
  const inputs = { ...chunkerInputs(chunker), corpus, model, revision, maxTokens, passagePrefix };
  const key = stageKey(versions, 'models', 'passage-lengths', ['chunking'], inputs);
  const known = (await storage.artifacts.get(collection.id, key)) as PassageLengths | null;
  if (known) return known;
  const late = chunker.kind !== 'whole' && chunker.late === true;
  const room = late ? null : maxTokens - SPECIAL_TOKENS;
  const count = await chunkerTokens(ports, chunker, signal);
  const countText = room === null ? count : await tokensOf(ports, reader, signal);
  const input = { collection: collection.id, chunker, prefix: passagePrefix, room };
  const lengths = await withDocuments(ports, signal, (worker) => worker.lengths(input, count, countText));
  await storage.artifacts.put(collection.id, key, lengths);
  return lengths;
}

/** Where a chunker cuts one document; with a model's tokenizer where that counts. */
export async function chunkOne(ports: Ports, doc: Doc, chunker: ChunkerSpec): Promise<readonly Span[]> {
  if (chunker.kind === 'whole') return [{ start: 0, end: doc.text.length }];
  const count = await chunkerTokens(ports, chunker, new AbortController().signal);
  return withDocuments(ports, undefined, (worker) => worker.spans({ doc, chunker }, count));
}
