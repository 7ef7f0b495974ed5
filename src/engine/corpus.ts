import { contentKey, hashText } from '../domain/spec/hash';
import { compareBytes } from '../domain/run/order';
import type { Doc, DocId } from '../domain/types';

/**
 * The passages of a collection in the order that decides ties: document id descending by bytes. A worker that prefers
 * the lower position among equal scores then breaks ties as trec_eval does, without knowing any id.
 */
export interface Corpus {
  readonly ids: readonly DocId[];
  /** Title, a line break and text: what is indexed, embedded and reranked. */
  readonly texts: readonly string[];
  /** Content key of each text. */
  readonly textKeys: readonly string[];
  readonly positions: ReadonlyMap<DocId, number>;
  /** Hash of ids and texts. */
  readonly key: string;
}

/** Long enough that two texts never share one, short enough to keep a key for every pair. */
const TEXT_KEY_LENGTH = 32;

export const textKey = (text: string): string => hashText(text).slice(0, TEXT_KEY_LENGTH);

export function prepareCorpus(docs: readonly Doc[]): Corpus {
  const ordered = [...docs].sort((a, b) => compareBytes(b.id, a.id));
  const ids = ordered.map((doc) => doc.id);
  const texts = ordered.map(passageText);
  const textKeys = texts.map(textKey);
  const positions = new Map(ids.map((id, position) => [id, position]));
  return { ids, texts, textKeys, positions, key: contentKey({ ids, textKeys }) };
}

export function passageText(doc: Doc): string {
  return doc.title === '' ? doc.text : `${doc.title}\n${doc.text}`;
}
