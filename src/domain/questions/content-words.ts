import { CJK_LETTER as CJK, cjkBigram, KANA } from '../text/cjk';
import { plainText } from '../text/plain-text';
import { porter2 } from '../text/porter2';
import { segmentsOf } from '../text/segments';
import type { Span } from '../../base/types';

const HIRAGANA = /[\p{Script=Hiragana}]+/gu;

/** In Japanese, Hiragana is mostly particles and endings. */
function withoutAsking(text: string): string {
  const plain = plainText(text);
  if (KANA.test(plain)) return plain.replace(JAPANESE_ASKING, ' ').replace(HIRAGANA, ' ');
  return CJK.test(plain) ? plain.replace(CHINESE_FUNCTION_STRINGS, ' ') : plain;
}

export function writtenTerms(text: string): Set<string> {
  const terms = cjkBigram(withoutAsking(text));
  return new Set(terms.filter((term) => CJK.test(term) || !ENGLISH_FUNCTION_WORDS.has(term)));
}

/** As {@link writtenTerms}, by the stems of words: to compare with those of another text. */
export const contentTerms = (text: string): Set<string> =>
  new Set([...writtenTerms(text)].map((term) => (CJK.test(term) ? term : porter2(term))));

export interface Word extends Span {
  readonly text: string;
}

const LATIN_WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’-](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))*/gu;

export function wordsIn(text: string): Word[] {
  if (!CJK.test(text)) return [...text.matchAll(LATIN_WORD)].map(({ 0: word, index: start }) => wordAt(word, start));
  const words: Word[] = [];
  for (const { text: word, start, isWordLike } of segmentsOf(text, 'word', 'en'))
    if (isWordLike) words.push(wordAt(word, start));
  return words;
}

const wordAt = (word: string, start: number): Word => ({ start, end: start + word.length, text: word.toLowerCase() });

export function isContentWord(word: string): boolean {
  if (!CJK.test(word))
    return (word.length > 2 || /\d/.test(word)) && !ENGLISH_FUNCTION_WORDS.has(word.replaceAll('’', "'"));
  if (/^[\p{Script=Hiragana}ー]+$/u.test(word)) return false;
  return word.length > 1 && !CHINESE_FUNCTION_WORDS.has(word) && !JAPANESE_FUNCTION_WORDS.has(word);
}

const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words without topic. The lists are short, unlike an index's stop words: a word that may carry meaning counts. */
const ENGLISH_FUNCTION_WORDS = listed(`
  a an the this that these those it its it's itself he him his she her hers they them their theirs we us our ours you your
  yours i me my mine who whom whose which what when where why how is am are was were be been being do does did done doing
  have has had having will would shall should can could may might must not no nor and or but if then than so as at by for
  from in into of off on onto out over to up with without within about above below between through during before after
  again against also all any each every both few more most much many other another some such only own same too very just
  there here one ones because while until although though since unless however therefore thus hence per via etc upon
  toward towards among across along around behind beside besides beyond despite except like near under yet still even
  ever never always often sometimes let lets get gets got make makes made use used using say says said tell told know
  known mean means called rather quite down away today yesterday tomorrow
`);

const CHINESE_FUNCTION_WORDS = listed(`
  这个 那个 这些 那些 这种 那种 这样 那样 这里 那里 我们 你们 他们 她们 它们 自己 什么 怎么 怎样 如何 为什么 为何 哪些 哪个
  哪里 哪种 多少 以及 或者 并且 而且 但是 因为 所以 如果 虽然 然而 因此 由于 其中 其他 其它 之间 之后 之前 以上 以下 可以 可能
  能够 应该 需要 通过 进行 对于 关于 根据 按照 已经 正在 没有 不是 就是 还是 也是 都是 这是 是否 非常 比较 一些 一个 一种 许多
  很多 各种 同时 此外 另外 例如 比如 包括 主要 目前 现在 时候 方面 来说 而言 之一 等等 最后 首先 其次
`);

const JAPANESE_FUNCTION_WORDS = listed(`
  何 誰 為 事 物 時 所 者 場合 以上 以下 今回 自分 私 我々 彼 彼女 一つ 一部 全て 上記 下記 前述 後述 可能 必要 非常 様々
`);

/** Ways of asking in Japanese that are written with Chinese characters. */
const JAPANESE_ASKING = /何|分かり|述べ|書かれ/gu;

/** Ways of asking in Chinese, and particles: a question is cut there before its pairs of characters are taken. */
const CHINESE_FUNCTION_TEXTS =
  '有哪些信息 有哪些内容 说了什么 主要讲了 为什么 什么 怎么 怎样 如何 为何 哪些 哪个 哪里 哪种 多少 请问 关于 以及 有哪些 是 的 了 吗 呢 谁 哪'.split(
    ' ',
  );
const CHINESE_FUNCTION_STRINGS = new RegExp(CHINESE_FUNCTION_TEXTS.join('|'), 'gu');

/** All function words of English and Chinese: the terms that an analyzer makes of it say nothing about a topic. */
export const FUNCTION_TEXT = [...ENGLISH_FUNCTION_WORDS, ...CHINESE_FUNCTION_TEXTS].join(' ');

/** In Japanese, a term of Hiragana alone is mostly a particle or an ending. */
export const isHiragana = (term: string): boolean => /^[\p{Script=Hiragana}ー]+$/u.test(term);
