import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PackedRun } from './packed';

/** SHA-256 of all that a run holds: questions, documents, order and scores. */
export function runHash({ queries, docs, rankings }: PackedRun): string {
  const hash = sha256.create();
  hash.update(utf8ToBytes(JSON.stringify([queries, docs])));
  for (const { buffer, byteOffset, byteLength } of [rankings.offsets, rankings.docs, rankings.scores])
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return bytesToHex(hash.digest());
}
