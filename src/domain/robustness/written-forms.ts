import { CJK } from '../text/cjk';

/** In lower case; in capitals where it is in lower case already. */
export function otherCase(text: string): string {
  const lower = text.toLowerCase();
  return lower === text ? text.toUpperCase() : lower;
}

/** Latin letters without their accents: `Größe` is `Große`, `café` is `cafe`. Letters of other scripts keep their marks. */
export const withoutDiacritics = (text: string): string =>
  text.normalize('NFC') === text || text.normalize('NFD') === text
    ? text
        .normalize('NFD')
        .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
        .normalize('NFC')
    : text;

const FULL_WIDTH = 'Ａ'.charCodeAt(0) - 'A'.charCodeAt(0);

/**
 * Letters and digits of the other width in a question of Chinese, Japanese or Korean: `5G 通信` is `５Ｇ 通信`, and back.
 * Other questions are typed in one width.
 */
export function otherWidth(text: string): string {
  if (!CJK.test(text)) return text;
  const moved = (by: number) => (character: string) => String.fromCharCode(character.charCodeAt(0) + by);
  const half = text.replace(/[Ａ-Ｚａ-ｚ０-９]/g, moved(-FULL_WIDTH));
  return half === text ? text.replace(/[A-Za-z0-9]/g, moved(FULL_WIDTH)) : half;
}
