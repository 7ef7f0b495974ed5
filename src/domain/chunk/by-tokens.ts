import type { Span, Doc } from '../../base/types';
import { CHINESE_OR_JAPANESE, countOf, KANA } from '../text/cjk';
import { codePoints, trimmed, isSpace, type IsWhiteSpace, isPythonSpace, tidy, advance } from './spans';
import { segmentsOf } from '../text/segments';
import { chunkerProblems, type SplitChunkerSpec, type ChunkerSpec } from './chunker-spec';
import { byHeadings, recursive, SEPARATIONS, windows, HeadingPaths } from './recursive';
import { firstWhere } from '../../base/containers';
import { type PassageContext, type Passage, passageAt, withContext } from './places';
import type { WrittenContexts } from './written-contexts';

/** Whole sentences, as many as `size` code points hold. @throws {Error} without `Intl.Segmenter` */
function bySentences(text: string, { size, overlap }: { size: number; overlap: number }): Span[] {
  const sentences = sentencesOf(text);
  const spans: Span[] = [];
  const reach = (from: number, last: number): Span => ({ start: sentences[from]!.start, end: sentences[last]!.end });
  const fits = (from: number, last: number): boolean => codePoints(text, reach(from, last)) <= size;
  for (let next = 0; next < sentences.length;) {
    let from = Math.max(0, next - overlap);
    while (from < next && !fits(from, next)) from++;
    let last = next;
    while (last + 1 < sentences.length && fits(from, last + 1)) last++;
    spans.push(reach(from, last));
    next = last + 1;
  }
  return spans;
}

/** Sentences of UAX #29; a line break ends one, unless a small letter follows. @throws {Error} without `Intl.Segmenter` */
export function sentencesOf(text: string): Span[] {
  // As long as the text, so that places are the same.
  const unwrapped = text.replace(/(?<!\n)\n(?=\p{Ll})/gu, ' ');
  return segments(unwrapped, 'sentence', localeOf(text)).flatMap((span) => trimmed(text, span) ?? []);
}

/** Enough of a text to tell its script. */
const SAMPLED = 4096;

function localeOf(text: string): string {
  const sample = text.slice(0, SAMPLED);
  const letters = countOf(sample, /\p{L}/u);
  const mostly = (script: RegExp): boolean => countOf(sample, script) * 2 > letters;
  if (mostly(CHINESE_OR_JAPANESE)) return KANA.test(sample) ? 'ja' : 'zh';
  if (mostly(/\p{Script=Hangul}/u)) return 'ko';
  return mostly(/\p{Script=Greek}/u) ? 'el' : 'en';
}

export function segments(text: string, granularity: 'word' | 'sentence', locale: string, window?: number): Span[] {
  return [...segmentsOf(text, granularity, locale, window)]
    .filter((segment) => segment.text.trim() !== '')
    .map(({ start, end }) => ({ start, end }));
}

/** Places in the order of the text, trimmed, none twice. @throws {RangeError} for an overlap not less than the size */
export function cut(doc: Doc, spec: Exclude<SplitChunkerSpec, { kind: 'tokens' }>): Span[] {
  refuse(spec);
  return tidy(doc.text, spansOfPieces(doc, spec), whiteSpaceOf(spec));
}

/** LangChain's chunkers call Python's `strip`. */
export const whiteSpaceOf = ({ kind }: SplitChunkerSpec): IsWhiteSpace =>
  kind === 'recursive' ? isPythonSpace : isSpace;

export function refuse(spec: SplitChunkerSpec): void {
  const [problem] = chunkerProblems(spec);
  if (problem) throw new RangeError(`${spec.kind}: ${problem.message}`);
}

function spansOfPieces(doc: Doc, spec: Exclude<SplitChunkerSpec, { kind: 'tokens' }>): Span[] {
  const all: Span = { start: 0, end: doc.text.length };
  if (spec.kind === 'recursive') return recursive(doc.text, all, spec, SEPARATIONS[spec.separators]);
  if (spec.kind === 'sentences') return bySentences(doc.text, spec);
  return spec.kind === 'headings' ? byHeadings(doc, spec) : windows(doc.text, all, spec);
}

/** Tokens of each text, special ones not counted. */
export type CountTokens = (texts: readonly string[]) => Promise<Uint32Array>;

/**
 * Whole words up to `size` tokens of a model; longer words are cut into characters. Each chunk is counted: tokens of
 * words do not add up. @throws {RangeError} for an overlap not below the size @throws {Error} without `Intl.Segmenter`
 */
export async function cutByTokens(
  { text }: Pick<Doc, 'text'>,
  spec: Extract<SplitChunkerSpec, { kind: 'tokens' }>,
  count: CountTokens,
): Promise<Span[]> {
  refuse(spec);
  return tidy(text, await new Packing(text, await atomsOf(text, spec.size, count), count).chunks(spec));
}

/** What is not cut. */
interface Atom extends Span {
  readonly tokens: number;
}

async function atomsOf(text: string, size: number, count: CountTokens): Promise<Atom[]> {
  const words = await counted(text, wordsOf(text), count);
  const long = words.filter(({ tokens }) => tokens > size);
  const characters = await counted(
    text,
    long.flatMap((word) => charactersOf(text, word)),
    count,
  );
  let next = 0;
  return words.flatMap((word) => {
    if (word.tokens <= size) return [word];
    const first = next;
    while (next < characters.length && characters[next]!.end <= word.end) next++;
    return characters.slice(first, next);
  });
}

async function counted(text: string, spans: readonly Span[], count: CountTokens): Promise<Atom[]> {
  if (spans.length === 0) return [];
  const texts = spans.map(({ start, end }) => text.slice(start, end));
  const distinct = [...new Set(texts)];
  const tokens = await count(distinct);
  const known = new Map(distinct.map((each, i) => [each, tokens[i]!]));
  return spans.map((span, i) => ({ ...span, tokens: known.get(texts[i]!)! }));
}

/** All that stands between white space and the boundaries of words, punctuation too. */
const wordsOf = (text: string): Span[] => segments(text, 'word', 'en').flatMap((span) => trimmed(text, span) ?? []);

/** Without white space, which a word may have within (U+FEFF): a chunk that began with it would be counted untrimmed. */
function charactersOf(text: string, { start, end }: Span): Span[] {
  const found: Span[] = [];
  for (let from = start; from < end;) {
    const to = advance(text, from, 1, end);
    const character = trimmed(text, { start: from, end: to });
    if (character) found.push(character);
    from = to;
  }
  return found;
}

/** From here on a search halves what is open, should guesses not come closer. */
const PATIENCE = 4;

class Packing {
  private readonly alone: Float64Array;

  constructor(
    private readonly text: string,
    private readonly atoms: readonly Atom[],
    private readonly count: CountTokens,
  ) {
    this.alone = new Float64Array(atoms.length + 1);
    atoms.forEach(({ tokens }, i) => (this.alone[i + 1] = this.alone[i]! + tokens));
  }

  async chunks({ size, overlap }: { size: number; overlap: number }): Promise<Span[]> {
    const spans: Span[] = [];
    let from = 0;
    for (let next = 0; next < this.atoms.length;) {
      let end = await this.reach(from, 1, size);
      if (from < next && end <= next) {
        from = next;
        end = await this.reach(from, 1, size);
      }
      end = Math.max(end, next + 1);
      spans.push({ start: this.atoms[from]!.start, end: this.atoms[end - 1]!.end });
      next = end;
      from = overlap === 0 ? next : Math.max(from + 1, await this.reach(next, -1, overlap));
    }
    return spans;
  }

  /** The farthest boundary with at most `most` tokens between; two lengths are counted in a call. */
  private async reach(from: number, way: 1 | -1, most: number): Promise<number> {
    let few = 0;
    let many = (way > 0 ? this.atoms.length - from : from) + 1;
    let share = 1;
    for (let round = 0; many - few > 1; round++) {
      const guess = round < PATIENCE ? this.within(from, way, most * share) : Math.floor((few + many) / 2);
      const shorter = Math.min(Math.max(guess, few + 1), many - 1);
      const lengths = shorter + 1 < many ? [shorter, shorter + 1] : [shorter];
      const tokens = await this.count(lengths.map((atoms) => this.slice(from, way * atoms)));
      for (const [i, atoms] of lengths.entries())
        if (tokens[i]! <= most) few = atoms;
        else many = Math.min(many, atoms);
      share = this.tokensAlone(from, way * shorter) / Math.max(1, tokens[0]!);
    }
    return from + way * few;
  }

  private within(from: number, way: 1 | -1, most: number): number {
    let atoms = 0;
    const limit = way > 0 ? this.atoms.length - from : from;
    while (atoms < limit && this.tokensAlone(from, way * (atoms + 1)) <= most) atoms++;
    return atoms;
  }

  private tokensAlone(from: number, atoms: number): number {
    return Math.abs(this.alone[from + atoms]! - this.alone[from]!);
  }

  private slice(from: number, atoms: number): string {
    const [first, end] = atoms > 0 ? [from, from + atoms] : [from + atoms, from];
    return this.text.slice(this.atoms[first]!.start, this.atoms[end - 1]!.end);
  }
}

/** Of the sentence before a passage, in code points: text without sentence ends would be put before each passage whole. */
const MAX_SENTENCE = 300;

/** Nothing where a file has contexts. @throws {Error} for a sentence without `Intl.Segmenter` */
export class PassageContexts {
  private readonly paths: HeadingPaths;
  private readonly sentences: readonly Span[];

  constructor(
    private readonly doc: Doc,
    private readonly spec: Pick<SplitChunkerSpec, 'context'>,
  ) {
    this.paths = new HeadingPaths(doc);
    this.sentences = spec.context === 'sentence' ? sentencesOf(doc.text) : [];
  }

  at(start: number): PassageContext {
    return { title: this.title(start), context: this.sentenceBefore(start) };
  }

  /** A document is often named by its first heading. */
  private title(start: number): string {
    const { context } = this.spec;
    if (context === 'none' || typeof context === 'object') return '';
    const before = [this.doc.title, ...(context === 'title' ? [] : this.paths.at(start))];
    return before.filter((part, i) => part !== '' && part !== before[i - 1]).join(' › ');
  }

  private sentenceBefore(start: number): string {
    const behind = firstWhere(this.sentences.length, (i) => this.sentences[i]!.start >= start);
    const last = this.sentences[behind - 1];
    if (!last) return '';
    const sentence = this.doc.text.slice(last.start, Math.min(last.end, start)).trim();
    return [...sentence].slice(-MAX_SENTENCE).join('');
  }
}

export async function spansOf(doc: Doc, spec: ChunkerSpec, count: CountTokens): Promise<readonly Span[]> {
  if (spec.kind === 'whole') return [{ start: 0, end: doc.text.length }];
  return spec.kind === 'tokens' ? cutByTokens(doc, spec, count) : cut(doc, spec);
}

/** A document that is not cut keeps its id, and all else. @param written contexts from a file */
export async function passagesOf(
  docs: readonly Doc[],
  spec: ChunkerSpec,
  count: CountTokens,
  written: WrittenContexts | null = null,
): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const doc of docs) {
    const spans = await spansOf(doc, spec, count);
    const given = written?.of(doc, spans);
    const made = given || spec.kind === 'whole' ? null : new PassageContexts(doc, spec);
    for (const [i, { start, end }] of spans.entries()) {
      const place = { doc: doc.id, start, end };
      const context = made?.at(start) ?? { title: '', context: given?.[i] ?? '' };
      const passage = spec.kind === 'whole' ? withContext(doc, context) : passageAt(doc, place, context);
      passages.push({ place, doc: passage });
    }
  }
  return passages;
}
