import { oneInEvery } from './one-in-every';

/** Kana that are confused in typing or in writing: small and large, voiced and unvoiced, of similar shape. */
const PAIRS = [
  ...['ぁあ', 'ぃい', 'ぅう', 'ぇえ', 'ぉお', 'っつ', 'ゃや', 'ゅゆ', 'ょよ'],
  ...['かが', 'きぎ', 'くぐ', 'けげ', 'こご', 'さざ', 'しじ', 'すず', 'せぜ', 'そぞ', 'ただ', 'ちぢ', 'てで', 'とど'],
  ...['はば', 'ひび', 'ふぶ', 'へべ', 'ほぼ', 'ぬめ', 'ねれ', 'るろ'],
];
const KATAKANA_PAIRS = ['シツ', 'ソン', 'クワ', 'コユ', 'チテ', 'ヌス'];

const inKatakana = (pair: string): string =>
  String.fromCharCode(...Array.from(pair, (kana) => kana.charCodeAt(0) + 'ア'.charCodeAt(0) - 'あ'.charCodeAt(0)));

/** By kana, those it is confused with. */
const CONFUSED = new Map<string, string>();
for (const pair of [...PAIRS, ...PAIRS.map(inKatakana), ...KATAKANA_PAIRS])
  for (const [kana, other] of [pair, [...pair].reverse().join('')] as const)
    CONFUSED.set(kana!, (CONFUSED.get(kana!) ?? '') + other!);

/** One kana in so many is wrong, one in each question at least. */
const KANA_PER_ERROR = 10;

/**
 * One wrong kana in every ten that can be confused: small for large, voiced for unvoiced, or of similar shape, either way.
 * The text itself where it has none. Kanji stay.
 *
 * @param next numbers from 0 to below 1
 */
export function withKanaErrors(text: string, next: () => number): string {
  const characters = Array.from(text);
  const places = characters.flatMap((character, i) => (CONFUSED.has(character) ? [i] : []));
  const chosen = oneInEvery(KANA_PER_ERROR, places, next);
  return characters
    .map((character, i) => {
      const others = chosen.has(i) ? CONFUSED.get(character)! : character;
      return others[Math.floor(next() * others.length)]!;
    })
    .join('');
}
