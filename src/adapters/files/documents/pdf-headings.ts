import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Heading } from '../../../base/types';

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
