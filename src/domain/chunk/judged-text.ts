import { append, firstWhere, valueOf } from '../../base/containers';
import type { Doc, DocId, Judgment, Place, QueryId, Requirement } from '../../base/types';
import type { RetrievedPassage, RetrievedText } from '../measures/retrieved-text';
import { placeOf } from './recursive';

interface GradedPlace {
  /** None where the collection lacks the document: it is never found. */
  readonly places: readonly Place[];
  readonly grade: number;
}

/** The judged text by question, and passages by their names. A judgment of a whole document is of all its text. */
export class JudgedText {
  private readonly docs: ReadonlyMap<DocId, Doc>;
  private readonly points = new Map<DocId, CodePoints>();
  private readonly judged = new Map<QueryId, GradedPlace[]>();
  private readonly stated = new Map<QueryId, readonly (readonly Place[])[]>();

  constructor(
    docs: readonly Doc[],
    { judgments, requirements = [] }: { judgments: readonly Judgment[]; requirements?: readonly Requirement[] },
  ) {
    this.docs = new Map(docs.map((doc) => [doc.id, doc]));
    for (const { query, doc, grade, span } of judgments) {
      const place = this.placeIn(span ? { doc, ...span } : this.whole(doc));
      append(this.judged, query, { places: place ? [place] : [], grade });
    }
    for (const { query, needs } of requirements)
      this.stated.set(
        query,
        needs.map(({ docs: any, places }) =>
          (places ?? any.map((doc) => this.whole(doc))).flatMap((each) => this.placeIn(each) ?? []),
        ),
      );
  }

  /** @param ids by rank @param tokens of passages; none where they were not counted */
  retrieved(query: QueryId, ids: readonly DocId[], tokens?: ReadonlyMap<DocId, number>): RetrievedText {
    let known: readonly RetrievedPassage[] | null = null;
    const read = () => (known ??= ids.flatMap((id) => this.passage(id, tokens?.get(id) ?? null) ?? []));
    return {
      // Few measures ask.
      get passages() {
        return read();
      },
      needs: (threshold) =>
        this.stated.get(query) ??
        (this.judged.get(query) ?? []).filter(({ grade }) => grade >= threshold).map(({ places }) => places),
    };
  }

  textOf(id: DocId): string {
    const known = this.docs.get(id);
    if (known) return known.text;
    const place = placeOf(id);
    return (place && this.docs.get(place.doc)?.text.slice(place.start, place.end)) ?? '';
  }

  private passage(id: DocId, tokens: number | null): RetrievedPassage | null {
    const named = this.docs.has(id) ? this.whole(id) : placeOf(id);
    const place = named && this.placeIn(named);
    return place && { ...place, tokens };
  }

  private whole(doc: DocId): Place {
    return { doc, start: 0, end: this.docs.get(doc)?.text.length ?? 0 };
  }

  private placeIn({ doc, start, end }: Place): Place | null {
    const text = this.docs.get(doc)?.text;
    if (text === undefined) return null;
    const points = valueOf(this.points, doc, () => new CodePoints(text));
    return { doc, start: points.before(start), end: points.before(end) };
  }
}

/** Offsets in UTF-16 units of one text as offsets in code points: what Python counts as characters. */
export class CodePoints {
  private readonly seconds: readonly number[];

  constructor(text: string) {
    this.seconds = Array.from(text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), ({ index }) => index + 1);
  }

  before(offset: number): number {
    return offset - firstWhere(this.seconds.length, (i) => this.seconds[i]! >= offset);
  }
}
