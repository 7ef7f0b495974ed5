import { orNull, valueOf } from '../../../base/containers';
import { KANA } from '../../../domain/text/cjk';
import { franc } from 'franc-min';

/** Characters in frequent use by the standard of the encoding. Rarer ones are a few per cent of a text. */
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
  return valueOf(made, label, () => languagesOf(label));
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

export interface Decoded {
  readonly text: string;
  readonly encoding: string;
  /** Offsets in the text of the places where bytes make no character, neighbours as one. */
  readonly damaged: readonly number[];
}

/** Bytes that make no character, with the control characters behind them, which flipped bits make of other bytes. */
const DAMAGE = /\ufffd(?:\ufffd|(?![\t-\r])\p{Cc})*/gu;

/** @returns null where the encoding is unknown or gives no text */
export function decodedAs(label: string, bytes: Uint8Array): Decoded | null {
  const decoder = orNull(() => new TextDecoder(label));
  if (!decoder) return null;
  // As a stream, since Node 20 reads windows-1252 as Latin-1 otherwise.
  const text = decoder.decode(bytes, { stream: true }) + decoder.decode();
  // A file may hold U+FFFD itself: it is not damaged where all its bytes make characters.
  const damage = text.includes('\ufffd') && !isValid(label, bytes) ? Array.from(text.matchAll(DAMAGE)) : [];
  const sound = damage.length > 0 ? text.replace(DAMAGE, '') : text;
  return isText(sound) ? { text, encoding: decoder.encoding, damaged: damage.map(({ index }) => index) } : null;
}

const isValid = (label: string, bytes: Uint8Array): boolean =>
  orNull(() => new TextDecoder(label, { fatal: true }).decode(bytes)) !== null;

/** A few stray ones are in many real texts. */
function isText(text: string): boolean {
  let strange = 0;
  for (let at = 0; at < text.length; at++) if (isStrange(text.charCodeAt(at))) strange++;
  return strange <= 1 + text.length / 500;
}

/** Control characters but tab, line breaks, form feed and escape, and characters for private use. */
function isStrange(unit: number): boolean {
  if (unit < 0x20) return (unit < 0x09 || unit > 0x0d) && unit !== 0x1b;
  if (unit < 0xa0) return unit >= 0x7f && unit !== 0x85;
  return (unit >= 0xe000 && unit <= 0xf8ff) || unit >= 0xfffe;
}

export interface Plausibility {
  /** Share of them that the language uses, 0 to 1; 1 where there are none. */
  readonly share: number;
  readonly isLatin: boolean;
  readonly fitsWords: boolean;
  readonly isSure: boolean;
}

/** Usual non-ASCII lower-case letters by ISO 639-3: Unicode CLDR's main exemplars and those of common loan words. */
const LATIN_LETTERS: Readonly<Record<string, string>> = {
  cat: 'àçèéíïòóúü',
  ces: 'áčďéěíňóřšťúůýž',
  cym: 'âêîôûŵŷëïöü',
  dan: 'æøåéö',
  deu: 'äöüßé',
  // Of words that English took from other languages: café, façade, naïve, piñata, über.
  eng: 'éèêçïöüñàâ',
  est: 'äõöüšž',
  fin: 'äöåšž',
  fra: 'àâæçèéêëîïôœùûüÿ',
  hrv: 'čćđšž',
  hun: 'áéíóöőúüű',
  isl: 'áðéíóúýþæö',
  ita: 'àèéìîòù',
  lav: 'āčēģīķļņšūž',
  lit: 'ąčęėįšųūž',
  nld: 'éèëêïöüç',
  nor: 'æøåéòôê',
  pol: 'ąćęłńóśźż',
  por: 'ãáàâçéêíõóôúü',
  ron: 'ăâîșțşţ',
  slk: 'áäčďéíĺľňóôŕšťúýž',
  spa: 'áéíñóúü',
  sqi: 'çë',
  swe: 'åäöéàü',
  tur: 'çğıöşüâîû',
};

/** Other alphabets, by which letters are four fifths of a text: all letters of one code page are letters of another too. */
const ALPHABETS = [
  {
    letters: /\p{Script=Cyrillic}/u,
    // Russian, Ukrainian, Bulgarian, Serbian.
    frequent: ['оеаинтсрвлкмдпу', 'оаніиетрвслкудмп', 'аиоетнрсвлкдпмзъ', 'аиоенстрјкдвулмп'],
  },
  { letters: /\p{Script=Greek}/u, frequent: ['αοιετσνηρπκμλυςάίόέήδ'] },
  // Final forms are letters of their own.
  { letters: /\p{Script=Hebrew}/u, frequent: ['יוהלאמרתבשנםןדקחפ'] },
  { letters: /\p{Script=Arabic}/u, frequent: ['الينمروتبةعدسفهكقأحج'] },
  // Consonants, vowels and tone marks.
  { letters: /\p{Script=Thai}/u, frequent: ['านรกอเงลยมสวดทตบหค่้ัีิใแะ็ุข'] },
];

const SURE_SHARE = 0.95;
/** Characters from which an encoding is sure: the ASCII letters around those of the Latin alphabet say something too. */
const SURE_LATIN = 4;
const SURE_OTHERS = 12;
/** Of texts with as many ASCII letters, one character beyond ASCII says nothing: it may be damage. */
const LONG = 30;
const MIN_OF_LONG = 2;
/** Marks for each letter: a text of marks alone is another encoding. */
const MAX_MARKS = 0.25;
/** Share of the frequent letters in texts of a language, a little below what is usual. */
const FREQUENT_SHARE = 0.72;
/** Blanks between letters that are not Latin, for each of these, in languages that write none between words. */
const MAX_BLANKS = 0.1;

/** A blank and a hyphen. */
const SILENT = /[\u00a0\u00ad]/;
const MARK =
  /[«»‘’“”„‚‹›–—…•·§©®°±²³½¼¾×€£¥™№¡¿ªº´\u3000-\u303f\uff01-\uff60\uffe0-\uffe6\u2190-\u21ff\u2460-\u24ff\u25a0-\u25ff]/;
const INNER_MARK = /[’·]/;
const LATIN = /\p{Script=Latin}/u;
const ASCII_LETTER = /[a-z]/i;

interface Found {
  readonly total: number;
  /** In lower case, with how often they are there. */
  readonly letters: ReadonlyMap<string, number>;
  /** Letters that are not Latin, how many of them stand beside others of these, and how many beside ASCII letters. */
  readonly foreign: number;
  readonly foreignInRow: number;
  readonly foreignBesideAscii: number;
  /** How many stand behind a blank that others stand before. */
  readonly foreignApart: number;
  /** Marks in a place where marks stand, as far as there are letters for them. */
  readonly marks: number;
}

/** Their language is by ISO 639-3; `und` where there are too few of them. */
export function asciiWordsIn(bytes: Uint8Array) {
  const text = new TextDecoder('latin1').decode(bytes).replace(/[^\t-~]+/g, ' ');
  const letters = text.match(/[a-z]/gi)?.length ?? 0;
  return { letters, language: letters < LONG ? 'und' : franc(text) };
}

/** Whether some language has these characters, as opposed to bytes read in a wrong encoding. */
export function plausibilityOf({ text, encoding }: Decoded, words: ReturnType<typeof asciiWordsIn>): Plausibility {
  const found = charactersOf(text);
  if (found.total === 0) return { ...IMPLAUSIBLE, share: 1 };
  const latin = latinUsual(found, words.language);
  const letters = Math.max(
    latin,
    wideUsual(found, encoding),
    ...ALPHABETS.map((alphabet) => alphabetUsual(found, alphabet)),
  );
  const usual = letters + Math.min(found.marks, MAX_MARKS * (letters + words.letters));
  if (words.letters >= LONG && usual < MIN_OF_LONG) return IMPLAUSIBLE;
  const share = usual / found.total;
  const isLatin = latin === letters;
  // Accents are as rare in English as damage is.
  const isDoubtful = words.language === 'eng' && latin > 0;
  const isSure = share >= SURE_SHARE && usual >= (isLatin ? SURE_LATIN : SURE_OTHERS) && !isDoubtful;
  const own = LATIN_LETTERS[words.language];
  const fitsWords = own !== undefined && isLatin && usualIn(found, own) === latin;
  return { share, isLatin, fitsWords, isSure };
}

const IMPLAUSIBLE: Plausibility = { share: 0, isLatin: true, fitsWords: false, isSure: false };

function charactersOf(text: string): Found {
  const letters = new Map<string, number>();
  let [total, foreign, foreignInRow, foreignBesideAscii, foreignApart, marks] = [0, 0, 0, 0, 0, 0];
  const characters = [...text];
  for (const [at, character] of characters.entries()) {
    if (character <= '\x7f' || SILENT.test(character)) continue;
    total++;
    const [before, after] = [characters[at - 1] ?? ' ', characters[at + 1] ?? ' '];
    if (MARK.test(character)) {
      const isInside = ASCII_LETTER.test(before) && ASCII_LETTER.test(after);
      if (!isInside || INNER_MARK.test(character)) marks++;
      continue;
    }
    const lower = character.toLowerCase();
    // A capital behind a small letter.
    if (lower !== character && before !== before.toUpperCase()) continue;
    letters.set(lower, (letters.get(lower) ?? 0) + 1);
    if (LATIN.test(character)) continue;
    foreign++;
    if (isForeign(before) || isForeign(after)) foreignInRow++;
    if (before === ' ' && isForeign(characters[at - 2] ?? '')) foreignApart++;
    if (ASCII_LETTER.test(before) || ASCII_LETTER.test(after)) foreignBesideAscii++;
  }
  return { total, letters, foreign, foreignInRow, foreignBesideAscii, foreignApart, marks };
}

const isForeign = (character: string): boolean =>
  character > '\x7f' && !SILENT.test(character) && !MARK.test(character) && !LATIN.test(character);

function countIn({ letters }: Found, isUsual: (letter: string) => boolean): number {
  let count = 0;
  for (const [letter, times] of letters) if (isUsual(letter)) count += times;
  return count;
}

const usualIn = (found: Found, language: string): number => countIn(found, (letter) => language.includes(letter));

/** By the language of the words where that is English: another would have its letters in many words. */
const latinUsual = (found: Found, language: string): number =>
  language === 'eng'
    ? usualIn(found, LATIN_LETTERS.eng!)
    : Math.max(...Object.values(LATIN_LETTERS).map((own) => usualIn(found, own)));

const isInRows = ({ foreign, foreignInRow }: Found): boolean => foreign > 0 && foreignInRow * 2 >= foreign;

function wideUsual(found: Found, encoding: string): number {
  if (!isInRows(found)) return 0;
  const { foreign, foreignApart } = found;
  const usual = eastAsianLanguages(encoding).map(({ inUse, own, leastOwn, hasBlanks }) => {
    if (!hasBlanks && foreignApart > MAX_BLANKS * foreign) return 0;
    if (own && countIn(found, (letter) => own.test(letter)) < leastOwn * foreign) return 0;
    return countIn(found, (letter) => inUse.has(letter));
  });
  return Math.max(0, ...usual);
}

function alphabetUsual(found: Found, { letters, frequent }: (typeof ALPHABETS)[number]): number {
  const own = isInRows(found) ? countIn(found, (letter) => letters.test(letter)) : 0;
  if (own === 0) return 0;
  const share = Math.max(...frequent.map((list) => usualIn(found, list))) / own;
  return Math.max(0, own - found.foreignBesideAscii) * Math.min(1, share / FREQUENT_SHARE);
}
