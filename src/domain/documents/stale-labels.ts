import { groupBy, valueOf } from '../../base/containers';
import type { Doc, DocId, Judgment, Place, QueryId } from '../../base/types';
import { SAME_PLACE, VisibleText } from '../chunk/spans';
import type { DocumentChange } from './document-changes';
import type { PlaceToMove, Relocated } from './relocate';

export interface StaleLabel extends PlaceToMove {
  readonly grade: number;
  /** `moved`: its text was found nearly. `edited`: its whole document is another text. `lost`: it is no judgment now. */
  readonly reason: 'moved' | 'edited' | 'lost';
  readonly document: DocumentChange['kind'];
  readonly to: Place | null;
  /** Documents that hold the text of one that is gone. */
  readonly into: readonly DocId[];
}

export interface LabelConcern {
  /** Names it, so that it can be settled; another for other grades. */
  readonly key: string;
  readonly query: QueryId;
  /** `duplicate`, `contradictory`: two judgments of one text, with one grade or with two. */
  readonly reason: StaleLabel['reason'] | 'duplicate' | 'contradictory';
  readonly judgments: readonly Judgment[];
  readonly stale: StaleLabel | null;
}

/** What is kept of a collection: labels that went stale, and the keys of concerns that a person settled. */
export interface KeptConcerns {
  readonly stale: readonly StaleLabel[];
  readonly settled: readonly string[];
}

export const NO_CONCERNS: KeptConcerns = { stale: [], settled: [] };

/** Among the artifacts of a collection. No content key looks like it. */
export const CONCERNS_KEY = 'label concerns';

/** The labels that go stale where documents are replaced; needs have no grade and are left out. */
export function staleLabels(
  { moved, changedWholes, lost }: Pick<Relocated, 'moved' | 'changedWholes' | 'lost'>,
  documents: readonly DocumentChange[],
): StaleLabel[] {
  const changes = new Map(documents.map((change) => [change.from, change]));
  const stale = (
    { query, doc, grade, text }: PlaceToMove,
    reason: StaleLabel['reason'],
    to: (change: DocumentChange | undefined) => Place | null,
  ): StaleLabel[] => {
    const change = changes.get(doc);
    if (grade === null) return [];
    const into = change?.to.filter((id) => id !== doc) ?? [];
    return [{ query, doc, grade, text, reason, document: change?.kind ?? 'edited', to: to(change), into }];
  };
  return [
    ...moved.flatMap((place) => stale(place, 'moved', () => place.to)),
    ...changedWholes.flatMap((place) => stale(place, 'edited', (change) => ({ doc: change?.to[0] ?? place.doc, start: 0, end: 0 }))), // prettier-ignore
    ...lost.flatMap((place) => stale(place, 'lost', () => null)),
  ];
}

/** Stale labels that nobody settled, and pairs of judgments of one text. @param pace awaited after each question */
export async function labelConcerns(
  docs: readonly Pick<Doc, 'id' | 'text'>[],
  {
    queries,
    judgments,
  }: { readonly queries: readonly { readonly id: QueryId }[]; readonly judgments: readonly Judgment[] },
  kept: KeptConcerns,
  pace: () => Promise<void>,
): Promise<LabelConcern[]> {
  const settled = new Set(kept.settled);
  const asked = new Set(queries.map(({ id }) => id));
  const byQuery = groupBy(judgments, ({ query }) => query);
  const found = [
    ...kept.stale.flatMap((label) => staleConcern(label, byQuery.get(label.query) ?? [])),
    ...(await pairConcerns(docs, byQuery, pace)),
  ];
  const seen = new Set<string>();
  return found.filter(({ key, query }) => {
    const isNew = asked.has(query) && !settled.has(key) && !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function staleConcern(stale: StaleLabel, judged: readonly Judgment[]): LabelConcern[] {
  const { query, reason, to } = stale;
  const own = judged.filter(
    ({ doc, span }) => to?.doc === doc && (span ? span.start === to.start : stale.text === null),
  );
  // It was removed or moved since.
  if (to && own.length === 0) return [];
  // A lost one whose question was judged anew in what its document became needs nobody any more.
  if (!to && judged.some(({ doc }) => stale.into.includes(doc))) return [];
  const key = JSON.stringify([reason, query, stale.doc, stale.text, stale.grade]);
  return [{ key, query, reason, judgments: own, stale }];
}

async function pairConcerns(
  docs: readonly Pick<Doc, 'id' | 'text'>[],
  byQuery: ReadonlyMap<QueryId, readonly Judgment[]>,
  pace: () => Promise<void>,
): Promise<LabelConcern[]> {
  const several = [...byQuery].filter(([, own]) => own.length > 1);
  const wanted = new Set(several.flatMap(([, own]) => own.map(({ doc }) => doc)));
  const texts = new Map<DocId, string>();
  for (const { id, text } of docs) if (wanted.has(id)) texts.set(id, text);
  const visible = new Map<DocId, VisibleText>();
  const overlaps = (a: Judgment, b: Judgment): boolean =>
    a.span !== undefined &&
    b.span !== undefined &&
    valueOf(visible, a.doc, () => new VisibleText(texts.get(a.doc) ?? '')).overlap(a.span, b.span) >= SAME_PLACE;
  const found: LabelConcern[] = [];
  for (const [query, own] of several) {
    await pace();
    const places = own.map((_, i) => i);
    // Two of one document, or two of one text: all pairs would be a million where a question has a thousand judgments.
    const parts = [...groupBy(places, (i) => own[i]!.doc).values()];
    const copies = [...groupBy(places, (i) => bareText(own[i]!, texts)).entries()].filter(([text]) => text !== '');
    const pairs = [
      ...parts.flatMap(pairsOf).filter(([a, b]) => overlaps(own[a]!, own[b]!)),
      ...copies.flatMap(([, same]) => pairsOf(same)).filter(([a, b]) => own[a]!.doc !== own[b]!.doc),
    ];
    for (const pair of pairs.sort(([a, b], [c, d]) => a - c || b - d)) found.push(pairConcern(query, pair.map((i) => own[i]!))); // prettier-ignore
  }
  return found;
}

const bareText = ({ doc, span }: Judgment, texts: ReadonlyMap<DocId, string>): string => {
  const text = texts.get(doc) ?? '';
  return (span ? text.slice(span.start, span.end) : text).replace(/\s+/gu, '');
};

const pairsOf = (items: readonly number[]) => items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const));

function pairConcern(query: QueryId, pair: readonly Judgment[]): LabelConcern {
  const [first, second] = pair;
  const reason = first!.grade === second!.grade ? 'duplicate' : 'contradictory';
  const places = pair.map(({ doc, span, grade }) => [doc, span?.start, span?.end, grade]);
  return { key: JSON.stringify([reason, query, ...places]), query, reason, judgments: pair, stale: null };
}
