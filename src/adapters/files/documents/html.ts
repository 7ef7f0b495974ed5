import { decodeFile } from './encoding';
import { htmlText } from './html-text';
import { oneDoc, UnreadFile, type DocumentReader } from './reader';

const HEAD_BYTES = 4096;

export const readHtml: DocumentReader = ({ path, bytes }) => {
  const { text: html, ...rest } = decodeFile(bytes, declaredIn(bytes));
  const { title, text, headings } = htmlText(html);
  if (text === '')
    throw new UnreadFile(
      'empty',
      'The page holds no text: perhaps a script makes it. Save it from the browser after it was shown, or as PDF.',
    );
  return Promise.resolve(oneDoc(path, text, headings, title, rest));
};

function declaredIn(bytes: Uint8Array): string | null {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES));
  const found =
    /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ?? /<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  return found?.[1] ?? null;
}
