import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { contentKey } from '../../../base/hash';
import type { Supplied } from './content';

/** SHA-256 of all that a brought file holds and can move a score. */
export function suppliedHash(content: Supplied): string {
  if (content.kind === 'rewrites') return contentKey({ rewrites: content.entries });
  const { dimensions, docs, queries, passages, questions } = content;
  const hash = sha256.create();
  hash.update(utf8ToBytes(JSON.stringify([dimensions, docs, queries])));
  for (const { buffer, byteOffset, byteLength } of [passages, questions])
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return bytesToHex(hash.digest());
}
