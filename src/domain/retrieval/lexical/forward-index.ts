import type { Postings } from './postings';

/** The terms of each document: the inverse of an inverted index. */
export class ForwardIndex {
  /** The terms of document `d` are `offsets[d] … offsets[d + 1]`, ascending. */
  readonly offsets: Uint32Array;
  readonly terms: Uint32Array;
  readonly frequencies: Uint16Array | Uint32Array;

  constructor(postings: Postings) {
    const { docCount, termCount, docs, frequencies } = postings;
    this.offsets = new Uint32Array(docCount + 1);
    for (const doc of docs) this.offsets[doc + 1]!++;
    for (let doc = 0; doc < docCount; doc++) this.offsets[doc + 1]! += this.offsets[doc]!;
    this.terms = new Uint32Array(docs.length);
    this.frequencies = frequencies instanceof Uint16Array ? new Uint16Array(docs.length) : new Uint32Array(docs.length);
    const next = this.offsets.slice();
    for (let term = 0; term < termCount; term++)
      for (let at = postings.offsets[term]!; at < postings.offsets[term + 1]!; at++) {
        const to = next[docs[at]!]!++;
        this.terms[to] = term;
        this.frequencies[to] = frequencies[at]!;
      }
  }
}
