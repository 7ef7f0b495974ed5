import { firstWhere, append, valueOf } from '../../base/containers';
import type { Span, Doc, DocId, Judgment, Need, Place, QueryId, Requirement } from '../../base/types';
import { SAME_PLACE, VisibleText } from './spans';

export class OrderedSpans<T extends Span> {
  private readonly spans: readonly T[];
  /** The farthest end of the first `i + 1` spans: unlike ends it never falls. */
  private readonly reach: Float64Array;

  constructor(spans: readonly T[]) {
    this.spans = [...spans].sort((a, b) => a.start - b.start || a.end - b.end);
    this.reach = new Float64Array(spans.length);
    this.spans.forEach(({ end }, i) => (this.reach[i] = Math.max(end, this.reach[i - 1] ?? -Infinity)));
  }

  at({ start, end }: Span): T[] {
    const from = firstWhere(this.spans.length, (i) => this.reach[i]! > start);
    const to = firstWhere(this.spans.length, (i) => this.spans[i]!.start >= end);
    return this.spans.slice(from, to).filter((span) => span.end > start);
  }
}

export interface PlacedChunk {
  readonly id: DocId;
  readonly place: Place;
}

/**
 * A chunk has the highest grade of the judged spans that it shares {@link SAME_PLACE} with; a relevant span is a need.
 * A judgment of a whole document is of a span that holds it all. @param relevance lowest relevant grade
 */
export function chunkedTruth(
  docs: readonly Doc[],
  chunks: readonly PlacedChunk[],
  { judgments, requirements = [] }: { judgments: readonly Judgment[]; requirements?: readonly Requirement[] },
  relevance: number,
) {
  const finder = new ChunkFinder(docs, chunks);
  const qrels = new Map<QueryId, Map<DocId, number>>();
  const needs = new Map<QueryId, Need[]>();
  const stated = new Set(requirements.map(({ query }) => query));
  for (const { query, doc, grade, span } of judgments) {
    const found = finder.at({ doc, ...(span ?? finder.whole(doc)) });
    const judged = valueOf(qrels, query, () => new Map<DocId, number>());
    for (const id of found) judged.set(id, Math.max(grade, judged.get(id) ?? -Infinity));
    if (grade >= relevance && !stated.has(query)) append(needs, query, { docs: found });
  }
  for (const { query, needs: own } of requirements)
    needs.set(
      query,
      own.map((need) => ({ ...need, docs: [...new Set(placesOf(need, finder).flatMap((place) => finder.at(place)))] })),
    );
  return { qrels, requirements: needs };
}

const placesOf = ({ docs, places }: Need, finder: ChunkFinder): readonly Place[] =>
  places ?? docs.map((doc) => ({ doc, ...finder.whole(doc) }));

interface NamedSpan extends Span {
  readonly id: DocId;
}

class ChunkFinder {
  private readonly texts: ReadonlyMap<DocId, string>;
  private readonly chunks = new Map<DocId, NamedSpan[]>();
  private readonly ordered = new Map<DocId, OrderedSpans<NamedSpan>>();
  private readonly visible = new Map<DocId, VisibleText>();

  constructor(docs: readonly Doc[], chunks: readonly PlacedChunk[]) {
    this.texts = new Map(docs.map(({ id, text }) => [id, text]));
    for (const { id, place } of chunks) append(this.chunks, place.doc, { id, start: place.start, end: place.end });
  }

  whole(doc: DocId): Span {
    return { start: 0, end: this.texts.get(doc)?.length ?? 0 };
  }

  /** A document that the collection lacks stays as it is, and is found by none. */
  at(place: Place): DocId[] {
    const { doc } = place;
    if (!this.texts.has(doc)) return [doc];
    const visible = valueOf(this.visible, doc, () => new VisibleText(this.texts.get(doc)!));
    const near = valueOf(this.ordered, doc, () => new OrderedSpans(this.chunks.get(doc) ?? [])).at(place);
    return near.filter((chunk) => visible.overlap(chunk, place) >= SAME_PLACE).map(({ id }) => id);
  }
}
