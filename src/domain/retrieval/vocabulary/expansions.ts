import { tally } from '../../../base/containers';
import { CJK } from '../../text/cjk';
import type { QuestionOptions } from '../retriever-spec';
import { editDistance } from '../../text/edit-distance';

/**
 * −2 ln λ (Dunning, Computational Linguistics 1993): the log-likelihood ratio of the 2 × 2 table against independence,
 * `2 Σ k ln(k · N / (row · column))`. χ² with one degree of freedom where independent. High also where two things avoid
 * each other. @param a how often the first is there, with or without the second; `b` likewise, of `total`
 */
export function logLikelihoodRatio(both: number, a: number, b: number, total: number): number {
  const cell = (k: number, row: number, column: number) => (k === 0 ? 0 : k * Math.log((k / row) * (total / column)));
  const sum =
    cell(both, a, b) +
    cell(a - both, a, total - b) +
    cell(b - both, total - a, b) +
    cell(total - a - b + both, total - a, total - b);
  // Rounding may leave it a little below.
  return Math.max(0, 2 * sum);
}

interface Associate extends Replacement {
  /** −2 ln λ ({@link logLikelihoodRatio}). */
  readonly logLikelihood: number;
  readonly together: number;
  readonly passages: number;
}

/**
 * Terms together in passages far more often than by chance, by Dunning's ratio, then by UTF-16 units. One weighs `2 ·
 * together / (passages of the one + passages of the other)` (Dice). Chinese, Japanese and Korean terms that share a
 * character are not offered: mostly they are pieces of one word (半导 and 导体).
 */
export class Synonyms {
  private readonly numbers = new Map<string, number>();
  private readonly names: string[] = [];
  private readonly terms: number[][] = [];
  private readonly passages: number[][] = [];

  /** Takes the terms of each passage, repeats or not. @throws {RangeError} for options out of range */
  constructor(
    passages: Iterable<Iterable<string>>,
    private readonly options: QuestionOptions<'synonyms'>,
  ) {
    const { most, leastLogLikelihood, mostPassages } = options;
    if (!Number.isInteger(most) || most < 0) throw new RangeError(`${most} is no number of terms`);
    if (!(leastLogLikelihood >= 0)) throw new RangeError(`−2 ln λ is never below ${leastLogLikelihood}`);
    if (!(mostPassages >= 0 && mostPassages <= 1)) throw new RangeError(`${mostPassages} is no share of passages`);
    for (const passage of passages) {
      const distinct = Array.from(new Set(passage), (term) => this.numberOf(term));
      for (const term of distinct) this.passages[term]!.push(this.terms.length);
      this.terms.push(distinct);
    }
  }

  expand(terms: Iterable<string>): Expansions<Associate> {
    const found = new Map<string, Associate[]>();
    for (const term of new Set(terms)) {
      const number = this.numbers.get(term);
      const associates = number === undefined ? [] : this.associatesOf(number);
      if (associates.length > 0) found.set(term, associates);
    }
    return found;
  }

  private associatesOf(term: number): Associate[] {
    if (this.passages[term]!.length > this.options.mostPassages * this.terms.length) return [];
    const counts = tally(this.passages[term]!.flatMap((passage) => this.terms[passage]!));
    counts.delete(term);
    const found: Associate[] = [];
    for (const [other, together] of counts) {
      const associate = this.associate(term, other, together);
      if (associate !== null) found.push(associate);
    }
    return found.sort(byLogLikelihood).slice(0, this.options.most);
  }

  private associate(term: number, other: number, together: number): Associate | null {
    const { leastTogether, leastLogLikelihood, mostPassages } = this.options;
    const total = this.terms.length;
    const own = this.passages[term]!.length;
    const passages = this.passages[other]!.length;
    if (together < leastTogether || passages > mostPassages * total || together * total <= own * passages) return null;
    const logLikelihood = logLikelihoodRatio(together, own, passages, total);
    const name = this.names[other]!;
    if (logLikelihood < leastLogLikelihood || shareCharacter(this.names[term]!, name)) return null;
    return { term: name, weight: (2 * together) / (own + passages), logLikelihood, together, passages };
  }

  private numberOf(term: string): number {
    const known = this.numbers.get(term);
    if (known !== undefined) return known;
    this.numbers.set(term, this.names.length);
    this.passages.push([]);
    return this.names.push(term) - 1;
  }
}

const byLogLikelihood = (a: Associate, b: Associate) => b.logLikelihood - a.logLikelihood || (a.term < b.term ? -1 : 1);

function shareCharacter(a: string, b: string): boolean {
  return CJK.test(a) && CJK.test(b) && Array.from(a).some((character) => b.includes(character));
}

export interface Replacement {
  readonly term: string;
  /** Above 0, at most 1: what it counts, where the term of the question counts 1. */
  readonly weight: number;
}

/** What each term of a question is expanded with, best first; only terms for which there is something. */
export type Expansions<R extends Replacement = Replacement> = ReadonlyMap<string, readonly R[]>;

interface Correction extends Replacement {
  readonly distance: number;
  readonly frequency: number;
}

const PREFIX = 7;

/**
 * Corrections of unknown terms by SymSpell's symmetric deletion (Wolf Garbe, 2012): terms within k edits have a variant
 * in common that leaves out at most k characters of each. Terms with a digit or of Chinese, Japanese and Korean are
 * left alone. By distance, frequency, UTF-16 units; weight: `1 − distance / length` of the shorter, as in Lucene.
 */
export class Spelling {
  private readonly words: string[] = [];
  private readonly frequencies: number[] = [];
  private readonly known = new Set<string>();
  /** The words of each variant, by its hash; words of other variants with the same hash fail when they are measured. */
  private readonly variants = new Map<number, number | number[]>();

  constructor(
    vocabulary: Iterable<readonly [term: string, frequency: number]>,
    private readonly options: QuestionOptions<'spelling'>,
  ) {
    const { maxDistance, most } = options;
    if (![0, 1, 2].includes(maxDistance)) throw new RangeError(`corrections have 0 to 2 edits, not ${maxDistance}`);
    if (!Number.isInteger(most) || most < 0) throw new RangeError(`${most} is no number of corrections`);
    for (const [term, frequency] of vocabulary) {
      this.known.add(term);
      if (isWord(term)) this.add(term, frequency);
    }
  }

  correct(terms: Iterable<string>): Expansions<Correction> {
    const found = new Map<string, Correction[]>();
    for (const term of new Set(terms)) {
      const corrections = this.correctionsOf(term);
      if (corrections.length > 0) found.set(term, corrections);
    }
    return found;
  }

  private correctionsOf(term: string): Correction[] {
    if (this.known.has(term) || !isWord(term)) return [];
    const characters = Array.from(term);
    const allowed = Math.min(allowedEdits(characters.length), this.options.maxDistance);
    if (allowed === 0) return [];
    const corrections: Correction[] = [];
    for (const word of this.candidates(characters, allowed)) {
      const other = Array.from(this.words[word]!);
      const distance = editDistance(characters, other, allowed);
      if (distance > allowed) continue;
      const weight = 1 - distance / Math.min(characters.length, other.length);
      corrections.push({ term: this.words[word]!, weight, distance, frequency: this.frequencies[word]! });
    }
    return corrections.sort(byDistance).slice(0, this.options.most);
  }

  private candidates(characters: readonly string[], allowed: number): Set<number> {
    const found = new Set<number>();
    for (const variant of variantsOf(characters, allowed)) {
      const words = this.variants.get(variant);
      if (words === undefined) continue;
      for (const word of typeof words === 'number' ? [words] : words) found.add(word);
    }
    return found;
  }

  private add(term: string, frequency: number): void {
    const word = this.words.push(term) - 1;
    this.frequencies.push(frequency);
    for (const variant of variantsOf(Array.from(term), this.options.maxDistance)) {
      const words = this.variants.get(variant);
      if (words === undefined) this.variants.set(variant, word);
      else if (typeof words === 'number') this.variants.set(variant, [words, word]);
      else words.push(word);
    }
  }
}

/** Edits that a term may have: none below 3 characters, 1 up to 5, then 2 (Elasticsearch's “AUTO”). */
export function allowedEdits(length: number): number {
  if (length < 3) return 0;
  return length < 6 ? 1 : 2;
}

const isWord = (term: string): boolean => !CJK.test(term) && !/\p{N}/u.test(term);

const byDistance = (a: Correction, b: Correction): number =>
  a.distance - b.distance || b.frequency - a.frequency || (a.term < b.term ? -1 : 1);

/** Hashes of the beginning of a term with up to `deletions` characters left out. */
function variantsOf(characters: readonly string[], deletions: number): Set<number> {
  const found = new Set<number>();
  const leaveOut = (variant: readonly string[], from: number, left: number): void => {
    found.add(hash(variant));
    if (left === 0) return;
    for (let i = from; i < variant.length; i++)
      leaveOut([...variant.slice(0, i), ...variant.slice(i + 1)], i, left - 1);
  };
  leaveOut(characters.slice(0, PREFIX), 0, deletions);
  return found;
}

/** FNV-1a over code points, 30 bits: such numbers are kept without a box. */
function hash(characters: readonly string[]): number {
  let value = 0x811c9dc5;
  for (const character of characters) value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193);
  return value & 0x3fffffff;
}
