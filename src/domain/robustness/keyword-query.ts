import { isContentWord, type Word, wordsIn } from '../questions/content-words';
import { HAN } from '../text/cjk';

/** Chinese characters that are particles, pronouns or ways of asking; other single ones may be part of a name. */
const PARTICLES = new Set(
  '的是了吗嗎呢吧在和與与跟有无無為为被把将將也都就之其此这這那哪谁誰何几幾我你您他她它们們个個中上下不及或',
);

/**
 * The words of a question that say what it is about, as people type them into a search box: in their order, as they are
 * written, with blanks between them. Function words are those of English, Chinese and Japanese; a question of another
 * language loses its short words alone. The text itself where nothing would be left.
 */
export function asKeywords(text: string): string {
  const kept = wordsIn(text).filter((word) => isContentWord(word.text) || isOfName(word));
  // A name that no dictionary has comes in single characters, which belong together.
  const joins = (word: Word, before: Word | undefined): boolean =>
    before?.end === word.start && (isSingle(word) || isSingle(before));
  const keywords = kept.map((word, i) => (joins(word, kept[i - 1]) ? '' : ' ') + text.slice(word.start, word.end));
  return keywords.join('').trim() || text;
}

const isSingle = ({ start, end, text }: Word): boolean => end - start === 1 && HAN.test(text);

const isOfName = (word: Word): boolean => isSingle(word) && !PARTICLES.has(word.text);
