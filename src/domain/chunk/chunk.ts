import { docId, type Doc, type DocId, type Place, type Span } from '../../base/types';
import { HeadingPaths } from './heading-paths';

/** A chunk as it is named in rankings: the document and the offsets, so that a chunk of two chunkings has one name. */
export const chunkId = (doc: DocId, { start, end }: Span): DocId => docId(`${doc}#${start}-${end}`);

const CHUNK_ID = /^(.*)#(\d+)-(\d+)$/s;

/** The place that a name of {@link chunkId} tells; null where it is no such name. */
export function placeOf(id: DocId): Place | null {
  const [, doc, start, end] = CHUNK_ID.exec(id) ?? [];
  return doc === undefined ? null : { doc: docId(doc), start: Number(start), end: Number(end) };
}

/** The headings that a place of a document stands under, the highest first; for many places see {@link HeadingPaths}. */
export const headingPath = (doc: Pick<Doc, 'outline'>, at: number): string[] => new HeadingPaths(doc).at(at);

/** The page on which a place of a document begins, counted from 1; null where the source has no pages. */
export function pageOf({ outline }: Pick<Doc, 'outline'>, at: number): number | null {
  const pages = outline?.pages ?? [];
  if (pages.length === 0) return null;
  const page = pages.findLastIndex((start) => start <= at);
  return Math.max(1, page + 1);
}

/** Whether a UTF-16 unit is white space. */
export type IsWhiteSpace = (code: number) => boolean;

/** The span without white space at its ends; null where there is nothing else. */
export function trimmed(text: string, { start, end }: Span, isWhiteSpace: IsWhiteSpace = isSpace): Span | null {
  let [from, to] = [start, end];
  while (from < to && isWhiteSpace(text.charCodeAt(from))) from++;
  while (to > from && isWhiteSpace(text.charCodeAt(to - 1))) to--;
  return from < to ? { start: from, end: to } : null;
}

/** Whether a part of a text has nothing but white space: no chunk can share anything with it. */
export const isBlank = (text: string, span: Span): boolean => trimmed(text, span) === null;

/** White space as JavaScript's `\s` has it; every such character is one UTF-16 unit. */
export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
