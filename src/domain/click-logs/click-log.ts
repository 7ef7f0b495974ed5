import { valueOf } from '../../base/containers';
import { GrowingIntegers } from './growing';

/**
 * Lists that were shown, and what was clicked in them. Texts and ids are kept once and named by their positions, since a
 * log has millions of events; who searched is in none of it.
 */
export interface ClickLog {
  /** As they were typed first: two that differ only in case or white space are one. */
  readonly queries: readonly string[];
  readonly docs: readonly string[];
  /** Systems, or arms of an experiment. */
  readonly arms: readonly string[];
  /** By impression, in the order of their times where all have one, else in the order of the files. */
  readonly query: Int32Array;
  /** −1 where the log does not say. */
  readonly arm: Int32Array;
  /** 1 where the passages were put into a random order. */
  readonly randomised: Uint8Array;
  /** Where the passages of each impression begin, and at last their number. An impression without any was asked only. */
  readonly starts: Int32Array;
  /** By passage shown; one impression shows a passage once. */
  readonly doc: Int32Array;
  /** From 1. */
  readonly position: Int32Array;
  /** 1 or 0, however often it was clicked. */
  readonly clicked: Uint8Array;
  /** The arm that it came from, in a list of several (interleaving); −1 where the log does not say. */
  readonly team: Int32Array;
}

export interface ShownPassage {
  readonly doc: string;
  readonly position: number;
  readonly clicked: boolean;
  /** The system that it came from, in a list of several. */
  readonly team?: string | undefined;
}

export interface Impression {
  readonly query: string;
  /** Null where the log does not say. */
  readonly arm: string | null;
  readonly randomised: boolean;
  /** Milliseconds since 1970; NaN where the log does not say. */
  readonly time: number;
  /** Positions from 1, each document once. */
  readonly shown: readonly ShownPassage[];
}

/** Two queries are one where only case and white space tell them apart. */
const keyOf = (query: string): string => query.trim().replace(/\s+/g, ' ').toLowerCase();

/** Names by positions, in the order in which they come. */
export class Names {
  readonly all: string[] = [];
  readonly #positions = new Map<string, number>();
  /** The last one: equal texts mostly stand together, and comparing one is faster than looking it up. */
  #last = '';
  #position = -1;

  /** @param key what tells names apart */
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
  /** By texts as they are typed, which are mostly the same. */
  readonly #typed = new Map<string, number>();
  readonly #docs = new Names();
  readonly #arms = new Names();
  readonly #query = new GrowingIntegers();
  readonly #arm = new GrowingIntegers();
  readonly #randomised = new GrowingIntegers();
  readonly #starts = new GrowingIntegers();
  readonly #doc = new GrowingIntegers();
  readonly #position = new GrowingIntegers();
  readonly #clicked = new GrowingIntegers();
  readonly #team = new GrowingIntegers();
  readonly #times: number[] = [];

  add({ query, arm, randomised, time, shown }: Impression): void {
    this.#query.push(valueOf(this.#typed, query, () => this.#queries.positionOf(query.trim(), keyOf(query))));
    this.#arm.push(arm === null ? -1 : this.#arms.positionOf(arm));
    this.#randomised.push(randomised ? 1 : 0);
    this.#times.push(time);
    this.#starts.push(this.#doc.length);
    for (const { doc, position, clicked, team } of shown) {
      this.#doc.push(this.#docs.positionOf(doc));
      this.#position.push(position);
      this.#clicked.push(clicked ? 1 : 0);
      this.#team.push(team === undefined ? -1 : this.#arms.positionOf(team));
    }
  }

  /** Called once. */
  finish(): ClickLog {
    this.#starts.push(this.#doc.length);
    const log = {
      queries: this.#queries.all,
      docs: this.#docs.all,
      arms: this.#arms.all,
      query: this.#query.finish(),
      arm: this.#arm.finish(),
      randomised: Uint8Array.from(this.#randomised.finish()),
      starts: this.#starts.finish(),
      doc: this.#doc.finish(),
      position: this.#position.finish(),
      clicked: Uint8Array.from(this.#clicked.finish()),
      team: this.#team.finish(),
    };
    const times = this.#times;
    const isInOrder = times.every((time, i) => i === 0 || !(time < times[i - 1]!));
    if (isInOrder || times.some(Number.isNaN)) return log;
    const order = Int32Array.from(times, (_, i) => i).sort((a, b) => times[a]! - times[b]! || a - b);
    return reordered(log, order);
  }
}

function reordered(
  { query, arm, randomised, starts: begins, doc, position, clicked, team, ...names }: ClickLog,
  order: Int32Array,
): ClickLog {
  const starts = new Int32Array(order.length + 1);
  const from = new Int32Array(doc.length);
  let at = 0;
  for (const [i, impression] of order.entries()) {
    for (let s = begins[impression]!; s < begins[impression + 1]!; s++) from[at++] = s;
    starts[i + 1] = at;
  }
  return {
    ...names,
    query: order.map((i) => query[i]!),
    arm: order.map((i) => arm[i]!),
    randomised: Uint8Array.from(order, (i) => randomised[i]!),
    starts,
    doc: from.map((s) => doc[s]!),
    position: from.map((s) => position[s]!),
    clicked: Uint8Array.from(from, (s) => clicked[s]!),
    team: from.map((s) => team[s]!),
  };
}
