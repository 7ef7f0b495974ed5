import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Heading } from '../../../base/types';
import { Unzlib } from 'fflate';
import { mebibytes } from '../../../domain/dataset/problem';
import { UnreadFile } from './reader';

/** Of the block CJK Radicals Supplement, which Unicode does not decompose: pairs of a radical and the character that it looks like. */
const SUPPLEMENT =
  '⺠民⻁虎⻄西⻅见⻆角⻉贝⻋车⻌辶⻑長⻓长⻔门⻘青⻙韦⻚页⻛风⻜飞⻝食⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻲亀';

const characters = new Map(
  Array.from({ length: SUPPLEMENT.length / 2 }, (_, i) => [SUPPLEMENT.charAt(2 * i), SUPPLEMENT.charAt(2 * i + 1)]),
);

const RADICALS = /[\u2e80-\u2fd5]/g;
const DOT_OF_NAMES = /(?<=\p{Script=Katakana})\u2027(?=\p{Script=Katakana})/gu;

/** Replaces radicals by ideographs that look the same: Chromium's PDFs hold the radical, and words are not found. */
export const withoutRadicals = (text: string): string =>
  text.replace(RADICALS, (radical) => characters.get(radical) ?? radical.normalize('NFKC')).replace(DOT_OF_NAMES, '・');

interface Bookmark {
  readonly title: string;
  readonly dest: unknown;
  readonly items: readonly Bookmark[];
}

/** Headings of a PDF's outline whose words are on the pages that it names. @param pages where each begins */
export async function headingsFrom(
  pdf: PDFDocumentProxy,
  { text, pages }: { readonly text: string; readonly pages: readonly number[] },
  most: number,
): Promise<Heading[]> {
  const found: Heading[] = [];
  let from = 0;
  let looked = 0;
  for (const { bookmark, level } of flat((await pdf.getOutline()) as readonly Bookmark[] | null)) {
    if (++looked > most) break;
    const page = await pageOf(pdf, bookmark.dest);
    if (page === null) continue;
    const heading = find(
      withoutRadicals(bookmark.title),
      text,
      Math.max(from, pages[page] ?? 0),
      pages[page + 1] ?? text.length,
    );
    if (!heading) continue;
    found.push({
      start: heading.start,
      level,
      text: text.slice(heading.start, heading.end).replace(/\s+/g, ' ').trim(),
    });
    from = heading.end;
  }
  return found;
}

/** Without calls inside each other, each of which would be passed for every bookmark below it. */
function* flat(items: readonly Bookmark[] | null): Generator<{ bookmark: Bookmark; level: number }> {
  const rest = (items ?? []).map((bookmark) => ({ bookmark, level: 1 })).reverse();
  for (let next = rest.pop(); next; next = rest.pop()) {
    yield next;
    const level = next.level + 1;
    for (const bookmark of next.bookmark.items.toReversed()) rest.push({ bookmark, level });
  }
}

/** Counted from 0; null where the outline leads out of the file or nowhere. */
async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number | null> {
  try {
    const explicit: unknown = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
    if (typeof target === 'number') return target;
    return target === null || target === undefined
      ? null
      : await pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0]);
  } catch {
    // A bookmark to a page that is not there is no reason to leave out the text.
    return null;
  }
}

/** At the beginning of a line, whatever white space is between its characters. */
function find(title: string, text: string, from: number, to: number): { start: number; end: number } | null {
  const characters = [...title.replace(/\s+/g, '')].map((character) =>
    character.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'),
  );
  if (characters.length === 0) return null;
  const pattern = new RegExp(`(?<=^|\\n)${characters.join('\\s*')}`, 'gu');
  pattern.lastIndex = from;
  // Not the whole text for each bookmark; white space between characters is a line break or two.
  const match = pattern.exec(text.slice(0, to + 4 * title.length));
  return match && match.index < to ? { start: match.index, end: pattern.lastIndex } : null;
}

export interface PdfLimits {
  /** Bytes that one stream of drawing unpacks to: maps and plans of whole cities have a tenth. */
  readonly streamBytes: number;
  /** Runs of glyphs on one page: a page that is covered by small letters, each drawn by itself, has fewer. */
  readonly pageItems: number;
  readonly pages: number;
  readonly bookmarks: number;
}

export const PDF_LIMITS: PdfLimits = { streamBytes: 2 ** 26, pageItems: 50_000, pages: 100_000, bookmarks: 20_000 };

const STREAM = [...'stream'].map((character) => character.charCodeAt(0));
/** A dictionary before a stream is shorter; what is longer is not looked at whole. */
const DICTIONARY_BYTES = 4096;
/** Bytes given to the unpacker at once: each unpacks to a thousand times as many at most. */
const STEP = 2 ** 12;

/** Counts what deflated streams unpack to: pdf.js cannot be stopped while it unpacks very many bytes. */
export function checkStreams(bytes: Uint8Array, { streamBytes }: PdfLimits = PDF_LIMITS): void {
  const decoder = new TextDecoder('latin1');
  for (let at = nextStream(bytes, 0); at !== -1; at = nextStream(bytes, at + 1)) {
    const head = decoder.decode(bytes.subarray(Math.max(0, at - DICTIONARY_BYTES), at));
    const dictionary = head.slice(head.lastIndexOf(' obj') + 1);
    const layers = layersOf(dictionary);
    if (layers === 0 || /\/Subtype\s*\/Image/.test(dictionary)) continue;
    const isTooMuch = exceeds(bytes, bodyOf(bytes, at), layers, streamBytes);
    if (isTooMuch)
      throw new UnreadFile(
        'too-large',
        `One of its streams unpacks to more than ${mebibytes(streamBytes)}. Print it again as PDF, or save it as text.`,
      );
  }
}

function nextStream(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(STREAM[0]!, from); at !== -1; at = bytes.indexOf(STREAM[0]!, at + 1))
    if (STREAM.every((unit, i) => bytes[at + i] === unit) && bytes[at - 1] !== 0x64) return at;
  return -1;
}

/** How many times a stream is packed by deflate, where that is all that was done to it; else 0. */
function layersOf(dictionary: string): number {
  const filters = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary);
  const names = (filters?.[1] ?? filters?.[2] ?? '').split(/[\s/]+/).filter((name) => name !== '');
  return names.every((name) => name === 'FlateDecode' || name === 'Fl') ? names.length : 0;
}

function bodyOf(bytes: Uint8Array, at: number): number {
  const end = at + STREAM.length;
  return end + (bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? 2 : 1);
}

function exceeds(bytes: Uint8Array, from: number, layers: number, most: number): boolean {
  let [largest, isDone] = [0, false];
  let push = (_: Uint8Array, isFinal: boolean): void => void (isDone ||= isFinal);
  for (let layer = 0; layer < layers; layer++) {
    const next = push;
    let count = 0;
    const unpacker = new Unzlib((chunk, isFinal) => {
      largest = Math.max(largest, (count += chunk.length));
      next(chunk, isFinal);
    });
    push = (chunk) => unpacker.push(chunk);
  }
  try {
    for (let at = from; at < bytes.length && largest <= most && !isDone; at += STEP)
      push(bytes.subarray(at, at + STEP), false);
  } catch {
    // What is damaged is for pdf.js to tell.
  }
  return largest > most;
}
