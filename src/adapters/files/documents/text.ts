import { docId } from '../../../base/types';
import { decodeFile } from './encoding';
import { UnreadFile, type DocumentReader } from './reader';

/** Plain text, kept as it is. */
export const readText: DocumentReader = ({ path, bytes }) => {
  const { text, encoding, message } = decodeFile(bytes);
  requireText(text);
  return Promise.resolve({ docs: [{ id: docId(path), title: '', text }], encoding, message });
};

/** @throws {UnreadFile} where there is nothing but white space */
export function requireText(text: string): void {
  if (text.trim() === '') throw new UnreadFile('empty', 'It holds no text. Leave it out, or give the file that does.');
}
