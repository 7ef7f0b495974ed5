import type { CollectionRecord } from '../../contract/storage';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import type { Doc, Span } from '../../base/types';
import { chunkerInputs } from '../run/chunking-size';
import { identityOf, passageText, readKey } from '../kernel/corpus';
import { cutDocuments } from '../kernel/chunk-documents';
import { tokenizerRequest } from '../kernel/model-request';
import { pacer } from '../kernel/pause';
import type { Ports } from '../kernel/ports';
import { stageKey } from '../run/stage-context';

/** How passages fit into an embedding model. */
export interface PassageLengths {
  readonly passages: number;
  /** Of all passages, with what stands before each. */
  readonly characters: number;
  /** Passages that the model reads only the beginning of. None where it reads whole documents, by windows. */
  readonly longer: number;
}

/** The model that passages are held against. */
export type Reader = Pick<DenseSpec, 'model' | 'revision' | 'maxTokens' | 'passagePrefix'>;

/** Tokens that a model puts around a text, as `[CLS]` and `[SEP]`. */
export const SPECIAL_TOKENS = 2;

/** Characters that are counted in one call, about. */
const BATCH_CHARACTERS = 100_000;

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
  const docs = await storage.collections.docs(collection.id);
  const passages = chunker.kind === 'whole' ? docs : (await cutDocuments(ports, docs, chunker, signal)).passages;
  const late = chunker.kind !== 'whole' && chunker.late === true;
  const lengths: PassageLengths = {
    passages: passages.length,
    characters: passages.reduce((sum, passage) => sum + passageText(passage).length, 0),
    longer: late ? 0 : await countLonger(ports, passages, reader, signal),
  };
  await storage.artifacts.put(collection.id, key, lengths);
  return lengths;
}

async function countLonger(
  ports: Ports,
  passages: readonly Doc[],
  { passagePrefix, ...reader }: Reader,
  signal: AbortSignal,
): Promise<number> {
  const room = reader.maxTokens - SPECIAL_TOKENS;
  const request = await tokenizerRequest(ports, reader);
  const pace = pacer(signal);
  let longer = 0;
  let batch: string[] = [];
  let characters = 0;
  const count = async (): Promise<void> => {
    if (batch.length === 0) return;
    // Not with the signal: an abort in mid-call ends the worker, in which a run may be embedding.
    const tokens = await ports.encoder.with().countTokens({ ...request, texts: batch });
    longer += tokens.filter((each) => each > room).length;
    [batch, characters] = [[], 0];
    signal.throwIfAborted();
  };
  for (const passage of passages) {
    await pace();
    const text = passagePrefix + passageText(passage);
    if (isShort(text, room)) continue;
    batch.push(text);
    characters += text.length;
    if (characters >= BATCH_CHARACTERS) await count();
  }
  await count();
  return longer;
}

/** Whether a text cannot be too long: of ASCII, which no tokenizer expands, with fewer characters than tokens fit. */
const isShort = (text: string, room: number): boolean => text.length < room && /^[\t\n\r -~]*$/.test(text);

/** Where a chunker cuts one document; with a model's tokenizer where that counts. */
export async function cutOne(ports: Ports, doc: Doc, chunker: ChunkerSpec): Promise<readonly Span[]> {
  if (chunker.kind === 'whole') return [{ start: 0, end: doc.text.length }];
  const { chunks } = await cutDocuments(ports, [doc], chunker, new AbortController().signal);
  return chunks.map(({ place: { start, end } }) => ({ start, end }));
}
