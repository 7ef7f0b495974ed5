import type { Doc, Span } from '../../base/types';
import { trimmed, paragraphsOf } from '../chunk/spans';
import type { JudgedPlace } from './places';

/** Longest part of a document that is one find, in UTF-16 units. */
const LONGEST = 1200;

/** Passages that hold every word of a text, in document order; words may be parts of words. @param limit most finds */
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

function paragraphsWith(doc: Doc, words: readonly string[]): JudgedPlace[] {
  const counted = findsOf(doc.text).map((span) => {
    const own = fold(doc.text.slice(span.start, span.end));
    return { span, count: words.filter((word) => own.includes(word)).length };
  });
  const most = counted.reduce((max, { count }) => Math.max(max, count), 0);
  return most === 0 ? [] : counted.filter(({ count }) => count === most).map(({ span }) => ({ doc: doc.id, span }));
}

/** Paragraphs; what is longer than {@link LONGEST} is cut at a line or a sentence, or else where it is. */
function findsOf(text: string): Span[] {
  return paragraphsOf(text).flatMap(({ start, end }) => {
    const found: (Span | null)[] = [];
    let from = start;
    while (end - from > LONGEST) {
      const cut = cutWithin(text, from);
      found.push(trimmed(text, { start: from, end: cut }));
      from = cut;
    }
    found.push(trimmed(text, { start: from, end }));
    return found.filter((span) => span !== null);
  });
}

function cutWithin(text: string, from: number): number {
  const window = text.slice(from, from + LONGEST);
  const ends = [...window.matchAll(/\n|[.!?]\s|[。！？]/gu)].map(({ index, 0: mark }) => index + mark.length);
  const last = ends.findLast((end) => end > LONGEST / 2);
  return from + (last ?? (isWithinCharacter(text, from + LONGEST) ? LONGEST - 1 : LONGEST));
}

/** Whether a cut would part the two units of one character. */
const isWithinCharacter = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
