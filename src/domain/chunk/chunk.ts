import { docId, type Doc, type DocId, type Place, type Span } from '../../base/types';
import { HeadingPaths } from './headings';

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
