import type { Doc, DocId, Judgment, Need, Place, QueryId, Span, Dataset } from '../../base/types';
import { groupBy } from '../../base/containers';
import { locateAll, type Located } from './locate';
import { mergedWith } from './prepare';

export type Truth = Pick<Dataset, 'judgments' | 'requirements'>;

export interface PlaceToMove {
  readonly query: QueryId;
  readonly doc: DocId;
  readonly grade: number | null;
  /** That was judged; null for a whole document. */
  readonly text: string | null;
}

export interface MovedPlace extends PlaceToMove {
  readonly to: Place;
  readonly similarity: number;
}

export interface Relocated extends Truth {
  readonly found: number;
  readonly moved: readonly MovedPlace[];
  readonly changedWholes: readonly PlaceToMove[];
  readonly lost: readonly PlaceToMove[];
}

/** Looks for judged parts of changed documents by their texts, in their own document first, then in all. */
export function relocate(before: readonly Doc[], after: readonly Doc[], truth: Truth): Relocated {
  const wanted = [
    ...truth.judgments,
    ...(truth.requirements ?? []).flatMap(({ needs }) => needs.flatMap((need) => partsOf(need))),
  ];
  const outcomes = outcomesOf(before, after, wanted);
  const report = new RelocationReport(outcomes);
  const judgments = new Map<string, Judgment>();
  for (const judgment of truth.judgments) {
    const { query, grade, span } = judgment;
    const now = report.follow(judgment, { query, grade });
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
    needs: needs.map((need) => needNow(need, query, report)),
  }));
  const { found, moved, changedWholes, lost } = report;
  return {
    judgments: [...judgments.values()],
    ...(requirements ? { requirements } : {}),
    found,
    moved,
    changedWholes,
    lost,
  };
}

interface DocumentPart {
  readonly doc: DocId;
  readonly span?: Span;
}

const partsOf = ({ docs, places }: Need): DocumentPart[] =>
  places ? places.map(({ doc, start, end }) => ({ doc, span: { start, end } })) : docs.map((doc) => ({ doc }));

function needNow(need: Need, query: QueryId, report: RelocationReport): Need {
  const places = partsOf(need).flatMap((part) => report.follow(part, { query, grade: null }) ?? []);
  const docs = [...new Set(places.map(({ doc }) => doc))];
  return { ...need, docs, ...(need.places ? { places } : {}) };
}

type RelocationOutcome =
  | { readonly kind: 'same' | 'found' | 'changed'; readonly to: Place; readonly text: string | null }
  | { readonly kind: 'moved'; readonly to: Place; readonly text: string; readonly similarity: number }
  | { readonly kind: 'lost'; readonly text: string | null };

const keyOf = ({ doc, span }: DocumentPart): string => JSON.stringify([doc, span?.start, span?.end]);

class RelocationReport {
  found = 0;
  readonly moved: MovedPlace[] = [];
  readonly changedWholes: PlaceToMove[] = [];
  readonly lost: PlaceToMove[] = [];

  constructor(private readonly outcomes: ReadonlyMap<string, RelocationOutcome>) {}

  follow(part: DocumentPart, judged: Pick<PlaceToMove, 'query' | 'grade'>): Place | null {
    const outcome = this.outcomes.get(keyOf(part))!;
    const place = { ...judged, doc: part.doc, text: outcome.text };
    if (outcome.kind === 'found') this.found++;
    if (outcome.kind === 'changed') this.changedWholes.push(place);
    if (outcome.kind === 'moved') this.moved.push({ ...place, to: outcome.to, similarity: outcome.similarity });
    if (outcome.kind !== 'lost') return outcome.to;
    this.lost.push(place);
    return null;
  }
}

function outcomesOf(before: readonly Doc[], after: readonly Doc[], parts: readonly DocumentPart[]) {
  const old = new Map(before.map((doc) => [doc.id, doc]));
  const now = new Map(after.map((doc) => [doc.id, doc]));
  const byText = new Map([...after].reverse().map((doc) => [doc.text, doc]));
  const merged = new Map(after.flatMap((doc) => mergedWith(doc).map((id) => [id, doc])));
  const outcomes = new Map<string, RelocationOutcome>();
  const missing = new Map<string, Searched>();
  for (const part of parts) {
    const { doc, span } = part;
    const source = old.get(doc);
    const own = now.get(doc);
    // Judged, and not among the documents that were read.
    if (!source) {
      outcomes.set(keyOf(part), { kind: 'same', to: { doc, ...(span ?? { start: 0, end: 0 }) }, text: null });
      continue;
    }
    const same = own ? (own.text === source.text ? own : undefined) : byText.get(source.text);
    const whole = own ?? merged.get(doc);
    const text = span ? source.text.slice(span.start, span.end) : null;
    if (same) outcomes.set(keyOf(part), { kind: 'same', to: { doc: same.id, ...(span ?? allOf(same)) }, text });
    else if (span && text !== null) missing.set(keyOf(part), { own, start: span.start, text });
    else if (whole && !span)
      outcomes.set(keyOf(part), { kind: 'changed', to: { doc: whole.id, ...allOf(whole) }, text });
    else outcomes.set(keyOf(part), { kind: 'lost', text });
  }
  return new Map([...outcomes, ...look(missing, after)]);
}

const allOf = ({ text }: Doc): Span => ({ start: 0, end: text.length });

interface Searched {
  readonly own: Doc | undefined;
  readonly start: number;
  readonly text: string;
}

function look(missing: ReadonlyMap<string, Searched>, after: readonly Doc[]): Map<string, RelocationOutcome> {
  const outcomes = new Map<string, RelocationOutcome>();
  const find = (searches: readonly [string, Searched][], docs: readonly Doc[]): (Located | null)[] =>
    searches.length > 0
      ? locateAll(
          searches.map(([, { text }]) => text),
          docs,
        )
      : [];
  for (const [doc, searches] of groupBy(missing, ([, { own }]) => own)) {
    const found = doc ? find(searches, [doc]) : [];
    searches.forEach(([key, searched], i) => found[i] && outcomes.set(key, outcomeOf(searched, found[i])));
  }
  const rest = [...missing].filter(([key]) => !outcomes.has(key));
  const elsewhere = find(rest, after);
  rest.forEach(([key, searched], i) => {
    const found = elsewhere[i];
    outcomes.set(key, found ? outcomeOf(searched, found) : { kind: 'lost', text: searched.text });
  });
  return outcomes;
}

function outcomeOf({ own, start, text }: Searched, { matches, how, similarity }: Located): RelocationOutcome {
  const far = (place: Place): number => Math.abs(place.start - start);
  const to = own && matches[0]!.doc === own.id ? matches.reduce((a, b) => (far(b) < far(a) ? b : a)) : matches[0]!;
  return how === 'exact' ? { kind: 'found', to, text } : { kind: 'moved', to, text, similarity };
}
