import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Hashes of a file, in hexadecimal. */
export interface FileHashes {
  readonly sha256: string;
  /** SHA-1 of the file as git keeps it: `blob <size>`, a zero byte, its content; null where it was not asked for. */
  readonly gitBlob: string | null;
}

export interface FileHasher {
  update(bytes: Uint8Array): void;
  hashes(): FileHashes;
}

/** @param bytes size of the whole file, with which git's hash begins @param git whether git's hash is wanted, too */
export function fileHasher(bytes: number, git: boolean): FileHasher {
  const whole = sha256.create();
  const blob = git ? sha1.create().update(utf8ToBytes(`blob ${bytes}\0`)) : null;
  return {
    update(chunk) {
      whole.update(chunk);
      blob?.update(chunk);
    },
    hashes: () => ({ sha256: bytesToHex(whole.digest()), gitBlob: blob && bytesToHex(blob.digest()) }),
  };
}

/** An expected hash that a file does not have; null where it has all that are expected. */
export function wrongHash(
  expected: { readonly sha256?: string; readonly gitBlob?: string },
  got: FileHashes,
): { readonly kind: string; readonly expected: string; readonly got: string } | null {
  if (expected.sha256 !== undefined && expected.sha256 !== got.sha256)
    return { kind: 'SHA-256', expected: expected.sha256, got: got.sha256 };
  if (expected.gitBlob !== undefined && got.gitBlob !== null && expected.gitBlob !== got.gitBlob)
    return { kind: 'git hash (SHA-1)', expected: expected.gitBlob, got: got.gitBlob };
  return null;
}
