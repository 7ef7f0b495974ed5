import type { LexicalSpec, TermGraphSpec } from '../retriever-spec';
import { DEFAULT_WALK, TermGraph } from '../graph/term-graph';
import type { ScoredDoc } from '../exact-search';
import { changeQuestions, ForwardIndex } from './changed-questions';
import { type Postings, type StoredPostings, questionTerms } from './postings';
import { LexicalSearch } from './search';

/** Finds the best `depth` documents for the terms of a question, best first, ties by lower position. */
type SearchWords = (terms: readonly string[], depth: number) => ScoredDoc[];

/** Makes a retriever over a word index ready: what it needs to know of the whole collection is computed here, once. */
export function openWords(postings: Postings, spec: LexicalSpec | TermGraphSpec): SearchWords {
  return spec.kind === 'lexical' ? openLexical(postings, spec) : openTermGraph(postings, spec);
}

function openLexical(postings: Postings, { scorer, question }: LexicalSpec): SearchWords {
  const search = new LexicalSearch(postings, scorer);
  const change = changeQuestions(postings, search, question, scorer.kind === 'query-likelihood');
  return (terms, depth) => search.search(change(terms), depth);
}

/** A term weighs tf · idf in a passage, idf in a question, with Lucene's idf, which is never negative. */
function openTermGraph(postings: Postings, { termsPerPassage, mostPassages, damping }: TermGraphSpec): SearchWords {
  const { docCount } = postings;
  const idf = (term: number): number => {
    const df = postings.documentFrequency(term);
    return Math.log(1 + (docCount - df + 0.5) / (df + 0.5));
  };
  const { offsets, terms, frequencies } = new ForwardIndex(postings);
  const weights = Float64Array.from(terms, (term, i) => frequencies[i]! * idf(term));
  const graph = new TermGraph({ offsets, terms, weights }, { termsPerPassage, mostPassages });
  return (asked, depth) => {
    const { ids, counts } = questionTerms(postings, asked);
    const start = Array.from(ids, (term, i) => [term, counts[i]! * idf(term)] as const);
    return graph.search(start, depth, { ...DEFAULT_WALK, damping });
  };
}

const FIRST_CAPACITY = 1024;
const LONGEST_FOR_16_BITS = 0xffff;

/**
 * Builds an inverted index of documents given as terms; the sizes of batches do not change it. Postings are written
 * document by document, six bytes each, in arrays that grow by half; at the end a counting sort puts them in the order
 * of terms. An object or an array for each posting or term would take ten times the memory.
 */
export class PostingsBuilder {
  private readonly ids = new Map<string, number>();
  /** Term and frequency of each posting, in the order of documents. */
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

  /** Adds documents at the next positions, each as its terms, with repeats; none for an empty document. */
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

  /** Room for a document, so that the loop over its terms need not look. */
  private reserve(tokens: number): void {
    // A term cannot occur more often than the document is long.
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

/** `values`, or a longer copy that has room for `needed`. */
function grown<T extends Uint16Array | Uint32Array>(values: T, needed: number): T {
  if (needed <= values.length) return values;
  const room = Math.max(needed, Math.ceil(values.length * 1.5));
  const longer = values instanceof Uint16Array ? new Uint16Array(room) : new Uint32Array(room);
  longer.set(values);
  // The compiler cannot see that the copy has the width of the original.
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
