import MiniSearch, { type AsPlainObject } from 'minisearch';
import { countTerms, Postings } from '../../domain/retrieval/lexical/postings';
import type { Analyzer } from '../../domain/text/plain-text';
import { type ScoredDoc, TopK } from '../../domain/retrieval/top-k';
import type { ExplainedTerm, WordExplanation } from '../../domain/retrieval/lexical/search';
import type { MiniSearchSpec, WordSpec } from '../../domain/retrieval/retriever-spec';
import type { KeptIndex } from '../../contract/workers';

const FIELD = 0;

export interface MiniSearchPostings {
  /** Terms in MiniSearch's order; lengths in distinct terms, as MiniSearch counts them. */
  readonly postings: Postings;
  /** MiniSearch keeps it up with each passage, so that its last digits are not those of sum by count. */
  readonly averageLength: number;
}

export class MiniSearchBuilder extends MiniSearch<{ readonly id: number; readonly text: string }> {
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

function readStored(stored: AsPlainObject): MiniSearchPostings {
  const { serializationVersion, documentCount, fieldLength, averageFieldLength, index } = stored;
  if (serializationVersion !== SERIALIZATION_VERSION)
    throw new RangeError(`MiniSearch's stored form has version ${serializationVersion}`);
  const lengths = Uint32Array.from({ length: documentCount }, (_, doc) => fieldLength[doc]![FIELD]!);
  const terms = index.map(([term, fields]) => {
    const counts = fields[FIELD]!;
    const docs = Object.keys(counts);
    return [
      term,
      { size: docs.length, entries: () => docs.map((doc) => [Number(doc), counts[doc]!] as const) },
    ] as const;
  });
  return { postings: postingsOf(lengths, terms), averageLength: averageFieldLength[FIELD] ?? 0 };
}

type Holding = { readonly size: number; entries(): Iterable<readonly [number, number]> };

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

const PIECE = 2 ** 20;

/** MiniSearch's stored form, character by character what its `toJSON` gives, in pieces: its objects take ten times that. */
function* storedPieces({ postings, averageLength }: MiniSearchPostings): Generator<string> {
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

/**
 * MiniSearch's scores to the last bit: the sum of `ln(1 + (N − n + ½) / (n + ½)) · (δ + tf (k + 1) / (tf + k (1 − b + b
 * |d| / avg)))` for each time the question holds a term, multiplied by the number of distinct terms matched.
 */
class MiniSearchScores {
  /** `k (1 − b + b |d| / avg)` of each passage. */
  private readonly norms: Float64Array;
  private readonly sums: Float64Array;
  private readonly matched: Uint32Array;

  constructor(
    private readonly index: MiniSearchPostings,
    private readonly spec: MiniSearchSpec,
  ) {
    const { postings, averageLength } = index;
    const { k1: k, b } = spec;
    this.norms = Float64Array.from(postings.lengths, (length) => k * (1 - b + (b * length) / averageLength));
    this.sums = new Float64Array(postings.docCount);
    this.matched = new Uint32Array(postings.docCount);
  }

  search(terms: readonly string[], depth: number): ScoredDoc[] {
    const { sums, matched, index } = this;
    const asked = new Set<number>();
    for (const term of terms) {
      const id = index.postings.termId(term);
      if (id === undefined) continue;
      this.add(id, asked.has(id) ? 0 : 1);
      asked.add(id);
    }
    const best = new TopK(Math.min(depth, sums.length));
    let { floor } = best;
    for (let doc = 0; doc < sums.length; doc++) {
      if (matched[doc] === 0) continue;
      const score = this.scored(sums[doc]!, matched[doc]!);
      if (score <= floor) continue;
      best.offer(doc, score);
      floor = best.floor;
    }
    sums.fill(0);
    matched.fill(0);
    return best.drain();
  }

  termScore(term: string, doc: number): { readonly score: number; readonly documents: number } {
    const { postings } = this.index;
    const id = postings.termId(term);
    if (id === undefined) return { score: 0, documents: 0 };
    const at = postings.find(id, doc);
    const score = at < 0 ? 0 : this.rarity(id) * this.saturation(postings.frequencies[at]!, this.norms[doc]!);
    return { score, documents: postings.documentFrequency(id) };
  }

  private add(id: number, first: number): void {
    const { sums, matched, norms } = this;
    const { offsets, docs, frequencies } = this.index.postings;
    const rarity = this.rarity(id);
    for (let at = offsets[id]!, end = offsets[id + 1]!; at < end; at++) {
      const doc = docs[at]!;
      sums[doc]! += rarity * this.saturation(frequencies[at]!, norms[doc]!);
      matched[doc]! += first;
    }
  }

  private rarity(id: number): number {
    const documents = this.index.postings.documentFrequency(id);
    return Math.log(1 + (this.index.postings.docCount - documents + 0.5) / (documents + 0.5));
  }

  private saturation(frequency: number, norm: number): number {
    const { k1: k, delta } = this.spec;
    return delta + (frequency * (k + 1)) / (frequency + norm);
  }

  /** MiniSearch's own factor is divided out, not left out: that may change the last digit, which a cached list has. */
  private scored(sum: number, matched: number): number {
    const own = sum * matched;
    return this.spec.score === 'times-matched-terms' ? own : own / matched;
  }
}

/** Each term's BM25+ part, times the matched terms where the spec keeps that factor. */
function explainOne(
  scores: MiniSearchScores,
  analyze: Analyzer,
  question: string,
  { doc, indexed }: { readonly doc: number; readonly indexed: string },
  { score: kind }: MiniSearchSpec,
): WordExplanation {
  const held = countTerms(analyze(indexed));
  const asked = [...countTerms(analyze(question))];
  const matched = asked.filter(([term]) => held.has(term)).length;
  const factor = kind === 'times-matched-terms' ? matched : 1;
  const terms = asked.map(([term, inQuestion]): ExplainedTerm => {
    const { score, documents } = scores.termScore(term, doc);
    return {
      term,
      inQuestion,
      added: false,
      inDocument: held.get(term) ?? 0,
      documents,
      share: inQuestion * score * factor,
    };
  });
  return { score: terms.reduce((sum, { share }) => sum + share!, 0), terms };
}

export interface WordIndex {
  add(texts: readonly string[]): void;
  serialise(): KeptIndex | null;
  /** @throws {TypeError} where another kind of index is open than the spec searches */
  searcher(spec: WordSpec): (question: string, depth: number) => ScoredDoc[];
  explainer(spec: WordSpec): (question: string, doc: number, indexed: string) => WordExplanation;
}

/** Characters of the longest string that V8 holds: a longer index could not be read again. */
const LONGEST = 2 ** 29 - 24;

export function createMiniSearch(analyze: Analyzer): WordIndex {
  return wordIndex(analyze, new MiniSearchBuilder(analyze));
}

export async function openMiniSearch(kept: KeptIndex, analyze: Analyzer): Promise<WordIndex | null> {
  if (!(kept instanceof Blob)) return null;
  try {
    return wordIndex(analyze, readStored(JSON.parse(await kept.text()) as AsPlainObject));
  } catch {
    return null;
  }
}

function wordIndex(analyze: Analyzer, from: MiniSearchBuilder | MiniSearchPostings): WordIndex {
  let index = from;
  const finish = (): MiniSearchPostings => (index instanceof MiniSearchBuilder ? (index = index.postings()) : index);
  const scoresOf = (spec: WordSpec): { readonly spec: MiniSearchSpec; readonly scores: MiniSearchScores } => {
    if (spec.kind !== 'minisearch') throw new TypeError(`a MiniSearch index is searched as ${spec.kind}`);
    return { spec, scores: new MiniSearchScores(finish(), spec) };
  };
  return {
    add(texts) {
      if (!(index instanceof MiniSearchBuilder))
        throw new Error('passages are added to an index that is searched already');
      index.addTexts(texts);
    },
    serialise() {
      const pieces = [...storedPieces(finish())];
      const characters = pieces.reduce((sum, piece) => sum + piece.length, 0);
      return characters > LONGEST ? null : new Blob(pieces, { type: 'application/json' });
    },
    searcher(asked) {
      const { scores } = scoresOf(asked);
      return (question, depth) => scores.search(analyze(question), depth);
    },
    explainer(asked) {
      const { spec, scores } = scoresOf(asked);
      return (question, doc, indexed) => explainOne(scores, analyze, question, { doc, indexed }, spec);
    },
  };
}
