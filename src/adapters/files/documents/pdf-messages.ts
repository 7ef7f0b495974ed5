import type { PdfBytes } from './pdf-damage';
import { UnreadFile } from './reader';

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

/** Empty where none is damaged. */
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
