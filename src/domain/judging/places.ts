import { valueOf } from '../../base/containers';
import { chunkId, placeOf } from '../chunk/recursive';
import { SAME_PLACE, VisibleText } from '../chunk/spans';
import type { Doc, DocId, Judgment, Span } from '../../base/types';
import { mixed } from '../statistics/random';

/** What can be judged: a part of a document, or the whole of it where the span is null. */
export interface JudgedPlace {
  readonly doc: DocId;
  readonly span: Span | null;
}

/** One text a place. A name of a part ends with a number, and that of a whole document does not: they cannot collide. */
export const placeKey = ({ doc, span }: JudgedPlace): string => (span ? chunkId(doc, span) : `${doc}#`);

export const judgedKey = ({ doc, span }: Pick<Judgment, 'doc' | 'span'>) => placeKey({ doc, span: span ?? null });

export const opinionKey = ({ query, doc, span }: Pick<Judgment, 'query' | 'doc'> & { span?: Span | null }): string =>
  JSON.stringify([query, placeKey({ doc, span: span ?? null })]);

export class Places {
  private readonly inks = new Map<DocId, VisibleText>();

  /** @param docs empty where a collection has judgments and runs alone */
  constructor(private readonly docs: ReadonlyMap<DocId, Pick<Doc, 'text'>>) {}

  /** The place of a retrieved id. A document's id may look like a part's: documents of the collection come first. */
  of(id: DocId): JudgedPlace {
    const place = this.docs.has(id) ? null : placeOf(id);
    if (!place || !this.docs.has(place.doc)) return { doc: id, span: null };
    return { doc: place.doc, span: { start: place.start, end: place.end } };
  }

  textOf({ doc, span }: JudgedPlace): string | null {
    const text = this.docs.get(doc)?.text;
    return text === undefined ? null : span ? text.slice(span.start, span.end) : text;
  }

  /** Characters that are not white space. */
  inkOf(place: JudgedPlace): number {
    return this.ink(place.doc).of(this.spanOf(place));
  }

  /** What two places share, as a share of the shorter one; 1 for the same place, 0 in different documents. */
  overlap(a: JudgedPlace, b: JudgedPlace): number {
    if (a.doc !== b.doc) return 0;
    if (placeKey(a) === placeKey(b)) return 1;
    return this.ink(a.doc).overlap(this.spanOf(a), this.spanOf(b));
  }

  areSame(a: JudgedPlace, b: JudgedPlace): boolean {
    return this.overlap(a, b) >= SAME_PLACE;
  }

  private spanOf({ doc, span }: JudgedPlace): Span {
    return span ?? { start: 0, end: this.docs.get(doc)?.text.length ?? 0 };
  }

  private ink(doc: DocId): VisibleText {
    return valueOf(this.inks, doc, () => new VisibleText(this.docs.get(doc)?.text ?? ''));
  }
}

/** Characters of a shingle. */
const SHINGLE = 5;
/** Hashes that are compared before shingles are. */
const HASHES = 16;
/** Of 16 hashes of two sets with a Jaccard index of .9, 10 agree but for one time in 2,000. */
const MAX_COPIES = 10;
/** Jaccard index from which two texts are copies. */
const ALIKE = 0.9;

interface Sketch {
  readonly folded: string;
  /** The numbers in it: texts that differ in a number say different things, however alike they are. */
  readonly numbers: string;
  hashes: Uint32Array | null;
}

/** Same numbers, and equal after folding or nine of ten shingles alike (Broder 1997). */
export class Copies {
  private readonly sketches = new Map<string, Sketch>();

  constructor(private readonly places: Places) {}

  areCopies(a: JudgedPlace, b: JudgedPlace): boolean {
    const [first, second] = [this.sketch(a), this.sketch(b)];
    if (first.folded === '' || first.numbers !== second.numbers) return false;
    if (first.folded === second.folded) return true;
    const [short, long] = [first.folded.length, second.folded.length].sort((x, y) => x - y) as [number, number];
    // Sets of which one is less than nine tenths of the other cannot be alike; shingles that repeat leave some room.
    if (short < SHINGLE * 2 || short < long * ALIKE * 0.9) return false;
    const [left, right] = [hashesOf(first), hashesOf(second)];
    const agreeing = left.reduce((count, hash, i) => count + Number(hash === right[i]), 0);
    return agreeing >= MAX_COPIES && jaccardIndex(shinglesOf(first.folded), shinglesOf(second.folded)) >= ALIKE;
  }

  private sketch(place: JudgedPlace): Sketch {
    return valueOf(this.sketches, placeKey(place), () => sketchOf(this.places.textOf(place) ?? ''));
  }
}

function sketchOf(text: string): Sketch {
  const normal = text.normalize('NFKC').toLowerCase();
  return {
    folded: normal.replace(/[\s\p{P}\p{S}]+/gu, ''),
    numbers: (normal.match(/\p{N}+/gu) ?? []).join(' '),
    hashes: null,
  };
}

/** The least hash of all shingles under each of some hash functions. */
function hashesOf(sketch: Sketch): Uint32Array {
  if (sketch.hashes) return sketch.hashes;
  const least = new Uint32Array(HASHES).fill(0xffffffff);
  for (let at = 0; at + SHINGLE <= sketch.folded.length; at++) {
    let hash = 0x811c9dc5;
    for (let i = at; i < at + SHINGLE; i++) hash = Math.imul(hash ^ sketch.folded.charCodeAt(i), 0x01000193);
    for (let i = 0; i < HASHES; i++) {
      const word = mixed(hash + Math.imul(i, 0x9e3779b9));
      if (word < least[i]!) least[i] = word;
    }
  }
  return (sketch.hashes = least);
}

function shinglesOf(text: string): ReadonlySet<string> {
  return new Set(Array.from({ length: Math.max(0, text.length - SHINGLE + 1) }, (_, i) => text.slice(i, i + SHINGLE)));
}

/** Shared share of two sets, |A ∩ B| / |A ∪ B|; 1 for two empty ones. Jaccard, “The distribution of the flora”, 1912. */
export function jaccardIndex(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of a) if (b.has(each)) shared++;
  const either = a.size + b.size - shared;
  return either === 0 ? 1 : shared / either;
}
