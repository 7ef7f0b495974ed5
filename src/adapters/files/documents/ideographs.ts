import { KANA } from '../../../domain/text/cjk';

/**
 * Characters in use, by the standard of the encoding: a first level of frequent characters (GB 2312, Big5, JIS X 0208)
 * or all syllables (KS X 1001). Rarer ones make a few per cent of a text.
 */
interface EastAsianLanguage {
  readonly inUse: ReadonlySet<string>;
  /** Characters that other languages do not have, and the least share of them in a text. */
  readonly own: RegExp | null;
  readonly leastOwn: number;
  readonly hasBlanks: boolean;
}

const KANA_IN_USE = Array.from({ length: 0x30ff - 0x3040 }, (_, i) => String.fromCharCode(0x3041 + i));
const CHINESE = { own: null, leastOwn: 0, hasBlanks: false };

const made = new Map<string, readonly EastAsianLanguage[]>();

/** Languages of an encoding, by its label; all for Unicode's. Built on first use, from the decoders' tables. */
export function eastAsianLanguages(label: string): readonly EastAsianLanguage[] {
  const languages = made.get(label) ?? languagesOf(label);
  made.set(label, languages);
  return languages;
}

function languagesOf(label: string): readonly EastAsianLanguage[] {
  switch (label) {
    case 'euc-kr': {
      const inUse = rows('euc-kr', [0xb0, 0xc8], [0xa1, 0xfe]);
      return [{ inUse, own: /\p{Script=Hangul}/u, leastOwn: 0.65, hasBlanks: true }];
    }
    case 'shift_jis':
    case 'iso-2022-jp':
    case 'euc-jp': {
      const inUse = new Set([...rows('euc-jp', [0xb0, 0xcf], [0xa1, 0xfe]), ...KANA_IN_USE]);
      return [{ inUse, own: KANA, leastOwn: 0.2, hasBlanks: false }];
    }
    case 'big5':
      return [{ ...CHINESE, inUse: rows('big5', [0xa4, 0xc6], [0x40, 0xfe]) }];
    case 'gb18030':
      return [{ ...CHINESE, inUse: rows('gb18030', [0xb0, 0xd7], [0xa1, 0xfe]) }];
    case 'utf-16le':
    case 'utf-16be':
      return ['euc-kr', 'euc-jp', 'big5', 'gb18030'].flatMap(eastAsianLanguages);
    default:
      return [];
  }
}

type Range = readonly [number, number];

function rows(encoding: string, leads: Range, trails: Range): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let lead = leads[0]; lead <= leads[1]; lead++)
    for (let trace = trails[0]; trace <= trails[1]; trace++) {
      const text = decoder.decode(Uint8Array.of(lead, trace));
      if (text.length === 1 && text !== '\ufffd') found.add(text);
    }
  return found;
}
