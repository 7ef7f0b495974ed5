/**
 * An inverted index as plain data: typed arrays and one string, which structured clone copies, transfers and stores as
 * they are. Terms are numbered by their first occurrence, documents by the order in which they were added.
 */
export interface StoredPostings {
  readonly version: 1;
  /** All terms, one after another. No separator, so that a term may hold any character. */
  readonly terms: string;
  /** Where each term ends in {@link terms}. */
  readonly termEnds: Uint32Array;
  /** The postings of term `t` are `offsets[t] … offsets[t + 1]`; one entry more than there are terms. */
  readonly offsets: Uint32Array;
  /** The document of each posting, ascending within a term. */
  readonly docs: Uint32Array;
  /** How often the term of each posting occurs in its document: 32 bits only if some document has over 65,535 tokens. */
  readonly frequencies: Uint16Array | Uint32Array;
  /** Tokens of each document, repeats counted; 0 for an empty one. */
  readonly lengths: Uint32Array;
  readonly collectionFrequencies: Uint32Array;
}

/** An inverted index that can be read: {@link StoredPostings} and the numbers of its terms. */
export class Postings {
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly frequencies: Uint16Array | Uint32Array;
  readonly lengths: Uint32Array;
  readonly collectionFrequencies: Uint32Array;
  readonly docCount: number;
  readonly termCount: number;
  /** Tokens of the whole collection, repeats counted. */
  readonly tokenCount: number;
  /** Mean tokens of a document, empty ones counted; 0 where there is no document. */
  readonly averageLength: number;
  private readonly ids: ReadonlyMap<string, number>;

  /** Copies nothing but the terms. @throws {RangeError} if the parts do not fit together, as from another version */
  constructor(stored: StoredPostings) {
    check(stored);
    this.offsets = stored.offsets;
    this.docs = stored.docs;
    this.frequencies = stored.frequencies;
    this.lengths = stored.lengths;
    this.collectionFrequencies = stored.collectionFrequencies;
    this.docCount = stored.lengths.length;
    this.termCount = stored.termEnds.length;
    let tokens = 0;
    for (const length of stored.lengths) tokens += length;
    this.tokenCount = tokens;
    this.averageLength = this.docCount === 0 ? 0 : tokens / this.docCount;
    this.ids = idsOf(stored);
  }

  /** The number of a term, undefined where no document holds it. */
  termId(term: string): number | undefined {
    return this.ids.get(term);
  }

  termTexts(): string[] {
    return [...this.ids.keys()];
  }

  documentFrequency(term: number): number {
    return this.offsets[term + 1]! - this.offsets[term]!;
  }

  /** The place of a document's posting among those of a term, or -1 where it does not hold the term. */
  find(term: number, doc: number): number {
    let low = this.offsets[term]!;
    let high = this.offsets[term + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.docs[middle]! < doc) low = middle + 1;
      else high = middle;
    }
    return low < this.offsets[term + 1]! && this.docs[low] === doc ? low : -1;
  }
}

function idsOf({ terms, termEnds }: StoredPostings): Map<string, number> {
  const ids = new Map<string, number>();
  let start = 0;
  termEnds.forEach((end, id) => {
    ids.set(terms.slice(start, end), id);
    start = end;
  });
  return ids;
}

function check(stored: StoredPostings): void {
  const { version, terms, termEnds, offsets, docs, frequencies, collectionFrequencies } = stored;
  const fits =
    version === 1 &&
    (termEnds.at(-1) ?? 0) === terms.length &&
    offsets.length === termEnds.length + 1 &&
    collectionFrequencies.length === termEnds.length &&
    offsets.at(-1) === docs.length &&
    frequencies.length === docs.length;
  if (!fits) throw new RangeError('the parts of the stored index do not fit together');
}

/** A question: its terms with repeats, or what each of its terms counts, above 0. */
export type Question = readonly string[] | ReadonlyMap<string, number>;

/** What a scorer sees of a question: its distinct terms that some document holds, in the order of the question. */
export interface QuestionTerms {
  readonly ids: Uint32Array;
  /** How often each occurs in the question, or what it counts where that was given. */
  readonly counts: Float64Array;
  /** Sum of {@link counts}: the question's length, without terms that no document holds. */
  readonly length: number;
}

/** What each distinct term counts, in the order of first occurrence. */
export function countTerms(question: Question): ReadonlyMap<string, number> {
  if (question instanceof Map) return question as ReadonlyMap<string, number>;
  const counts = new Map<string, number>();
  for (const term of question as readonly string[]) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function questionTerms(postings: Postings, question: Question): QuestionTerms {
  const ids: number[] = [];
  const counts: number[] = [];
  let length = 0;
  for (const [term, count] of countTerms(question)) {
    const id = postings.termId(term);
    if (id === undefined) continue;
    ids.push(id);
    counts.push(count);
    length += count;
  }
  return { ids: Uint32Array.from(ids), counts: Float64Array.from(counts), length };
}
