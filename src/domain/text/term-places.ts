import type { Span } from '../../base/types';
import { CJK_SCRIPT as CJK } from './cjk';
import { type Analyzer, plainText } from './plain-text';

export interface TermPlace extends Span {
  readonly term: string;
}

/** Letters, digits and what may stand between them within one token, as in `o'neill`, `3.14` and `v2.5_beta`. */
const RUN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}\p{Pc}]*(?:[.,:'’·][\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}\p{Pc}]*)*/gu;
const WORD = /[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}.,:'’·]+/gu;
/** A character with the marks on it, also the half-width ones of Japanese: what NFKC may make one character of. */
const CHARACTER = /[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|[\p{M}\uff9e\uff9f]+/gu;

/** For the eye: no score reads it. @param overlapping whether terms may begin within the one before */
export function termPlaces(text: string, terms: ReadonlySet<string>, analyze: Analyzer, overlapping: boolean) {
  if (terms.size === 0) return [];
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) =>
    inRun(run, terms, analyze, overlapping).map(({ term, start, end }) => ({
      term,
      start: index + start,
      end: index + end,
    })),
  );
}

function inRun(run: string, wanted: ReadonlySet<string>, analyze: Analyzer, overlapping: boolean): TermPlace[] {
  const terms = analyze(run);
  if (!terms.some((term) => wanted.has(term))) return [];
  if (terms.length === 1 && !CJK.test(run)) return [{ term: terms[0]!, start: 0, end: run.length }];
  const { plain, starts, ends } = folded(run);
  const written = aligned(plain, terms, overlapping).map(
    (place) => place && { ...place, start: starts[place.start]!, end: ends[place.end - 1]! },
  );
  const words = [...run.matchAll(WORD)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    terms: analyze(word),
  }));
  let before = 0;
  return terms.flatMap((term, i): TermPlace[] => {
    const place = written[i] ?? null;
    const from = before;
    if (place) before = place.end;
    if (!wanted.has(term)) return [];
    const within = place ?? { start: from, end: firstStart(written, i) ?? run.length };
    // A stem is marked as the word that it was made of.
    const word = words.find(
      (each) => each.terms.length === 1 && each.terms[0] === term && each.start < within.end && each.end > within.start,
    );
    if (word) return [{ term, start: word.start, end: word.end }];
    return place ? [place] : beginningOf(term, run, within);
  });
}

function firstStart(places: readonly (TermPlace | null)[], from: number): number | undefined {
  for (let i = from; i < places.length; i++) if (places[i]) return places[i]!.start;
  return undefined;
}

function folded(text: string): { readonly plain: string; readonly starts: number[]; readonly ends: number[] } {
  let plain = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: character, index } of text.matchAll(CHARACTER)) {
    const read = plainText(character);
    plain += read;
    for (let i = 0; i < read.length; i++) {
      starts.push(index);
      ends.push(index + character.length);
    }
  }
  return { plain, starts, ends };
}

function aligned(plain: string, terms: readonly string[], overlapping: boolean): (TermPlace | null)[] {
  let from = 0;
  return terms.map((term) => {
    const start = plain.indexOf(term, from);
    if (start < 0) return null;
    const end = start + term.length;
    from = overlapping && CJK.test(term) ? start + firstLength(term) : end;
    return { term, start, end };
  });
}

function beginningOf(term: string, run: string, { start, end }: Span): TermPlace[] {
  const { plain, starts, ends } = folded(run.slice(start, end));
  for (let length = Math.min(term.length, plain.length); length > 0; length--) {
    const at = plain.indexOf(term.slice(0, length));
    if (at >= 0) return [{ term, start: start + starts[at]!, end: start + ends[at + length - 1]! }];
  }
  return [];
}

const firstLength = (term: string): number => (term.codePointAt(0)! > 0xffff ? 2 : 1);
