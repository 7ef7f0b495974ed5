/** Of the block CJK Radicals Supplement, which Unicode does not decompose: pairs of a radical and the character that it looks like. */
const SUPPLEMENT =
  '⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻌辶⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀';

const characters = new Map(
  Array.from({ length: SUPPLEMENT.length / 2 }, (_, i) => [SUPPLEMENT.charAt(2 * i), SUPPLEMENT.charAt(2 * i + 1)]),
);

const RADICALS = /[\u2e80-\u2fd5]/g;
const DOT_OF_NAMES = /(?<=\p{Script=Katakana})\u2027(?=\p{Script=Katakana})/gu;

/**
 * Replaces radicals by the ideographs that look the same. Fonts share one glyph for both, and programs that print a PDF
 * (Chromium among them) emit the radical: the word would never be found. So too the dot between name parts in katakana.
 */
export const withoutRadicals = (text: string): string =>
  text.replace(RADICALS, (radical) => characters.get(radical) ?? radical.normalize('NFKC')).replace(DOT_OF_NAMES, '・');
