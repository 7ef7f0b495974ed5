import type { DocId, Place, Span } from '../../base/types';
import type { DocumentChange } from '../documents/document-changes';

/** A judged document, or a part of one. */
export interface LabelledPart {
  readonly doc: DocId;
  readonly span?: Span;
}

/** Where a judged part stands after its documents were read again; null where nothing was found. */
export interface TracedPart {
  readonly from: LabelledPart;
  readonly to: Place | null;
}

/** One reading of the documents of a collection to the next: what is kept of it to compare runs across it. */
export interface DocumentsStep {
  /** Hash of the documents after it. */
  readonly to: string;
  readonly documents: readonly DocumentChange[];
  /** Judged parts of documents that changed, and whole documents with another id. */
  readonly parts: readonly TracedPart[];
}

/** Among the artifacts of a collection, by the hash of the documents before it. No content key looks like it. */
export const documentsStepKey = (corpusKey: string): string => `documents ${corpusKey}`;

/** Several steps are followed as one. Ids and places of before, in the documents of after. */
export class DocumentTrace {
  private readonly steps: readonly {
    readonly documents: ReadonlyMap<DocId, DocumentChange>;
    readonly parts: ReadonlyMap<string, Place | null>;
  }[];

  constructor(steps: readonly DocumentsStep[]) {
    this.steps = steps.map(({ documents, parts }) => ({
      documents: new Map(documents.map((change) => [change.from, change])),
      parts: new Map(parts.map(({ from, to }) => [keyOf(from), to])),
    }));
  }

  /** Whether documents are the same throughout. */
  get isStill(): boolean {
    return this.steps.every(({ documents }) => documents.size === 0);
  }

  /** The id under which the same text stands; the id itself where there is none. */
  renamed(doc: DocId): DocId {
    let now = doc;
    for (const { documents } of this.steps) {
      const change = documents.get(now);
      if (change?.kind === 'renamed') now = change.to[0]!;
    }
    return now;
  }

  /** Where a judged part stands now, and the last thing that happened to its document. */
  follow(part: LabelledPart): { readonly to: LabelledPart | null; readonly kind: DocumentChange['kind'] | null } {
    let to = part;
    let kind: DocumentChange['kind'] | null = null;
    for (const { documents, parts } of this.steps) {
      const change = documents.get(to.doc);
      kind = change?.kind ?? kind;
      const traced = parts.get(keyOf(to));
      if (traced === null) return { to: null, kind: kind ?? 'deleted' };
      if (traced) {
        const { doc, start, end } = traced;
        to = to.span ? { doc, span: { start, end } } : { doc };
      } else if (change) {
        // It was not judged when the documents were read: only a whole text can be followed.
        if (change.kind === 'renamed') to = { ...to, doc: change.to[0]! };
        else if (change.kind !== 'edited' || to.span) return { to: null, kind: change.kind };
      }
    }
    return { to, kind };
  }
}

const keyOf = ({ doc, span }: LabelledPart): string => JSON.stringify([doc, span?.start, span?.end]);
