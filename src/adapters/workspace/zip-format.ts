/** Headers of a zip, as APPNOTE.TXT of PKWARE (6.3.3) has them in sections 4.3.7, 4.3.12 and 4.3.16; no ZIP64. */

export const STORED = 0;
export const DEFLATED = 8;
export const LOCAL_BYTES = 30;
export const MAX_ZIP_BYTES = 0xffffffff;
export const MAX_ZIP_ENTRIES = 0xffff;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** 2.0: folders and deflate. */
const VERSION = 20;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** Sizes follow the bytes of the entry. */
const DESCRIPTOR = 0x0008;
/** Midnight of 1 January 1980, the first day that a zip knows: equal contents give equal bytes. */
const DATE = 0x0021;

/** An entry as it lies in a zip. */
export interface ZipEntry {
  readonly path: string;
  readonly method: typeof STORED | typeof DEFLATED;
  readonly crc32: number;
  /** Unpacked. */
  readonly bytes: number;
  readonly packedBytes: number;
}

export function localHeader(entry: ZipEntry): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(entry.path);
  return record(LOCAL_BYTES, name, (view) => {
    view.setUint32(0, LOCAL, true);
    view.setUint16(4, VERSION, true);
    writeCommon(view, 6, entry, name);
  });
}

export function centralHeader(entry: ZipEntry, offset: number): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(entry.path);
  return record(46, name, (view) => {
    view.setUint32(0, CENTRAL, true);
    view.setUint16(4, VERSION, true);
    view.setUint16(6, VERSION, true);
    writeCommon(view, 8, entry, name);
    view.setUint32(42, offset, true);
  });
}

/** @param bytes of all central headers @param offset of the first of them */
export const endRecord = (entries: number, bytes: number, offset: number): Uint8Array<ArrayBuffer> =>
  record(22, new Uint8Array(), (view) => {
    view.setUint32(0, END, true);
    view.setUint16(8, entries, true);
    view.setUint16(10, entries, true);
    view.setUint32(12, bytes, true);
    view.setUint32(16, offset, true);
  });

function record(bytes: number, name: Uint8Array, write: (view: DataView) => void): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(bytes + name.length);
  write(new DataView(made.buffer));
  made.set(name, bytes);
  return made;
}

function writeCommon(view: DataView, at: number, entry: ZipEntry, name: Uint8Array): void {
  view.setUint16(at, FLAGS, true);
  view.setUint16(at + 2, entry.method, true);
  view.setUint16(at + 6, DATE, true);
  view.setUint32(at + 8, entry.crc32, true);
  view.setUint32(at + 12, entry.packedBytes, true);
  view.setUint32(at + 16, entry.bytes, true);
  view.setUint16(at + 20, name.length, true);
}

interface LocalHeader extends Omit<ZipEntry, 'method'> {
  readonly method: number;
  /** From the beginning of the header to the bytes of the entry. */
  readonly length: number;
}

/**
 * @param bytes from where the header begins, the name included as far as it is wanted
 * @returns null where none is there, or sizes are not in it
 */
export function readLocalHeader(bytes: Uint8Array): LocalHeader | null {
  if (bytes.length < LOCAL_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LOCAL || (view.getUint16(6, true) & DESCRIPTOR) !== 0) return null;
  const nameLength = view.getUint16(26, true);
  return {
    path: new TextDecoder().decode(bytes.subarray(LOCAL_BYTES, LOCAL_BYTES + nameLength)),
    method: view.getUint16(8, true),
    crc32: view.getUint32(14, true),
    packedBytes: view.getUint32(18, true),
    bytes: view.getUint32(22, true),
    length: LOCAL_BYTES + nameLength + view.getUint16(28, true),
  };
}
