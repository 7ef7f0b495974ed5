import { append } from '../../base/containers';
import type { Doc } from '../../base/types';

/** What Python's `str.split` takes for white space, so that texts match here as they did where they were taken. */
const WHITE_SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g; // eslint-disable-line no-control-regex

/** Lower case, white space folded and trimmed. */
export function normaliseText(text: string): string {
  return text.toLowerCase().replace(WHITE_SPACE, ' ').replace(/^ | $/g, '');
}

export const isBlankTruth = (text: string): boolean => normaliseText(text).trim() === '';

/** A document matches a text that it contains or is contained in, normalised. @returns positions, ascending */
export function matchTexts(docs: readonly Pick<Doc, 'title' | 'text'>[], texts: readonly string[]): number[][] {
  const truths = texts.map(normaliseText);
  const bodies = docs.map(({ title, text }) => normaliseText(text) || normaliseText(title));
  const wholes = docs.map(({ title, text }, i) => (title === '' ? bodies[i]! : normaliseText(`${title} ${text}`)));
  const matches = texts.map(() => new Set<number>());
  eachContained(truths, wholes, (text, doc) => void matches[text]!.add(doc));
  eachContained(bodies, truths, (doc, text) => void matches[text]!.add(doc));
  return matches.map((found) => [...found].sort((a, b) => a - b));
}

const WIDTHS = [1, 2, 4, 8, 16, 32] as const;
const WIDEST = 32;

/** Visits each pair once. Empty needles are in no haystack. */
export function eachContained(
  needles: readonly string[],
  haystacks: readonly string[],
  visit: (needle: number, haystack: number) => void,
): void {
  for (const width of WIDTHS) {
    const group = [...needles.keys()].filter((i) => {
      const { length } = needles[i]!;
      return length >= width && (length < 2 * width || width === WIDEST);
    });
    if (group.length > 0) findAll(new Anchors(needles, group, width), needles, haystacks, visit);
  }
}

/** Karp and Rabin (1987): a rolling hash over each haystack, read once, finds needles, which are then compared. */
function findAll(
  anchors: Anchors,
  needles: readonly string[],
  haystacks: readonly string[],
  visit: (needle: number, haystack: number) => void,
): void {
  const foundIn = new Int32Array(needles.length).fill(-1);
  const { width } = anchors;
  haystacks.forEach((text, haystack) => {
    if (text.length < width) return;
    let hash = hashOf(text, 0, width);
    for (let at = 0; ; at++) {
      if (anchors.has(hash))
        for (const { needle, offset } of anchors.get(hash)) {
          if (foundIn[needle] === haystack || at < offset || !text.startsWith(needles[needle]!, at - offset)) continue;
          foundIn[needle] = haystack;
          visit(needle, haystack);
        }
      if (at + width >= text.length) return;
      hash = rolled(hash, text.charCodeAt(at), text.charCodeAt(at + width), anchors.power);
    }
  });
}

interface Anchor {
  readonly needle: number;
  readonly offset: number;
}

class Anchors {
  readonly power: number;
  readonly #byHash = new Map<number, Anchor[]>();
  /** A bit for each hash, cut to 20 bits: most windows are of no needle, which this shows faster than a map. */
  readonly #bits = new Uint8Array(2 ** 20);

  constructor(
    needles: readonly string[],
    group: readonly number[],
    readonly width: number,
  ) {
    this.power = Array.from({ length: width - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1);
    // Passages often begin alike: of three parts of a needle the one that the fewest others have is taken.
    const candidates = group.map((i) => partsOf(needles[i]!, width));
    const counts = new Map<number, number>();
    for (const parts of candidates) for (const { hash } of parts) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    candidates.forEach((parts, i) => {
      const { hash, offset } = parts.reduce((a, b) => (counts.get(b.hash)! < counts.get(a.hash)! ? b : a));
      append(this.#byHash, hash, { needle: group[i]!, offset });
      this.#bits[hash & 0xfffff] = 1;
    });
  }

  has(hash: number): boolean {
    return this.#bits[hash & 0xfffff] === 1;
  }

  get(hash: number): readonly Anchor[] {
    return this.#byHash.get(hash) ?? [];
  }
}

function partsOf(needle: string, width: number): { offset: number; hash: number }[] {
  const last = needle.length - width;
  const offsets = new Set([0, last >> 1, last]);
  return [...offsets].map((offset) => ({ offset, hash: hashOf(needle, offset, width) }));
}

const BASE = 0x01000193;

function hashOf(text: string, start: number, width: number): number {
  let hash = 0;
  for (let at = start; at < start + width; at++) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0;
  return hash;
}

const rolled = (hash: number, leaves: number, enters: number, power: number): number =>
  (Math.imul(hash - Math.imul(leaves, power), BASE) + enters) | 0;
