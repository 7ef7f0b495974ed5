import { valueOf } from '../../base/containers';
import { docId, queryId } from '../../base/types';
import { compareBytes } from './order';
import type { PackedRun } from './packed';

/** A line that names a document again for the same question; what stood first counts. */
export interface RepeatedHit {
  readonly query: string;
  readonly doc: string;
  readonly line: number;
}

const FIRST_CAPACITY = 1024;

/** Builds a run from lines in any order. Ids become numbers as they come: a line costs twenty bytes, no object. */
export class RunBuilder {
  readonly #queries = new Map<string, number>();
  readonly #docs = new Map<string, number>();
  #size = 0;
  #query = new Uint32Array(FIRST_CAPACITY);
  #doc = new Uint32Array(FIRST_CAPACITY);
  #line = new Uint32Array(FIRST_CAPACITY);
  #score = new Float64Array(FIRST_CAPACITY);

  query(id: string): number {
    return valueOf(this.#queries, id, () => this.#queries.size);
  }

  doc(id: string): number {
    return valueOf(this.#docs, id, () => this.#docs.size);
  }

  add(query: number, doc: number, score: number, line: number): void {
    const at = this.#size++;
    if (at === this.#query.length) this.#grow();
    this.#query[at] = query;
    this.#doc[at] = doc;
    this.#score[at] = score;
    this.#line[at] = line;
  }

  finish(onRepeated: (hit: RepeatedHit) => void): PackedRun {
    const queries = [...this.#queries.keys()];
    const docs = [...this.#docs.keys()];
    const positions = this.#positions(docs);
    const { rows, offsets } = this.#distinct(queries, docs, onRepeated);
    const [score, doc] = [this.#score, this.#doc];
    const order = (a: number, b: number): number => score[b]! - score[a]! || positions[doc[b]!]! - positions[doc[a]!]!;
    for (let i = 0; i < queries.length; i++) sortUnlessSorted(rows.subarray(offsets[i], offsets[i + 1]), order);
    const sorted: string[] = new Array<string>(docs.length);
    positions.forEach((position, i) => (sorted[position] = docs[i]!));
    const rankings = {
      offsets,
      docs: Uint32Array.from(rows, (row) => positions[doc[row]!]!),
      scores: Float64Array.from(rows, (row) => score[row]!),
    };
    return { queries: queries.map(queryId), docs: sorted.map(docId), rankings };
  }

  #positions(docs: readonly string[]): Uint32Array {
    // Up to U+D7FF the order of UTF-16 units, which engines sort by on their own, is the order of bytes.
    const isPlain = !docs.some((id) => /[\ud800-\uffff]/.test(id));
    const sorted = isPlain ? [...docs].sort() : [...docs].sort(compareBytes);
    const positions = new Uint32Array(docs.length);
    sorted.forEach((id, position) => (positions[this.#docs.get(id)!] = position));
    return positions;
  }

  #distinct(queries: readonly string[], docs: readonly string[], onRepeated: (hit: RepeatedHit) => void): Rows {
    const grouped = this.#grouped(queries.length);
    const seenFor = new Uint32Array(docs.length);
    const offsets = new Uint32Array(queries.length + 1);
    let kept = 0;
    for (let i = 0; i < queries.length; i++) {
      for (let at = grouped.offsets[i]!; at < grouped.offsets[i + 1]!; at++) {
        const row = grouped.rows[at]!;
        const doc = this.#doc[row]!;
        if (seenFor[doc] === i + 1) onRepeated({ query: queries[i]!, doc: docs[doc]!, line: this.#line[row]! });
        else grouped.rows[kept++] = row;
        seenFor[doc] = i + 1;
      }
      offsets[i + 1] = kept;
    }
    return { rows: grouped.rows.subarray(0, kept), offsets };
  }

  #grouped(queries: number): Rows {
    const offsets = new Uint32Array(queries + 1);
    for (let row = 0; row < this.#size; row++) offsets[this.#query[row]! + 1]!++;
    for (let i = 0; i < queries; i++) offsets[i + 1]! += offsets[i]!;
    const next = offsets.slice();
    const rows = new Uint32Array(this.#size);
    for (let row = 0; row < this.#size; row++) rows[next[this.#query[row]!]!++] = row;
    return { rows, offsets };
  }

  #grow(): void {
    this.#query = doubled(this.#query);
    this.#doc = doubled(this.#doc);
    this.#line = doubled(this.#line);
    const scores = new Float64Array(this.#score.length * 2);
    scores.set(this.#score);
    this.#score = scores;
  }
}

/** Rows of each question: `offsets[i] … offsets[i + 1]` are those of question `i`. */
interface Rows {
  readonly rows: Uint32Array;
  readonly offsets: Uint32Array;
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(numbers.length * 2);
  more.set(numbers);
  return more;
}

function sortUnlessSorted(rows: Uint32Array, order: (a: number, b: number) => number): void {
  for (let i = 1; i < rows.length; i++) if (order(rows[i - 1]!, rows[i]!) > 0) return void rows.sort(order);
}
