import type { SplitChunkerSpec } from './chunker-spec';
import type { Doc, Span } from '../../base/types';
import { trimmed } from './spans';
import { advance } from './spans';
import { refuse } from './cut';
import { segments } from './sentences';
import { tidy } from './spans';

/** Tokens of each text, special ones not counted. */
export type CountTokens = (texts: readonly string[]) => Promise<Uint32Array>;

/**
 * Whole words, as many as a model takes for `size` tokens. A text has not the tokens of its words put together, so each
 * chunk is counted itself: none has more than `size`, and with one word more it would have. Each begins with as many of
 * the last words of the one before as have at most `overlap` tokens; with none, where no new word would fit behind them.
 * A word of more than `size` tokens is cut into characters; a character of more than `size` tokens is a chunk of its own.
 *
 * @param count how the model counts; called with several texts at once
 * @returns places in the order of the text, trimmed; all that is not white space is in at least one
 * @throws {RangeError} when the overlap is not less than the size
 * @throws {Error} where the browser has no `Intl.Segmenter`
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
  /** Of the atom alone: what a text of several has is about their sum. */
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
  /** `alone[i]`: tokens of the first `i` atoms, each by itself. */
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

  /**
   * The farthest boundary of atoms from one, forwards or backwards, with at most `most` tokens between the two. Guessed
   * from what atoms have alone, in proportion to what was counted last; two lengths are counted in a call, since the
   * first guess is mostly right and the next longer one then too long.
   */
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
