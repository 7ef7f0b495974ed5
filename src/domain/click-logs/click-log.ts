import { valueOf } from '../../base/containers';

export class GrowingIntegers {
  #values = new Int32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Int32Array(2 * this.#length);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length++] = value;
  }

  finish(): Int32Array {
    return this.#values.slice(0, this.#length);
  }
}

/** Texts and ids are kept once and named by positions; who searched is in none of it. */
export interface ClickLog {
  readonly queries: readonly string[];
  readonly docs: readonly string[];
  readonly query: Int32Array;
  readonly starts: Int32Array;
  /** By passage shown; one impression shows a passage once. */
  readonly doc: Int32Array;
  readonly position: Int32Array;
  readonly clicked: Uint8Array;
}

export interface ShownPassage {
  readonly doc: string;
  readonly position: number;
  readonly clicked: boolean;
}

export interface Impression {
  readonly query: string;
  readonly shown: readonly ShownPassage[];
}

/** Two queries are one where only case and white space tell them apart. */
const keyOf = (query: string): string => query.trim().replace(/\s+/g, ' ').toLowerCase();

export class Names {
  readonly all: string[] = [];
  readonly #positions = new Map<string, number>();
  /** The last one: equal texts mostly stand together, and comparing one is faster than looking it up. */
  #last = '';
  #position = -1;

  positionOf(name: string, key = name): number {
    if (this.#position >= 0 && key === this.#last) return this.#position;
    let at = this.#positions.get(key);
    if (at === undefined) {
      at = this.all.push(name) - 1;
      this.#positions.set(key, at);
    }
    this.#last = key;
    this.#position = at;
    return at;
  }
}

export class ClickLogBuilder {
  readonly #queries = new Names();
  readonly #typed = new Map<string, number>();
  readonly #docs = new Names();
  readonly #query = new GrowingIntegers();
  readonly #starts = new GrowingIntegers();
  readonly #doc = new GrowingIntegers();
  readonly #position = new GrowingIntegers();
  readonly #clicked = new GrowingIntegers();

  add({ query, shown }: Impression): void {
    this.#query.push(valueOf(this.#typed, query, () => this.#queries.positionOf(query.trim(), keyOf(query))));
    this.#starts.push(this.#doc.length);
    for (const { doc, position, clicked } of shown) {
      this.#doc.push(this.#docs.positionOf(doc));
      this.#position.push(position);
      this.#clicked.push(clicked ? 1 : 0);
    }
  }

  finish(): ClickLog {
    this.#starts.push(this.#doc.length);
    return {
      queries: this.#queries.all,
      docs: this.#docs.all,
      query: this.#query.finish(),
      starts: this.#starts.finish(),
      doc: this.#doc.finish(),
      position: this.#position.finish(),
      clicked: Uint8Array.from(this.#clicked.finish()),
    };
  }
}
