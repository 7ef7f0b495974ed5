import { chunkId, placeOf } from '../chunk/recursive';
import { VisibleText, SAME_PLACE } from '../chunk/overlap';
import type { Doc, DocId, Judgment, Span } from '../../base/types';

/** What can be judged: a part of a document, or the whole of it where the span is null. */
export interface JudgedPlace {
  readonly doc: DocId;
  readonly span: Span | null;
}

/** One text a place. A name of a part ends with a number, and that of a whole document does not: they cannot collide. */
export const placeKey = ({ doc, span }: JudgedPlace): string => (span ? chunkId(doc, span) : `${doc}#`);

export const judgedKey = ({ doc, span }: Pick<Judgment, 'doc' | 'span'>): string =>
  placeKey({ doc, span: span ?? null });

/** Places in the documents of a collection: their texts, and which of them are the same. */
export class Places {
  private readonly inks = new Map<DocId, VisibleText>();

  /** @param docs empty where a collection has judgments and runs alone */
  constructor(private readonly docs: ReadonlyMap<DocId, Pick<Doc, 'text'>>) {}

  /** The place of a retrieved id. A document's id may look like a part's: documents of the collection come first. */
  of(id: DocId): JudgedPlace {
    const place = this.docs.has(id) ? null : placeOf(id);
    if (!place || !this.docs.has(place.doc)) return { doc: id, span: null };
    return { doc: place.doc, span: { start: place.start, end: place.end } };
  }

  /** Null where the collection has not the document. */
  textOf({ doc, span }: JudgedPlace): string | null {
    const text = this.docs.get(doc)?.text;
    return text === undefined ? null : span ? text.slice(span.start, span.end) : text;
  }

  /** Characters that are not white space. */
  inkOf(place: JudgedPlace): number {
    return this.ink(place.doc).of(this.spanOf(place));
  }

  /** What two places share, as a share of the shorter one; 1 for the same place, 0 in different documents. */
  overlap(a: JudgedPlace, b: JudgedPlace): number {
    if (a.doc !== b.doc) return 0;
    if (placeKey(a) === placeKey(b)) return 1;
    return this.ink(a.doc).overlap(this.spanOf(a), this.spanOf(b));
  }

  areSame(a: JudgedPlace, b: JudgedPlace): boolean {
    return this.overlap(a, b) >= SAME_PLACE;
  }

  private spanOf({ doc, span }: JudgedPlace): Span {
    return span ?? { start: 0, end: this.docs.get(doc)?.text.length ?? 0 };
  }

  private ink(doc: DocId): VisibleText {
    const known = this.inks.get(doc) ?? new VisibleText(this.docs.get(doc)?.text ?? '');
    this.inks.set(doc, known);
    return known;
  }
}
