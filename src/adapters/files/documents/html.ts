import { docId, type Doc } from '../../../base/types';
import { decodeFile } from './encoding';
import { htmlText } from './html-text';
import { UnreadFile, type DocumentReader } from './reader';

const HEAD_BYTES = 4096;

/** The text of a page, with its title and headings. */
export const readHtml: DocumentReader = ({ path, bytes }) => {
  const { text: html, encoding, message } = decodeFile(bytes, declaredIn(bytes));
  const { title, text, headings } = htmlText(html);
  if (text === '')
    throw new UnreadFile(
      'empty',
      'The page holds no text: perhaps a script makes it. Save it from the browser after it was shown, or as PDF.',
    );
  const top = headings.find(({ level }) => level === 1)?.text ?? '';
  const doc: Doc = {
    id: docId(path),
    title: title || top,
    text,
    ...(headings.length > 0 && { outline: { pages: [], headings } }),
  };
  return Promise.resolve({ docs: [doc], encoding, message });
};

/** The encoding that a page declares at its beginning, in HTML or XML. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const found =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  return found?.[1] ?? null;
}
