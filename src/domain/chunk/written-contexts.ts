import type { Doc, Span } from '../../base/types';
import { chunkId } from './recursive';

export type PassageMark =
  | { readonly start: number; readonly end?: number }
  | { readonly index: number }
  | { readonly text: string };

export interface ContextEntry {
  readonly id: string | null;
  readonly at: PassageMark | null;
  readonly context: string;
}

export interface ContextMatches {
  readonly passages: number;
  readonly given: number;
  readonly unmatched: number;
}

export class WrittenContexts {
  private readonly byMark = new Map<string, ContextEntry>();
  private readonly named = new Set<string>();

  constructor(entries: readonly ContextEntry[]) {
    for (const entry of entries) {
      const mark = markOf(entry);
      if (!this.byMark.has(mark)) this.byMark.set(mark, entry);
    }
  }

  /** An id or a place comes before a text: several passages may have one text. */
  of({ id, text }: Pick<Doc, 'id' | 'text'>, spans: readonly Span[]): string[] {
    return spans.map((span, index) => {
      const own = text.slice(span.start, span.end);
      const names: Pick<ContextEntry, 'id' | 'at'>[] = [
        { id: chunkId(id, span), at: null },
        ...(spans.length === 1 ? [{ id, at: null }] : []),
        { id, at: { start: span.start, end: span.end } },
        { id, at: { start: span.start } },
        { id, at: { index } },
        { id, at: { text: own } },
        { id: null, at: { text: own } },
      ];
      const marks = names.map(markOf).filter((mark) => this.byMark.has(mark));
      for (const mark of marks) this.named.add(mark);
      return marks.length > 0 ? this.byMark.get(marks[0]!)!.context : '';
    });
  }

  get unmatched(): number {
    return this.byMark.size - this.named.size;
  }
}

/** A key that two entries share where they name one passage in the same way. Texts are equal whatever their white space. */
export function markOf({ id, at }: Pick<ContextEntry, 'id' | 'at'>): string {
  if (at === null) return JSON.stringify([id]);
  if ('index' in at) return JSON.stringify([id, 'index', at.index]);
  if ('text' in at) return JSON.stringify([id, 'text', at.text.replace(/\s+/g, ' ').trim()]);
  return JSON.stringify([id, 'start', at.start, at.end ?? null]);
}
