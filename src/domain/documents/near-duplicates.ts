import { append, groupBy } from '../../base/containers';
import { Random } from '../statistics/random';
import { folded, unitKinds } from './edits';
import type { Doc, DocId } from '../../base/types';

/** Two sets with nine tenths in common share one of the bands at least, but for one pair in two thousand million. */
const BANDS = 24;
const ROWS = 5;
const SEED = 1997;

const NO_KEYS: readonly string[] = [];

/** MinHash (Broder 1997) with 120 hash functions in bands of five: finds sets that may be alike. */
export class LikelyAlike {
  private readonly factors = new Uint32Array(BANDS * ROWS * 2);
  private readonly bands = Array.from({ length: BANDS }, () => new Map<string, number[]>());

  constructor() {
    new Random(SEED).fill(this.factors);
  }

  keysOf(set: Float64Array): readonly string[] {
    if (set.length === 0) return NO_KEYS;
    const signature = signatureOf(set, this.factors);
    return this.bands.map((_, band) => signature.subarray(band * ROWS, (band + 1) * ROWS).join());
  }

  find(keys: readonly string[]): number[] {
    const found = new Set(keys.flatMap((key, band) => this.bands[band]!.get(key) ?? []));
    return [...found].sort((a, b) => a - b);
  }

  add(keys: readonly string[], number: number): void {
    keys.forEach((key, band) => append(this.bands[band]!, key, number));
  }
}

/** One function after the other over all values: its numbers stay at hand, which is several times as fast. */
function signatureOf(set: Float64Array, factors: Uint32Array): Uint32Array {
  const values = Int32Array.from(
    set,
    (value) => Math.imul((value / 2 ** 32) | 0, 0x2c1b3c6d) ^ ((value % 2 ** 32) | 0),
  );
  return Uint32Array.from({ length: BANDS * ROWS }, (_, i) => {
    const [added, factor] = [factors[2 * i]! | 0, factors[2 * i + 1]! | 1];
    let least = 0xffffffff;
    for (let at = 0; at < values.length; at++) {
      const product = Math.imul(values[at]! ^ added, factor);
      const hash = Math.imul(product ^ (product >>> 15), 0x297a2d39) >>> 0;
      if (hash < least) least = hash;
    }
    return least;
  });
}

/** Words, or characters of scripts without blanks between words, that make a shingle. */
const WIDTH = 5;

/** Runs of five words (or Chinese and Japanese characters) as 53-bit hashes, ascending; none without words. */
export const shinglesOf = (text: string): Float64Array => shinglesOfFolded(folded(text).text);

function shinglesOfFolded(text: string): Float64Array {
  const tokens = tokenHashes(text);
  const count = tokens.length / 2;
  const width = Math.min(WIDTH, count);
  if (width === 0) return new Float64Array(0);
  const hashes = new Float64Array(count - width + 1);
  for (let at = 0; at < hashes.length; at++) {
    let [high, low] = [width, width];
    for (let i = 2 * at; i < 2 * (at + width); i += 2) {
      high = mixed(high, tokens[i]!);
      low = mixed(low, tokens[i + 1]!);
    }
    hashes[at] = (high >>> 11) * 2 ** 32 + (low >>> 0);
  }
  hashes.sort();
  let kept = 0;
  for (const hash of hashes) if (kept === 0 || hashes[kept - 1] !== hash) hashes[kept++] = hash;
  return hashes.slice(0, kept);
}

function mixed(hash: number, value: number): number {
  const product = Math.imul(hash ^ value, 0x85ebca6b);
  return product ^ (product >>> 15);
}

function tokenHashes(text: string): number[] {
  const hashes: number[] = [];
  let [first, second] = [FIRST, SECOND];
  let open = false;
  const end = (): void => {
    if (open) hashes.push(first, second);
    [first, second, open] = [FIRST, SECOND, false];
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kindAt(text, at);
    const isSecondHalf = code >= 0xdc00 && code < 0xe000;
    if (kind !== WORD && !isSecondHalf) end();
    if (kind === SIGN) continue;
    first = Math.imul(first ^ code, 0x01000193);
    second = mixed(second, code);
    open = true;
    const isFirstHalf = code >= 0xd800 && code < 0xdc00;
    if (kind === ALONE && !isFirstHalf) end();
  }
  end();
  return hashes;
}

const FIRST = 0x811c9dc5 | 0;
const SECOND = 0x9e3779b9 | 0;

const SIGN = 1;
const WORD = 2;
const ALONE = 3;
const kindAt = unitKinds((character) => {
  if (NO_BLANKS.test(character)) return ALONE;
  return LETTER.test(character) ? WORD : SIGN;
});

const NO_BLANKS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const LETTER = /[\p{L}\p{N}\p{M}]/u;

/** What two sorted sets have in common, as a share of all that is in either (Jaccard). Two empty ones share nothing. */
export function jaccard(a: Float64Array, b: Float64Array): number {
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) shared++;
    const step = a[i]! - b[j]!;
    if (step <= 0) i++;
    if (step >= 0) j++;
  }
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}

export interface DuplicateGroup {
  readonly kept: DocId;
  readonly others: readonly { readonly id: DocId; readonly similarity: number; readonly exact: boolean }[];
}

/** Nearly the same: nine tenths of the shingles of both. */
export const NEAR = 0.9;

type ComparedSource = Pick<Doc, 'id' | 'text'>;

interface KeptDocument {
  readonly doc: ComparedSource;
  readonly shingles: Float64Array;
  readonly others: DuplicateGroup['others'][number][];
}

/** Joins documents to the first kept one that folds to the same text or shares nine tenths of its shingles. */
export function duplicateGroups(docs: readonly ComparedSource[]): DuplicateGroup[] {
  const position = new Map(docs.map(({ id }, i) => [id, i]));
  const likely = new LikelyAlike();
  const kept: KeptDocument[] = [];
  for (const [text, [doc, ...copies]] of groupBy(docs, ({ text }) => folded(text).text)) {
    const shingles = shinglesOfFolded(text);
    const keys = likely.keysOf(shingles);
    const near = firstNear(kept, likely.find(keys), shingles);
    if (near) {
      const { others, similarity } = near;
      others.push(...[doc!, ...copies].map(({ id }) => ({ id, similarity, exact: false })));
    } else if (shingles.length > 0) {
      likely.add(keys, kept.length);
      kept.push({ doc: doc!, shingles, others: copies.map(({ id }) => ({ id, similarity: 1, exact: true })) });
    }
  }
  return kept
    .filter(({ others }) => others.length > 0)
    .map(({ doc, others }) => ({
      kept: doc.id,
      others: others.sort((a, b) => position.get(a.id)! - position.get(b.id)!),
    }));
}

function firstNear(kept: readonly KeptDocument[], likely: readonly number[], shingles: Float64Array) {
  for (const number of likely) {
    const { shingles: own, others } = kept[number]!;
    const [few, many] = [own.length, shingles.length].sort((a, b) => a - b) as [number, number];
    if (few < NEAR * many) continue;
    const similarity = jaccard(own, shingles);
    if (similarity >= NEAR) return { others, similarity };
  }
  return null;
}
