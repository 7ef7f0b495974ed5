import { Inflate } from 'pako';
import { valueOf } from '../../../base/containers';
import { CHINESE_OR_JAPANESE, HAN } from '../../../domain/text/cjk';
import { eastAsianLanguages } from './plausible';
import { mebibytes } from '../../../domain/dataset/problem';
import { PDF_LIMITS } from './pdf-headings';
import { UnreadFile } from './reader';

/** Letters that follow each one in two or more Latin-script languages: franc's 300 top trigrams of 43 languages. */
const FOLLOWING: Readonly<Record<string, string>> = {
  a: 'abcdefghijklmnopqrstuvwxyz',
  b: 'abeiloruwy',
  c: 'aehiklotuy',
  d: 'adehijlnorsuwyz',
  e: 'abcdefghijklmnoprstuvwxyz',
  f: 'aeiortu',
  g: 'abdeghikloprstuwxy',
  h: 'aeilnorstuwy',
  i: 'abcdefghijklmnopqrstuvwxyz',
  j: 'aehinosu',
  k: 'adehikloprstuvwy',
  l: 'adegijklmnoqstuwy',
  m: 'abefgijklmopstuw',
  n: 'abcdeghijklmnostuvxyz',
  o: 'abcdfghijklmnoprstuvwxyz',
  p: 'aehiloru',
  q: 'ailou',
  r: 'abcdeghijklmnorstuwy',
  s: 'acehiklmnopstuvwyz',
  t: 'adehiklmnorstuvwy',
  u: 'abcdefghijklmnpqrstuvwxyz',
  v: 'aeijlnoruy',
  w: 'aeinosuy',
  x: 'ai',
  y: 'acdeilmnostuwy',
  z: 'adehiouwy',
};

const SCRIPTS = ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Thai', 'Hangul', 'Devanagari'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);
const LETTER = /\p{L}/u;
const BREAKS_WORDS = /[!"#$%&*+<=>@\\^`{|}~\d]/;
/** Characters that fonts have without saying what they mean, and what is read of damaged bytes. */
const UNMAPPED = /[\p{Co}\p{Cn}\ufffd]|(?![\t-\r])\p{Cc}/u;

const MIN_PAIRS = 30;
/** Share of improbable pairs: texts have up to a tenth, shifted or unmapped ones half and more. */
const GARBLED = 0.3;

/** Whether letters follow each other as in no language, scripts change within words, or characters mean nothing. */
export function isGarbled(text: string): boolean {
  let [pairs, improbable] = [0, 0];
  const known = new Map<string, boolean>();
  let before = ' ';
  for (const character of text.replace(/\s+/g, ' ')) {
    if (character !== ' ' && before !== ' ') {
      pairs++;
      const pair = before + character;
      const last = before;
      if (valueOf(known, pair, () => isImprobable(last, character))) improbable++;
    }
    before = character;
  }
  return pairs >= MIN_PAIRS && improbable > GARBLED * pairs;
}

function isImprobable(a: string, b: string): boolean {
  if (UNMAPPED.test(a) || UNMAPPED.test(b)) return true;
  const [lowerA, lowerB] = [a.toLowerCase(), b.toLowerCase()];
  const following = FOLLOWING[lowerA];
  if (following !== undefined && lowerB in FOLLOWING)
    return !following.includes(lowerB) || (a === lowerA && b !== lowerB);
  if (!LETTER.test(a)) return BREAKS_WORDS.test(a) && LETTER.test(b);
  if (BREAKS_WORDS.test(b)) return !CHINESE_OR_JAPANESE.test(a);
  return LETTER.test(b) && (isRare(a) || isRare(b) || scriptOf(a) !== scriptOf(b));
}

function scriptOf(letter: string): number {
  const script = CHINESE_OR_JAPANESE.test(letter) ? 0 : SCRIPTS.findIndex((each) => each.test(letter));
  return SCRIPTS[script] === SCRIPTS[6] ? 0 : script;
}

const isRare = (letter: string): boolean =>
  HAN.test(letter) && !eastAsianLanguages('utf-16le').some(({ inUse }) => inUse.has(letter));

type PdfBytes = ReturnType<typeof checkedPdf>;

/** A dictionary before a stream is shorter; what is longer is not looked at whole. */
const DICTIONARY_BYTES = 4096;
const FILTERS = /\/Filter\s*(?:\[([^\]]*)\]|\/(\w+))/;
const PICTURE = /\/Subtype\s*\/Image\b/;
const LENGTH = /\/Length\s+(\d+)(?!\s+\d+\s+R)/;

/**
 * Checks deflated parts against their Adler-32 (RFC 1950), which pdf.js ignores: text would be missing.
 * @param most bytes that a part may unpack to; checked first, as unpacking cannot be stopped
 * @throws {UnreadFile} where one unpacks to more
 */
export function checkedPdf(bytes: Uint8Array<ArrayBuffer>, most = PDF_LIMITS.streamBytes) {
  let [damaged, compressed, hasPictures] = [0, 0, false];
  // What is encrypted is unpacked after it was decrypted.
  const isEncrypted = placeOf('/Encrypt', bytes, 0) !== -1;
  for (let at = 0; (at = placeOf('stream', bytes, at)) !== -1;) {
    at += 'stream'.length;
    const dictionary = dictionaryBefore(bytes, at - 'stream'.length);
    const isPicture = PICTURE.test(dictionary);
    hasPictures ||= isPicture;
    const { isAscii85, layers } = packingOf(dictionary);
    if (isPicture || layers === 0 || isEncrypted) continue;
    compressed++;
    const start = at + /^(?:\r?\n)?/.exec(latin1(bytes, at, at + 2))![0].length;
    const isSound = endsOf(bytes, dictionary, start).some((end) => {
      const part = bytes.subarray(start, end);
      return unpacks(isAscii85 ? fromAscii85(part) : part, layers, most);
    });
    if (!isSound) damaged++;
  }
  return { damaged, compressed, hasPictures };
}

const latin1 = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, from), to));

/** Where the next one of a word begins; −1 if nowhere. The whole file as a string would take twice its memory. */
function placeOf(word: string, bytes: Uint8Array, from: number): number {
  const [first, ...rest] = [...word].map((letter) => letter.charCodeAt(0));
  let at = bytes.indexOf(first!, from);
  while (at !== -1 && rest.some((byte, i) => bytes[at + 1 + i] !== byte)) at = bytes.indexOf(first!, at + 1);
  return at;
}

/** How many times a stream is deflated, where nothing else but ASCII85 was done to it; else 0. */
function packingOf(dictionary: string): { isAscii85: boolean; layers: number } {
  const filters = FILTERS.exec(dictionary);
  const names = (filters?.[1] ?? filters?.[2] ?? '').split(/[\s/]+/).filter((name) => name !== '');
  const isAscii85 = names[0] === 'ASCII85Decode';
  const packed = isAscii85 ? names.slice(1) : names;
  const isFlate = packed.every((name) => name === 'FlateDecode' || name === 'Fl');
  return { isAscii85, layers: isFlate ? packed.length : 0 };
}

/** The dictionary of a stream, which stands before it (ISO 32000-1, section 7.3.8); empty where there is none. */
function dictionaryBefore(bytes: Uint8Array, stream: number): string {
  const before = latin1(bytes, stream - DICTIONARY_BYTES, stream).trimEnd();
  return before.endsWith('>>') ? before.slice(before.lastIndexOf(' obj') + 1) : '';
}

/** Where a stream may end: as its length says, or with or without the line break before `endstream`. */
function endsOf(bytes: Uint8Array, dictionary: string, start: number): number[] {
  const length = LENGTH.exec(dictionary);
  const found = placeOf('endstream', bytes, start);
  const end = found === -1 ? bytes.length : found;
  const lineBreak = /\r?\n$|\r$/.exec(latin1(bytes, Math.max(start, end - 2), end))?.[0].length ?? 0;
  return [...new Set([...(length ? [start + Number(length[1])] : []), end - lineBreak, end])];
}

/** Without streams of the platform, each of which takes a millisecond and more: a page is a stream, and a small one. */
function unpacks(part: Uint8Array, layers: number, most: number): boolean {
  let packed = part;
  for (let layer = 0; layer < layers; layer++) {
    let unpacked = 0;
    const inflate = new Inflate({ windowBits: 15 });
    inflate.onData = (chunk) => {
      unpacked += chunk.length;
      if (unpacked > most) throw tooMuch(most);
      inflate.chunks.push(chunk);
    };
    inflate.push(packed, true);
    if (inflate.err !== 0 || !inflate.ended) return false;
    packed = inflate.result as Uint8Array;
  }
  return true;
}

const tooMuch = (most: number): UnreadFile =>
  new UnreadFile(
    'too-large',
    `One of its streams unpacks to more than ${mebibytes(most)}. Print it again as PDF, or save it as text.`,
  );

/** ISO 32000-1, section 7.4.3: five characters for four bytes, `z` for four zeros, `~>` at the end. */
function fromAscii85(text: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let group: number[] = [];
  const write = (digits: readonly number[], count: number): void => {
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < count; at++) bytes.push(Math.floor(value / 256 ** (3 - at)) % 256);
  };
  for (const unit of text) {
    if (unit === 0x7e) break;
    if (unit === 0x7a) write([0], 4);
    else if (unit >= 0x21 && unit <= 0x75) group.push(unit - 0x21);
    if (group.length < 5) continue;
    write(group, 4);
    group = [];
  }
  if (group.length > 1) write([...group, 84, 84, 84, 84].slice(0, 5), group.length - 1);
  return Uint8Array.from(bytes);
}

const AGAIN = 'Get an undamaged copy, or open it in a viewer, compare, and print it again as PDF.';
const OCR = 'run OCR on the file first, and add the result.';

export function noText(pages: number, checked: PdfBytes): UnreadFile {
  const none = `None of its pages (${pages}) holds text`;
  if (checked.damaged > 0) return new UnreadFile('broken', `${none}: the PDF is damaged. ${damagedParts(checked)}`);
  if (checked.hasPictures)
    return new UnreadFile('empty', `${none}: it is probably a scanned PDF. Run OCR on it first, and add the result.`);
  const why = 'and it holds no picture of a scanned page: its text is drawn as lines, or the PDF is damaged';
  return new UnreadFile('empty', `${none}, ${why}. Open it in a viewer: if it shows text, ${OCR}`);
}

export function silentPages(silent: readonly number[], pages: number, { damaged, hasPictures }: PdfBytes): string {
  const none = `${silent.length} of ${pages} pages ${silent.length === 1 ? 'holds' : 'hold'} no text (${listed(silent)})`;
  if (damaged > 0) return `${none}.`;
  return `${none}, only ${hasPictures ? 'pictures' : 'drawings'} or nothing. If they are scans, ${OCR}`;
}

export function garbledPages(garbled: readonly number[], pages: number): string {
  const count = `${garbled.length} of ${pages} pages ${garbled.length === 1 ? 'has' : 'have'}`;
  return (
    `${count} text that is of no language (${listed(garbled)}): fonts do not say what their characters are, or the ` +
    'PDF is damaged. Run OCR on it, or print it again as PDF.'
  );
}

export function damagedParts({ damaged, compressed }: PdfBytes): string {
  if (damaged === 0) return '';
  const are = damaged === 1 ? 'is' : 'are';
  return (
    `${damaged} of ${compressed} compressed parts of the PDF ${are} damaged: characters, lines or pages may be missing ` +
    `or wrong. ${AGAIN}`
  );
}

const MAX_LISTED = 10;

function listed(pages: readonly number[]): string {
  const more = pages.length > MAX_LISTED ? ` and ${pages.length - MAX_LISTED} more` : '';
  return `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, MAX_LISTED).join(', ')}${more}`;
}
