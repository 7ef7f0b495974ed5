// Puts itself where pdf.js finds it, so that no worker is made inside this one, which the policy of the page forbids.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
// The legacy build: the plain one needs what the newest browsers alone have.
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextContent } from 'pdfjs-dist/types/src/display/api';
import { docId, type Doc } from '../../../base/types';
import { isGarbled, checkedPdf, damagedParts, garbledPages, noText, silentPages } from './pdf-damage';
import { headingsFrom, PDF_LIMITS, type PdfLimits } from './pdf-headings';
import type { PdfLine } from './pdf-columns';
import { linesOf, pageText } from './pdf-lines';
import { runningLines } from './pdf-running-lines';
import {
  joinMessages,
  reasonOf,
  UnreadFile,
  type CMapReader,
  type DocumentFile,
  type DocumentReader,
  type FileReading,
  type ReadingMeans,
  titleFromMetadata,
} from './reader';

export const readPdf: DocumentReader = (file, means) => readPdfWithin(PDF_LIMITS, file, means);

export async function readPdfWithin(
  limits: PdfLimits,
  { path, bytes }: DocumentFile,
  { readCMap }: ReadingMeans,
): Promise<FileReading> {
  const maps = mapsFrom(readCMap);
  // Before pdf.js takes the bytes.
  const checked = checkedPdf(bytes, limits.streamBytes);
  const task = getDocument({ ...OPTIONS, data: bytes, BinaryDataFactory: maps.Factory });
  try {
    const pdf = await task.promise;
    const { text, pages, silent, garbled } = await textOf(pdf, limits);
    if (maps.failed.length > 0) throw mapsMissing(maps.failed);
    if (text === '') throw noText(pdf.numPages, checked);
    if (garbled.length * 2 > pdf.numPages - silent.length)
      throw new UnreadFile('broken', `${garbledPages(garbled, pdf.numPages)} ${damagedParts(checked)}`.trim());
    const nameless = (text.match(NAMELESS)?.length ?? 0) / text.length;
    if (nameless > MOSTLY) throw new UnreadFile('empty', namelessText(nameless));
    const headings = await headingsFrom(pdf, { text, pages }, limits.bookmarks);
    const written = titleFromMetadata(((await pdf.getMetadata()).info as { Title?: unknown }).Title);
    const title = written || (headings.find(({ level }) => level === 1)?.text ?? '');
    const doc: Doc = { id: docId(path), title, text, outline: { pages, headings } };
    const message = joinMessages(
      silent.length > 0 ? silentPages(silent, pdf.numPages, checked) : null,
      garbled.length > 0 ? garbledPages(garbled, pdf.numPages) : null,
      nameless > NOTABLY ? namelessText(nameless) : null,
      damagedParts(checked),
    );
    return { docs: [doc], encoding: null, message };
  } catch (error) {
    if (error instanceof UnreadFile) throw error;
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadFile('encrypted', 'It is locked by a password. Save it without one, and add it again.');
    if (maps.failed.length > 0) throw mapsMissing(maps.failed);
    const again = 'Open it in a viewer, and save or print it again as PDF.';
    throw new UnreadFile('broken', `The PDF is damaged (${reasonOf(error)}). ${again}`);
  } finally {
    await task.destroy();
  }
}

const OPTIONS = {
  cMapUrl: 'cmaps/',
  cMapPacked: true,
  useWorkerFetch: false,
  // Tried by `new Function`, which the policy refuses and reports.
  isEvalSupported: false,
  // Nothing is drawn: no fonts, no pictures.
  disableFontFace: true,
  useSystemFonts: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  useWasm: false,
  // A page that cannot be read is reported, not left out.
  stopAtErrors: true,
  verbosity: 0,
} as const;

/** Gives pdf.js the character maps that a file names, and notes those that could not be had: their text would be lost. */
function mapsFrom(readCMap: CMapReader): { readonly failed: string[]; readonly Factory: new () => object } {
  const failed: string[] = [];
  class Factory {
    async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
      // Outlines of fonts, which text does not need.
      if (kind !== 'cMapUrl') throw new Error(`Not used for text: ${filename}`);
      const name = filename.replace(/\.bcmap$/, '');
      try {
        return await readCMap(name);
      } catch (error) {
        failed.push(name);
        throw error;
      }
    }
  }
  return { failed, Factory };
}

const mapsMissing = (names: readonly string[]): UnreadFile =>
  new UnreadFile(
    'broken',
    `Its text is written with the character map ${names.join(', ')}, which could not be loaded. If that is the name of a ` +
      'usual one, connect to the network and add the file again; else print it again as PDF.',
  );

/** Characters for private use, which fonts have that do not say what their glyphs mean. Some are bullets and symbols. */
const NAMELESS = /[\p{Co}\p{Cn}\ufffd]/gu;
const NOTABLY = 0.05;
const MOSTLY = 0.5;

const namelessText = (share: number): string =>
  `Its fonts do not say what ${Math.round(share * 100)} % of its characters are. Run OCR on it, and add the result.`;

async function textOf(pdf: PDFDocumentProxy, limits: PdfLimits) {
  if (pdf.numPages > limits.pages)
    throw new UnreadFile('too-large', `It has more than ${limits.pages} pages. Split it.`);
  const drawn: PdfLine[][] = [];
  const [silent, garbled, pages]: [number[], number[], number[]] = [[], [], []];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { lines, glyphs } = await linesOn(page, limits.pageItems);
    if (lines.length === 0) silent.push(number);
    if (isGarbled(glyphs)) garbled.push(number);
    drawn.push(lines);
    page.cleanup();
  }
  let text = '';
  const running = runningLines(drawn);
  for (const lines of drawn) {
    const body = lines.filter((line) => !running.has(line));
    // A page that has nothing else says it.
    const own = pageText(body.length > 0 ? body : lines);
    if (own !== '' && text !== '') text += '\n\n';
    pages.push(text.length);
    text += own;
  }
  return { text, pages, silent, garbled };
}

async function linesOn(page: PDFPageProxy, maxItems: number) {
  const { items, styles } = await contentOf(page, maxItems);
  const runs = items.flatMap((item) =>
    'str' in item
      ? [{ ...item, transform: item.transform as number[], isVertical: styles[item.fontName]?.vertical === true }]
      : [],
  );
  return { lines: linesOf(runs), glyphs: runs.map(({ str }) => str).join('\n') };
}

/** What `getTextContent` gives, counted while it comes: a drawing that draws another twice, and so on, has no end. */
async function contentOf(page: PDFPageProxy, maxItems: number): Promise<Pick<TextContent, 'items' | 'styles'>> {
  const items: TextContent['items'] = [];
  const styles: TextContent['styles'] = {};
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { items, styles };
    items.push(...value.items);
    Object.assign(styles, value.styles);
    if (items.length <= maxItems) continue;
    await reader.cancel(new Error('too many'));
    throw new UnreadFile(
      'too-large',
      `Page ${page.pageNumber} has more than ${maxItems} pieces of text. Print the file again as PDF, or save it as text.`,
    );
  }
}
