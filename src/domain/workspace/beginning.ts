export const WORKSPACE_FORMAT = 'hitrate-workspace';
export const MANIFEST_PATH = 'manifest.json';

export const ZIP_SIGNATURE = [0x50, 0x4b, 0x03, 0x04];
/** Length of the header of an entry before its name (APPNOTE.TXT of PKWARE, section 4.3.7). */
export const ZIP_HEADER_BYTES = 30;
const BEGINNING = Uint8Array.from(`${MANIFEST_PATH}{"format":"${WORKSPACE_FORMAT}"`, (letter) => letter.charCodeAt(0));

/** So many bytes at the beginning of a file tell whether it is a workspace. */
export const WORKSPACE_HEAD_BYTES = ZIP_HEADER_BYTES + BEGINNING.length;

/** Whether a file begins as a workspace that the app wrote: the manifest is its first entry and is not compressed. */
export const beginsAsWorkspace = (bytes: Uint8Array): boolean =>
  ZIP_SIGNATURE.every((byte, i) => bytes[i] === byte) &&
  BEGINNING.every((byte, i) => bytes[ZIP_HEADER_BYTES + i] === byte);
