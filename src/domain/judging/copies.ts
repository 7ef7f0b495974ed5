import { mixed } from '../statistics/random';
import { placeKey, type JudgedPlace, type Places } from './places';

/** Characters of a shingle. */
const SHINGLE = 5;
/** Hashes that are compared before shingles are. */
const HASHES = 16;
/** Of 16 hashes of two sets with a Jaccard index of .9, 10 agree but for one time in 2,000. */
const MAX_COPIES = 10;
/** Jaccard index from which two texts are copies. */
const ALIKE = 0.9;

interface Sketch {
  /** Without what does not tell texts apart: case, white space, punctuation, forms of a character. */
  readonly folded: string;
  /** The numbers in it: texts that differ in a number say different things, however alike they are. */
  readonly numbers: string;
  hashes: Uint32Array | null;
}

/**
 * Finds passages with the same wording, to judge them once: equal but for case, white space and punctuation, or sharing
 * nine of ten shingles of five characters (Broder, “On the resemblance and containment of documents”, 1997); in either
 * case with the same numbers.
 */
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
    return agreeing >= MAX_COPIES && jaccard(shinglesOf(first.folded), shinglesOf(second.folded)) >= ALIKE;
  }

  private sketch(place: JudgedPlace): Sketch {
    const key = placeKey(place);
    const known = this.sketches.get(key) ?? sketchOf(this.places.textOf(place) ?? '');
    this.sketches.set(key, known);
    return known;
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

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const each of a) if (b.has(each)) shared++;
  return shared / (a.size + b.size - shared);
}
