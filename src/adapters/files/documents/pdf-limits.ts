import { Unzlib } from 'fflate';
import { mebibytes } from '../../../domain/dataset/problem';
import { UnreadFile } from './reader';

export interface PdfLimits {
  /** Bytes that one stream of drawing unpacks to: maps and plans of whole cities have a tenth. */
  readonly streamBytes: number;
  /** Runs of glyphs on one page: a page that is covered by small letters, each drawn by itself, has fewer. */
  readonly pageItems: number;
  readonly pages: number;
  readonly bookmarks: number;
}

export const PDF_LIMITS: PdfLimits = { streamBytes: 2 ** 26, pageItems: 50_000, pages: 100_000, bookmarks: 20_000 };

const STREAM = [...'stream'].map((character) => character.charCodeAt(0));
/** A dictionary before a stream is shorter; what is longer is not looked at whole. */
const DICTIONARY_BYTES = 4096;
/** Bytes given to the unpacker at once: each unpacks to a thousand times as many at most. */
const STEP = 2 ** 12;

/**
 * Unpacks, only to count, deflated streams that are drawn or hold objects: deflate alone expands a few bytes to very
 * many, and pdf.js cannot be stopped while unpacking. Encrypted streams cannot be counted; the time limit covers them.
 *
 * @throws {UnreadFile} where one unpacks to too much
 */
export function checkStreams(bytes: Uint8Array, { streamBytes }: PdfLimits = PDF_LIMITS): void {
  const decoder = new TextDecoder('latin1');
  for (let at = nextStream(bytes, 0); at !== -1; at = nextStream(bytes, at + 1)) {
    const head = decoder.decode(bytes.subarray(Math.max(0, at - DICTIONARY_BYTES), at));
    const dictionary = head.slice(head.lastIndexOf(' obj') + 1);
    const layers = layersOf(dictionary);
    if (layers === 0 || /\/Subtype\s*\/Image/.test(dictionary)) continue;
    const isTooMuch = exceeds(bytes, bodyOf(bytes, at), layers, streamBytes);
    if (isTooMuch)
      throw new UnreadFile(
        'too-large',
        `One of its streams unpacks to more than ${mebibytes(streamBytes)}. Print it again as PDF, or save it as text.`,
      );
  }
}

/** Offset of the next `stream` that is not the end of `endstream`; −1 where there is none. */
function nextStream(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(STREAM[0]!, from); at !== -1; at = bytes.indexOf(STREAM[0]!, at + 1))
    if (STREAM.every((unit, i) => bytes[at + i] === unit) && bytes[at - 1] !== 0x64) return at;
  return -1;
}

/** How many times a stream is packed by deflate, where that is all that was done to it; else 0. */
function layersOf(dictionary: string): number {
  const filters = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary);
  const names = (filters?.[1] ?? filters?.[2] ?? '').split(/[\s/]+/).filter((name) => name !== '');
  return names.every((name) => name === 'FlateDecode' || name === 'Fl') ? names.length : 0;
}

function bodyOf(bytes: Uint8Array, at: number): number {
  const end = at + STREAM.length;
  return end + (bytes[end] === 0x0d && bytes[end + 1] === 0x0a ? 2 : 1);
}

/** Whether what is packed at some place, however often, unpacks to more than `most` bytes in any of its layers. */
function exceeds(bytes: Uint8Array, from: number, layers: number, most: number): boolean {
  let [largest, isDone] = [0, false];
  let push = (_: Uint8Array, isFinal: boolean): void => void (isDone ||= isFinal);
  for (let layer = 0; layer < layers; layer++) {
    const next = push;
    let count = 0;
    const unpacker = new Unzlib((chunk, isFinal) => {
      largest = Math.max(largest, (count += chunk.length));
      next(chunk, isFinal);
    });
    push = (chunk) => unpacker.push(chunk);
  }
  try {
    for (let at = from; at < bytes.length && largest <= most && !isDone; at += STEP)
      push(bytes.subarray(at, at + STEP), false);
  } catch {
    // What is damaged is for pdf.js to tell.
  }
  return largest > most;
}
