export interface PrintedPage {
  /** In points. */
  readonly width: number;
  readonly height: number;
  /** In the order in which it was drawn, which Chromium takes from the document. */
  readonly text: string;
}

/** What a PDF says, page by page. */
export async function printedPages(pdf: Buffer): Promise<PrintedPage[]> {
  // Looked for when it is loaded; text needs none.
  (globalThis as { DOMMatrix?: unknown }).DOMMatrix ??= class {};
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const pages: PrintedPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    pages.push({ width, height, text: items.map((item) => ('str' in item ? item.str : '')).join('') });
  }
  await document.destroy();
  return pages;
}

/** White space is where lines break, and elsewhere. */
export const closed = (text: string): string => text.replace(/\s/g, '');
