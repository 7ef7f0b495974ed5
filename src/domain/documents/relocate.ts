import type { Doc, DocId, Judgment, Need, Place, QueryId, Requirement, Span } from '../../base/types';
import { locateAll, type Located } from './locate';
import { ALSO } from './prepare';

/** What is judged: questions' judgments and needs. */
export interface Truth {
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}

/** A judged place of a document that changed or is gone. */
export interface PlaceToMove {
  readonly query: QueryId;
  readonly doc: DocId;
  /** Null for a need. */
  readonly grade: number | null;
  /** The text that was judged; null where it was the whole document. */
  readonly text: string | null;
}

/** A judged place that was found again, though not to the letter. */
export interface MovedPlace extends PlaceToMove {
  readonly to: Place;
  readonly similarity: number;
}

export interface Relocated extends Truth {
  /** Judged places of changed documents that stand there as they were. */
  readonly found: number;
  readonly moved: readonly MovedPlace[];
  /** Documents that were judged whole, and read otherwise now. */
  readonly changedWholes: readonly PlaceToMove[];
  /** What is no longer there: its judgments are left out. */
  readonly lost: readonly PlaceToMove[];
}

/**
 * Judgments of documents that were read again: a judged part of a document whose text changed, or that is gone, is looked
 * for by its text, in its own document first and then in all. A judgment of a whole document stays where the document is
 * still there; where it is gone, one with the same text takes it (the file was renamed). What is found nowhere is told,
 * and is judged no longer.
 */
export function relocate(before: readonly Doc[], after: readonly Doc[], truth: Truth): Relocated {
  const wanted = [
    ...truth.judgments,
    ...(truth.requirements ?? []).flatMap(({ needs }) => needs.flatMap((need) => partsOf(need))),
  ];
  const fates = fatesOf(before, after, wanted);
  const told = new RelocationReport(fates);
  const judgments = new Map<string, Judgment>();
  for (const judgment of truth.judgments) {
    const { query, grade, span } = judgment;
    const now = told.follow(judgment, { query, grade });
    if (!now) continue;
    const { doc, start, end } = now;
    const moved: Judgment = { query, doc, grade, ...(span ? { span: { start, end } } : {}) };
    // Two judged places may have become one: it has the higher grade.
    const key = JSON.stringify([query, doc, moved.span]);
    const other = judgments.get(key);
    if (!other || other.grade < grade) judgments.set(key, moved);
  }
  const requirements = truth.requirements?.map(({ query, needs }) => ({
    query,
    needs: needs.map((need) => needNow(need, query, told)),
  }));
  const { found, moved, changedWholes, lost } = told;
  return {
    judgments: [...judgments.values()],
    ...(requirements ? { requirements } : {}),
    found,
    moved,
    changedWholes,
    lost,
  };
}

/** A part of a document, or all of it. */
interface DocumentPart {
  readonly doc: DocId;
  readonly span?: Span;
}

const partsOf = ({ docs, places }: Need): DocumentPart[] =>
  places ? places.map(({ doc, start, end }) => ({ doc, span: { start, end } })) : docs.map((doc) => ({ doc }));

function needNow(need: Need, query: QueryId, told: RelocationReport): Need {
  const places = partsOf(need).flatMap((part) => told.follow(part, { query, grade: null }) ?? []);
  const docs = [...new Set(places.map(({ doc }) => doc))];
  return { ...need, docs, ...(need.places ? { places } : {}) };
}

/** What became of a part; a text that is null is that of a whole document. */
type RelocationOutcome =
  | { readonly kind: 'same' | 'found' | 'changed'; readonly to: Place; readonly text: string | null }
  | { readonly kind: 'moved'; readonly to: Place; readonly text: string; readonly similarity: number }
  | { readonly kind: 'lost'; readonly text: string | null };

const keyOf = ({ doc, span }: DocumentPart): string => JSON.stringify([doc, span?.start, span?.end]);

/** Follows parts, and keeps what is to be told. */
class RelocationReport {
  found = 0;
  readonly moved: MovedPlace[] = [];
  readonly changedWholes: PlaceToMove[] = [];
  readonly lost: PlaceToMove[] = [];

  constructor(private readonly fates: ReadonlyMap<string, RelocationOutcome>) {}

  follow(part: DocumentPart, judged: Pick<PlaceToMove, 'query' | 'grade'>): Place | null {
    const fate = this.fates.get(keyOf(part))!;
    const place = { ...judged, doc: part.doc, text: fate.text };
    if (fate.kind === 'found') this.found++;
    if (fate.kind === 'changed') this.changedWholes.push(place);
    if (fate.kind === 'moved') this.moved.push({ ...place, to: fate.to, similarity: fate.similarity });
    if (fate.kind !== 'lost') return fate.to;
    this.lost.push(place);
    return null;
  }
}

function fatesOf(
  before: readonly Doc[],
  after: readonly Doc[],
  parts: readonly DocumentPart[],
): Map<string, RelocationOutcome> {
  const old = new Map(before.map((doc) => [doc.id, doc]));
  const now = new Map(after.map((doc) => [doc.id, doc]));
  const byText = new Map([...after].reverse().map((doc) => [doc.text, doc]));
  const merged = new Map(after.flatMap((doc) => mergedInto(doc).map((id) => [id, doc])));
  const fates = new Map<string, RelocationOutcome>();
  const missing = new Map<string, Searched>();
  for (const part of parts) {
    const { doc, span } = part;
    const source = old.get(doc);
    const own = now.get(doc);
    const same = own ? (own.text === source?.text ? own : undefined) : byText.get(source?.text ?? '');
    const whole = own ?? merged.get(doc);
    const text = span && source ? source.text.slice(span.start, span.end) : null;
    if (same) fates.set(keyOf(part), { kind: 'same', to: { doc: same.id, ...(span ?? allOf(same)) }, text });
    else if (span && text !== null) missing.set(keyOf(part), { own, start: span.start, text });
    else if (whole && !span) fates.set(keyOf(part), { kind: 'changed', to: { doc: whole.id, ...allOf(whole) }, text });
    else fates.set(keyOf(part), { kind: 'lost', text });
  }
  return new Map([...fates, ...look(missing, after)]);
}

const allOf = ({ text }: Doc): Span => ({ start: 0, end: text.length });

function mergedInto({ metadata }: Doc): readonly string[] {
  const also = metadata?.[ALSO];
  return Array.isArray(also) ? also : [];
}

/** A text that stood in a document that reads otherwise now. */
interface Searched {
  /** The document as it is now; absent where it is gone. */
  readonly own: Doc | undefined;
  /** Where the text stood. */
  readonly start: number;
  readonly text: string;
}

/** Looks for texts in their own documents first; for what is not there in all of them. */
function look(missing: ReadonlyMap<string, Searched>, after: readonly Doc[]): Map<string, RelocationOutcome> {
  const fates = new Map<string, RelocationOutcome>();
  const byDoc = new Map<Doc, [string, Searched][]>();
  for (const [key, searched] of missing) {
    if (!searched.own) continue;
    const searches = byDoc.get(searched.own);
    if (searches) searches.push([key, searched]);
    else byDoc.set(searched.own, [[key, searched]]);
  }
  for (const [doc, searches] of byDoc) {
    const found = locateAll(
      searches.map(([, { text }]) => text),
      [doc],
    );
    searches.forEach(([key, searched], i) => found[i] && fates.set(key, fateOf(searched, found[i])));
  }
  const rest = [...missing].filter(([key]) => !fates.has(key));
  const elsewhere =
    rest.length > 0
      ? locateAll(
          rest.map(([, { text }]) => text),
          after,
        )
      : [];
  rest.forEach(([key, searched], i) => {
    const found = elsewhere[i];
    fates.set(key, found ? fateOf(searched, found) : { kind: 'lost', text: searched.text });
  });
  return fates;
}

/** Of several places in its own document the one that is nearest to where it was; else the first. */
function fateOf({ own, start, text }: Searched, { matches, how, similarity }: Located): RelocationOutcome {
  const far = (place: Place): number => Math.abs(place.start - start);
  const to = own && matches[0]!.doc === own.id ? matches.reduce((a, b) => (far(b) < far(a) ? b : a)) : matches[0]!;
  return how === 'exact' ? { kind: 'found', to, text } : { kind: 'moved', to, text, similarity };
}
