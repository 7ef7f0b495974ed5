import { decodeText } from './encoding';
import { oneDoc, type DocumentReader } from './reader';

/** Plain text, kept as it is. */
export const readText: DocumentReader = ({ path, bytes }) => {
  const { text, ...rest } = decodeText(bytes);
  return Promise.resolve(oneDoc(path, text, [], '', rest));
};
