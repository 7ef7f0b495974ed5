import type { Doc, DocId, Place, Span } from '../../base/types';
import { chunkId } from './recursive';
import type { PlacedChunk } from './chunked-truth';

export interface Passage {
  readonly place: Place;
  readonly doc: Doc;
}

export interface PassageContext {
  readonly title: string;
  readonly context: string;
}

export const passageAt = (doc: Doc, span: Span, { title, context }: PassageContext): Doc => ({
  id: chunkId(doc.id, span),
  title,
  ...(context === '' ? {} : { context }),
  text: doc.text.slice(span.start, span.end),
  ...(doc.metadata ? { metadata: doc.metadata } : {}),
});

export const withContext = (doc: Doc, { context }: Pick<PassageContext, 'context'>): Doc =>
  context === '' ? doc : { ...doc, context };

export type PackedPlaces = ReturnType<typeof packPlaces>;

export function packPlaces(passages: readonly Passage[]) {
  const positions = new Map<DocId, number>();
  for (const { place } of passages) if (!positions.has(place.doc)) positions.set(place.doc, positions.size);
  return {
    docs: [...positions.keys()],
    of: Uint32Array.from(passages, ({ place }) => positions.get(place.doc)!),
    starts: Uint32Array.from(passages, ({ place }) => place.start),
    ends: Uint32Array.from(passages, ({ place }) => place.end),
  };
}

export const unpackPlaces = ({ docs, of, starts, ends }: PackedPlaces): PlacedChunk[] =>
  Array.from(of, (position, i) => {
    const place = { doc: docs[position]!, start: starts[i]!, end: ends[i]! };
    return { id: chunkId(place.doc, place), place };
  });
