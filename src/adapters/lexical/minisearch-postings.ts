import MiniSearch, { type AsPlainObject } from 'minisearch';
import { Postings } from '../../domain/retrieval/lexical/postings';
import type { Analyzer } from '../../domain/text/plain-text';

/** The field that is indexed, of which there is one. */
const FIELD = 0;

interface Entry {
  readonly id: number;
  readonly text: string;
}

/** What MiniSearch scores by, in typed arrays. Documents are its short ids, which count from 0 as long as none is removed. */
export interface MiniSearchPostings {
  /** Terms in MiniSearch's order; lengths in distinct terms, as MiniSearch counts them. */
  readonly postings: Postings;
  /** MiniSearch keeps it up with each passage, so that its last digits are not those of sum by count. */
  readonly averageLength: number;
}

/** MiniSearch itself, for as long as passages are added. */
export class MiniSearchBuilder extends MiniSearch<Entry> {
  /** The analyzer gives final terms, so MiniSearch's own term processing is switched off. */
  constructor(analyze: Analyzer) {
    super({ fields: ['text'], tokenize: analyze, processTerm: (term: string) => term });
  }

  addTexts(texts: readonly string[]): void {
    const first = this._documentCount;
    this.addAll(texts.map((text, i) => ({ id: first + i, text })));
  }

  postings(): MiniSearchPostings {
    const lengths = Uint32Array.from(this._fieldLength.values(), (ofFields) => ofFields[FIELD]!);
    const terms = Array.from(this._index, ([term, fields]) => [term, fields.get(FIELD)!] as const);
    return { postings: postingsOf(lengths, terms), averageLength: this._avgFieldLength[FIELD] ?? 0 };
  }
}

/** The version of MiniSearch's stored form that is read and written here. */
const SERIALIZATION_VERSION = 2;

/**
 * @throws {RangeError} for another version of MiniSearch's stored form, or parts that do not fit together
 * @throws {TypeError} for what is no such form
 */
export function readStored(stored: AsPlainObject): MiniSearchPostings {
  const { serializationVersion, documentCount, fieldLength, averageFieldLength, index } = stored;
  if (serializationVersion !== SERIALIZATION_VERSION)
    throw new RangeError(`MiniSearch's stored form has version ${serializationVersion}`);
  const lengths = Uint32Array.from({ length: documentCount }, (_, doc) => fieldLength[doc]![FIELD]!);
  const terms = index.map(([term, fields]) => {
    const counts = fields[FIELD]!;
    // Integer keys come in ascending order, as postings stand.
    const docs = Object.keys(counts);
    return [
      term,
      { size: docs.length, entries: () => docs.map((doc) => [Number(doc), counts[doc]!] as const) },
    ] as const;
  });
  return { postings: postingsOf(lengths, terms), averageLength: averageFieldLength[FIELD] ?? 0 };
}

/** Documents that hold a term, ascending, each with how often. */
interface Holding {
  readonly size: number;
  entries(): Iterable<readonly [number, number]>;
}

function postingsOf(lengths: Uint32Array, terms: readonly (readonly [string, Holding])[]): Postings {
  const termEnds = new Uint32Array(terms.length);
  const offsets = new Uint32Array(terms.length + 1);
  const collectionFrequencies = new Uint32Array(terms.length);
  terms.forEach(([term, { size }], id) => {
    termEnds[id] = (termEnds[id - 1] ?? 0) + term.length;
    offsets[id + 1] = offsets[id]! + size;
  });
  const docs = new Uint32Array(offsets.at(-1)!);
  const frequencies = new Uint32Array(docs.length);
  let at = 0;
  terms.forEach(([, holding], id) => {
    for (const [doc, count] of holding.entries()) {
      docs[at] = doc;
      frequencies[at++] = count;
      collectionFrequencies[id]! += count;
    }
  });
  const joined = terms.map(([term]) => term).join('');
  return new Postings({
    version: 1,
    terms: joined,
    termEnds,
    offsets,
    docs,
    frequencies,
    lengths,
    collectionFrequencies,
  });
}

/** Characters that are written at a time. */
const PIECE = 2 ** 20;

/** MiniSearch's stored form, character by character what its `toJSON` gives, in pieces: its objects take ten times that. */
export function* storedPieces({ postings, averageLength }: MiniSearchPostings): Generator<string> {
  const { docCount, lengths } = postings;
  const docs = Array.from(lengths.keys());
  const averages = docCount === 0 ? '' : averageLength;
  yield `{"documentCount":${docCount},"nextId":${docCount}`;
  yield `,"documentIds":{${docs.map((doc) => `"${doc}":${doc}`).join(',')}},"fieldIds":{"text":${FIELD}}`;
  yield `,"fieldLength":{${docs.map((doc) => `"${doc}":[${lengths[doc]}]`).join(',')}}`;
  yield `,"averageFieldLength":[${averages}],"storedFields":{},"dirtCount":0,"index":[`;
  let piece = '';
  for (const [id, term] of postings.termTexts().entries()) {
    piece += `${id === 0 ? '' : ','}[${JSON.stringify(term)},{"${FIELD}":{${holdingText(postings, id)}}}]`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}],"serializationVersion":${SERIALIZATION_VERSION}}`;
}

function holdingText({ offsets, docs, frequencies }: Postings, id: number): string {
  const texts: string[] = [];
  for (let at = offsets[id]!; at < offsets[id + 1]!; at++) texts.push(`"${docs[at]}":${frequencies[at]}`);
  return texts.join(',');
}
