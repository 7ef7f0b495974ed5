import type { AsPlainObject } from 'minisearch';
import { Postings } from '../../domain/retrieval/lexical/postings';

/** The version of MiniSearch's stored form that is read here. */
const SERIALIZATION_VERSION = 2;
/** The field that is indexed, of which there is one. */
const FIELD = 0;

/** What MiniSearch scores by, in typed arrays: its own maps take 20 times as long to go through. */
export interface MiniSearchPostings {
  /** Documents are MiniSearch's short ids; lengths are in distinct terms, as MiniSearch counts them. */
  readonly postings: Postings;
  /** A mean that MiniSearch updates with each passage: the sum of the lengths gives other last digits. */
  readonly averageLength: number;
}

/**
 * Reads an index in its stored form, to which nothing was added after anything was removed.
 *
 * @throws {RangeError} for another version of that form, or parts that do not fit together
 * @throws {TypeError} for what is no such form
 */
export function readMiniSearch(stored: AsPlainObject): MiniSearchPostings {
  const { serializationVersion, documentCount, fieldLength, averageFieldLength } = stored;
  if (serializationVersion !== SERIALIZATION_VERSION)
    throw new RangeError(`MiniSearch's stored form has version ${serializationVersion}`);
  const lengths = new Uint32Array(documentCount);
  for (let doc = 0; doc < documentCount; doc++) lengths[doc] = fieldLength[doc]![FIELD]!;
  const postings = new Postings({ version: 1, lengths, ...readTerms(stored) });
  return { postings, averageLength: averageFieldLength[FIELD] ?? 0 };
}

function readTerms({ index }: AsPlainObject) {
  const termEnds = new Uint32Array(index.length);
  const offsets = new Uint32Array(index.length + 1);
  const collectionFrequencies = new Uint32Array(index.length);
  const held = index.map(([, fields]) => fields[FIELD]!);
  let end = 0;
  index.forEach(([term], id) => {
    termEnds[id] = end += term.length;
    offsets[id + 1] = offsets[id]! + Object.keys(held[id]!).length;
  });
  const docs = new Uint32Array(offsets.at(-1)!);
  const frequencies = new Uint32Array(docs.length);
  let at = 0;
  held.forEach((counts, id) => {
    // Integer keys come in ascending order, as postings stand.
    for (const doc of Object.keys(counts)) {
      const count = counts[doc]!;
      docs[at] = Number(doc);
      frequencies[at++] = count;
      collectionFrequencies[id]! += count;
    }
  });
  const terms = index.map(([term]) => term).join('');
  return { terms, termEnds, offsets, docs, frequencies, collectionFrequencies };
}
