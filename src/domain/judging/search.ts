import type { Doc } from '../types';
import { trimmed } from '../chunk/chunk';
import type { JudgedPlace } from './places';

/** Longest part of a document that is one find, in UTF-16 units. */
const LONGEST = 1200;

/**
 * Passages that hold every word of a text, in the order of the documents: for a person who knows that there is more than
 * the systems found. Case and forms of a character do not matter; words may be parts of words, as Chinese and Japanese
 * need it.
 *
 * @param parts whether parts of documents are judged: paragraphs are found then, and whole documents else
 * @param limit most finds
 */
export function searchPlaces(docs: Iterable<Doc>, text: string, parts: boolean, limit: number): JudgedPlace[] {
  const words = fold(text).split(/\s+/u).filter(Boolean);
  const found: JudgedPlace[] = [];
  if (words.length === 0) return found;
  for (const doc of docs) {
    if (found.length >= limit) break;
    const whole = fold(`${doc.title} ${doc.text}`);
    if (!words.every((word) => whole.includes(word))) continue;
    if (parts) found.push(...paragraphsWith(doc, words).slice(0, limit - found.length));
    else found.push({ doc: doc.id, span: null });
  }
  return found;
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Paragraphs with all words; where no paragraph has all, those with the most of them. */
function paragraphsWith(doc: Doc, words: readonly string[]): JudgedPlace[] {
  const counted = paragraphsOf(doc.text).map((span) => {
    const own = fold(doc.text.slice(span.start, span.end));
    return { span, count: words.filter((word) => own.includes(word)).length };
  });
  const most = counted.reduce((max, { count }) => Math.max(max, count), 0);
  return most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ span }) => ({ doc: doc.id, span }));
}

/** Parts between empty lines; what is longer than {@link LONGEST} is cut at a line or a sentence, or else where it is. */
function paragraphsOf(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const add = (start: number, end: number): void => {
    const span = trimmed(text, { start, end });
    if (span) found.push({ ...span });
  };
  let start = 0;
  while (start < text.length) {
    const gap = /\n[^\S\n]*\n/g;
    gap.lastIndex = start;
    const end = Math.min(gap.exec(text)?.index ?? text.length, text.length);
    let from = start;
    while (end - from > LONGEST) {
      const cut = cutWithin(text, from);
      add(from, cut);
      from = cut;
    }
    add(from, end);
    start = end + 1;
  }
  return found;
}

function cutWithin(text: string, from: number): number {
  const window = text.slice(from, from + LONGEST);
  const ends = [...window.matchAll(/\n|[.!?]\s|[。！？]/gu)].map(({ index, 0: mark }) => index + mark.length);
  const last = ends.findLast((end) => end > LONGEST / 2);
  return from + (last ?? LONGEST);
}
