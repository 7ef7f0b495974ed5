import { countOf } from '../text/cjk';

/** Scripts that are distinguished, by ISO 15924; `Jpan` is Chinese characters with kana. */
const SCRIPTS: readonly (readonly [code: string, pattern: RegExp])[] = [
  ['Latn', /\p{Script=Latin}/u],
  ['Hani', /\p{Script=Han}/u],
  ['Kana', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['Hang', /\p{Script=Hangul}/u],
  ['Cyrl', /\p{Script=Cyrillic}/u],
  ['Arab', /\p{Script=Arabic}/u],
  ['Grek', /\p{Script=Greek}/u],
  ['Hebr', /\p{Script=Hebrew}/u],
  ['Deva', /\p{Script=Devanagari}/u],
  ['Beng', /\p{Script=Bengali}/u],
  ['Taml', /\p{Script=Tamil}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Geor', /\p{Script=Georgian}/u],
  ['Armn', /\p{Script=Armenian}/u],
];

/** Letters of a second script from which a question is of both: a word, and not a unit. */
const MIN_LETTERS = 2;

/**
 * The scripts of a question by ISO 15924, in a fixed order: the one that most letters are of, and each other of which it
 * has two letters at least. Chinese questions with Latin terms are a slice of their own.
 */
export function scriptsOf(text: string): string[] {
  const counts = new Map(SCRIPTS.map(([code, pattern]) => [code, countOf(text, pattern)]));
  const kana = counts.get('Kana')!;
  counts.delete('Kana');
  if (kana > 0) {
    counts.set('Jpan', kana + counts.get('Hani')!);
    counts.delete('Hani');
  }
  const most = Math.max(...counts.values());
  if (most === 0) return [];
  const main = [...counts].find(([, count]) => count === most)![0];
  return [main, ...[...counts].filter(([code, count]) => code !== main && count >= MIN_LETTERS).map(([code]) => code)];
}
