import { groupBy, valueOf } from '../../base/containers';
import type { Doc } from '../../base/types';
import { languageByScript } from '../questions/language';
import { segmentsOf } from '../text/segments';
import type { Homophone, TypedWord } from './pinyin-errors';

/** Syllables of a run of Chinese characters without tones, one for each character, by the words that they make up. */
export type ReadPinyin = (characters: string) => readonly string[];

/** As many as one page of an input method has: nobody takes a candidate of a later page by mistake. */
const CANDIDATES = 9;

const HAN_RUN = /\p{Script=Han}+/gu;
const HAN_ONLY = /^\p{Script=Han}+$/u;

/**
 * Splits Chinese texts into words, each with the most frequent words of the documents that are typed with the same
 * syllables, tones aside. A word without one has those with one of its characters replaced in the same way; what is not
 * Chinese has none. Words are those of `Intl.Segmenter`. Documents with kana count as Japanese and are not read.
 */
export function homophonesIn(docs: Iterable<Pick<Doc, 'text'>>, read: ReadPinyin): (text: string) => TypedWord[] {
  const inUse = groupBy(countsIn(docs), ([text]) => typedAs(read(text)));
  const ofPiece = (piece: string, syllables: readonly string[]): Homophone[] =>
    (inUse.get(typedAs(syllables)) ?? [])
      .flatMap(([text, count]) => (text === piece ? [] : [{ text, count }]))
      .sort(byFrequency)
      .slice(0, CANDIDATES);
  const oneReplaced = (word: string, syllables: readonly string[]): Homophone[] =>
    Array.from(word).flatMap((character, i, characters) =>
      ofPiece(character, [syllables[i]!]).map(({ text, count }) => ({
        text: characters.map((own, at) => (at === i ? text : own)).join(''),
        count,
      })),
    );
  const known = new Map<string, TypedWord>();
  const typed = (surface: string, syllables: readonly string[]): TypedWord =>
    valueOf(known, `${surface} ${typedAs(syllables)}`, () => {
      const whole = ofPiece(surface, syllables);
      return { surface, homophones: whole.length > 0 ? whole : oneReplaced(surface, syllables) };
    });
  return (text) => {
    const syllables = syllablesByOffset(text, read);
    return Array.from(segmentsOf(text, 'word', 'en'), ({ start, end, text: surface }) =>
      HAN_ONLY.test(surface)
        ? typed(
            surface,
            syllables.slice(start, end).filter((syllable) => syllable !== null),
          )
        : { surface, homophones: [] },
    );
  };
}

const typedAs = (syllables: readonly string[]): string => syllables.join(' ');

const byFrequency = (a: Homophone, b: Homophone): number => b.count - a.count || (a.text < b.text ? -1 : 1);

/** How often each character and each word of several characters is in the Chinese documents. */
function countsIn(docs: Iterable<Pick<Doc, 'text'>>): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (piece: string) => counts.set(piece, (counts.get(piece) ?? 0) + 1);
  for (const { text } of docs) {
    if (languageByScript(text) !== 'zh') continue;
    for (const { text: word } of segmentsOf(text, 'word', 'en')) {
      if (!HAN_ONLY.test(word)) continue;
      const characters = Array.from(word);
      characters.forEach(add);
      if (characters.length > 1) add(word);
    }
  }
  return counts;
}

/** Where a character begins, its syllable; null elsewhere. */
function syllablesByOffset(text: string, read: ReadPinyin): (string | null)[] {
  const syllables = new Array<string | null>(text.length).fill(null);
  for (const { 0: run, index } of text.matchAll(HAN_RUN)) {
    const own = read(run);
    let at = index;
    Array.from(run).forEach((character, i) => {
      syllables[at] = own[i]!;
      at += character.length;
    });
  }
  return syllables;
}
