import { contentKey, hashText } from '../../base/hash';
import { listKey, listsKey, pacedMap, pacedSort } from './paced';
import { type Pace, pacer } from './pause';
import { compareBytes } from '../../domain/run/order';
import type { CollectionRecord } from '../../contract/storage';
import type { Doc, DocId } from '../../base/types';

/** What a stage's key must know of a collection's documents. */
export interface CorpusIdentity {
  /** Hash of ids, texts and outlines. */
  readonly key: string;
  /** Hash of all metadata; null where there is none. */
  readonly metadataKey: string | null;
  /** Vectors of its passages are pooled from those of whole documents. */
  readonly late?: true;
}

/**
 * The passages of a collection in the order that decides ties: document id descending by bytes. A worker that prefers
 * the lower position among equal scores then breaks ties as trec_eval does, without knowing any id.
 */
export interface Corpus extends CorpusIdentity {
  readonly docs: readonly Doc[];
  readonly ids: readonly DocId[];
  /** Title, a line break and text: what is indexed, embedded and reranked. */
  readonly texts: readonly string[];
  /** Content key of each text. */
  readonly textKeys: readonly string[];
  readonly positions: ReadonlyMap<DocId, number>;
}

/** Long enough that two texts never share one, short enough to keep a key for every pair. */
const TEXT_KEY_LENGTH = 32;

export const textKey = (text: string): string => hashText(text).slice(0, TEXT_KEY_LENGTH);

/** @throws {DOMException} `AbortError` when the signal is aborted */
export async function prepareCorpus(docs: readonly Doc[], signal?: AbortSignal): Promise<Corpus> {
  const pace = pacer(signal);
  const ordered = await pacedSort(docs, (a, b) => compareBytes(b.id, a.id), pace);
  const ids = ordered.map((doc) => doc.id);
  const texts = await pacedMap(ordered, passageText, pace);
  const textKeys = await pacedMap(texts, textKey, pace);
  const positions = new Map<DocId, number>();
  for (const [position, id] of ids.entries()) {
    await pace();
    positions.set(id, position);
  }
  const outlines = ordered.flatMap(({ id, outline }) => (outline ? [[id, outline]] : []));
  // Where documents are cut may follow from their outlines.
  const key = await listsKey({ ids, textKeys, ...(outlines.length > 0 ? { outlines } : {}) }, pace);
  const metadataKey = await metadataKeyOf(ordered, pace);
  return { docs: ordered, ids, texts, textKeys, positions, key, metadataKey };
}

export function passageText(doc: Doc): string {
  return doc.title === '' ? doc.text : `${doc.title}\n${doc.text}`;
}

async function metadataKeyOf(docs: readonly Doc[], pace: Pace): Promise<string | null> {
  const described = docs.flatMap(({ id, metadata }) => (metadata === undefined ? [] : [[id, metadata]]));
  return described.length === 0 ? null : listKey(described, pace);
}

/** The identity of a collection that is kept; one from before metadata was read has none. */
export const identityOf = ({ corpusKey, metadata }: CollectionRecord): CorpusIdentity => ({
  key: corpusKey,
  metadataKey: metadata?.key ?? null,
});

/**
 * Hash of what is read of the documents: of the metadata too where it is read. What reads texts alone keeps its key, and
 * with it all that was computed, whatever the metadata.
 *
 * @param fields names of the fields that are read; none where titles and texts are read whole
 */
export const readKey = ({ key, metadataKey }: CorpusIdentity, fields: readonly string[]): string =>
  fields.length === 0 ? key : contentKey({ corpus: key, metadata: metadataKey });
