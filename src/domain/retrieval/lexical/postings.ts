import { firstWhere, tally } from '../../../base/containers';
/** An inverted index as plain data, which structured clone transfers. Terms are numbered by first occurrence. */
export interface StoredPostings {
  readonly version: 1;
  /** All terms, one after another. No separator, so that a term may hold any character. */
  readonly terms: string;
  readonly termEnds: Uint32Array;
  /** The postings of term `t` are `offsets[t] … offsets[t + 1]`; one entry more than there are terms. */
  readonly offsets: Uint32Array;
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

  termId(term: string): number | undefined {
    return this.ids.get(term);
  }

  termTexts(): string[] {
    return [...this.ids.keys()];
  }

  documentFrequency(term: number): number {
    return this.offsets[term + 1]! - this.offsets[term]!;
  }

  /** -1 where the document does not hold the term. */
  find(term: number, doc: number): number {
    const from = this.offsets[term]!;
    const at = from + firstWhere(this.documentFrequency(term), (i) => this.docs[from + i]! >= doc);
    return at < this.offsets[term + 1]! && this.docs[at] === doc ? at : -1;
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

export interface QuestionTerms {
  readonly ids: Uint32Array;
  /** How often each occurs in the question, or what it counts where that was given. */
  readonly counts: Float64Array;
  /** Sum of {@link counts}: the question's length, without terms that no document holds. */
  readonly length: number;
}

export function countTerms(question: Question): ReadonlyMap<string, number> {
  if (question instanceof Map) return question as ReadonlyMap<string, number>;
  return tally(question as readonly string[]);
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

const FIRST_CAPACITY = 1024;
const LONGEST_FOR_16_BITS = 0xffff;

/** Six bytes a posting, put in the order of terms by a counting sort; an object each would take ten times that. */
export class PostingsBuilder {
  private readonly ids = new Map<string, number>();
  private postingTerms: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  private postingCounts: Uint16Array | Uint32Array = new Uint16Array(FIRST_CAPACITY);
  private postingCount = 0;
  /** By term: 1 + the place of its latest posting, so that a repeat within a document finds it. */
  private latest: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  /** By document: where its postings end, and its tokens. */
  private ends: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  private lengths: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  private docs = 0;

  get docCount(): number {
    return this.docs;
  }

  add(documents: readonly (readonly string[])[]): void {
    this.ends = grown(this.ends, this.docs + documents.length);
    this.lengths = grown(this.lengths, this.docs + documents.length);
    for (const terms of documents) {
      this.addPostings(terms);
      this.lengths[this.docs] = terms.length;
      this.ends[this.docs++] = this.postingCount;
    }
  }

  /** The index of what was added so far. The builder stays as it is, and more can be added. */
  finish(): StoredPostings {
    const { ids, docs: docCount } = this;
    const offsets = this.countedOffsets();
    const docs = new Uint32Array(this.postingCount);
    const frequencies = narrowest(this.postingCounts, this.postingCount);
    const collectionFrequencies = new Uint32Array(ids.size);
    const next = offsets.slice();
    let at = 0;
    for (let doc = 0; doc < docCount; doc++) {
      for (const end = this.ends[doc]!; at < end; at++) {
        const term = this.postingTerms[at]!;
        const count = this.postingCounts[at]!;
        const place = next[term]!++;
        docs[place] = doc;
        frequencies[place] = count;
        collectionFrequencies[term]! += count;
      }
    }
    const lengths = this.lengths.slice(0, docCount);
    return { version: 1, ...joined(ids), offsets, docs, frequencies, lengths, collectionFrequencies };
  }

  private addPostings(terms: readonly string[]): void {
    this.reserve(terms.length);
    const { ids, postingTerms, postingCounts, latest } = this;
    const first = this.postingCount;
    let next = first;
    for (const text of terms) {
      let term = ids.get(text);
      if (term === undefined) {
        term = ids.size;
        ids.set(text, term);
      }
      const place = latest[term]!;
      if (place > first) postingCounts[place - 1]!++;
      else {
        postingTerms[next] = term;
        postingCounts[next] = 1;
        latest[term] = ++next;
      }
    }
    this.postingCount = next;
  }

  private reserve(tokens: number): void {
    if (tokens > LONGEST_FOR_16_BITS && this.postingCounts instanceof Uint16Array)
      this.postingCounts = Uint32Array.from(this.postingCounts);
    this.postingTerms = grown(this.postingTerms, this.postingCount + tokens);
    this.postingCounts =
      this.postingCounts instanceof Uint16Array
        ? grown(this.postingCounts, this.postingCount + tokens)
        : grown(this.postingCounts, this.postingCount + tokens);
    this.latest = grown(this.latest, this.ids.size + tokens);
  }

  private countedOffsets(): Uint32Array {
    const offsets = new Uint32Array(this.ids.size + 1);
    for (let at = 0; at < this.postingCount; at++) offsets[this.postingTerms[at]! + 1]!++;
    for (let term = 0; term < this.ids.size; term++) offsets[term + 1]! += offsets[term]!;
    return offsets;
  }
}

function grown<T extends Uint16Array | Uint32Array>(values: T, needed: number): T {
  if (needed <= values.length) return values;
  const room = Math.max(needed, Math.ceil(values.length * 1.5));
  const longer = values instanceof Uint16Array ? new Uint16Array(room) : new Uint32Array(room);
  longer.set(values);
  return longer as T;
}

function narrowest(counts: Uint16Array | Uint32Array, length: number): Uint16Array | Uint32Array {
  return counts instanceof Uint16Array ? new Uint16Array(length) : new Uint32Array(length);
}

function joined(ids: ReadonlyMap<string, number>): Pick<StoredPostings, 'terms' | 'termEnds'> {
  const termEnds = new Uint32Array(ids.size);
  const texts = [...ids.keys()];
  let end = 0;
  texts.forEach((text, id) => (termEnds[id] = end += text.length));
  return { terms: texts.join(''), termEnds };
}
