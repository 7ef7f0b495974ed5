import { append, valueOf } from '../../base/containers';
import { canonicalJson } from '../../base/hash';
import type { Doc, DocId, Judgment, Need, QueryId, Requirement, Span } from '../../base/types';
import { chunkId } from '../chunk/recursive';
import { chunkedTruth, type PlacedChunk, OrderedSpans } from '../chunk/chunked-truth';
import type { ChunkerSpec, SplitChunkerSpec } from '../chunk/chunker-spec';
import { toQrels } from '../run/judgments';
import type { JudgedPlace, Places } from './places';
import type { PoolInput } from './pool';

export interface QuestionJudgments {
  readonly query: QueryId;
  readonly judgments: readonly Judgment[];
  readonly requirement: Requirement | undefined;
}

export interface QuestionTruth {
  readonly judged: ReadonlyMap<DocId, number>;
  readonly needs: readonly Need[] | undefined;
}

type CutDocument = (doc: Doc) => readonly Span[];

const NOTHING: ReadonlyMap<DocId, number> = new Map();

export const wholeTruth = ({ query, judgments, requirement }: QuestionJudgments): QuestionTruth => ({
  judged: toQrels(judgments).get(query) ?? NOTHING,
  needs: requirement?.needs,
});

/** As {@link chunkedTruth}, only of documents that the judgments name. */
export function cutTruth(
  { query, judgments, requirement }: QuestionJudgments,
  docs: ReadonlyMap<DocId, Doc>,
  cut: CutDocument,
  relevance: number,
): QuestionTruth {
  const named = new Set([
    ...judgments.map(({ doc }) => doc),
    ...(requirement?.needs ?? []).flatMap((need) => [...need.docs, ...(need.places ?? []).map(({ doc }) => doc)]),
  ]);
  const own = [...named].flatMap((id) => docs.get(id) ?? []);
  const chunks = own.flatMap((doc) =>
    cut(doc).map((span): PlacedChunk => ({ id: chunkId(doc.id, span), place: { doc: doc.id, ...span } })),
  );
  const requirements = requirement ? [requirement] : [];
  const truth = chunkedTruth(own, chunks, { judgments, requirements }, relevance);
  return { judged: truth.qrels.get(query) ?? NOTHING, needs: truth.requirements.get(query) };
}

/** How the passages of some systems were cut, so that what judgments say of them is found once for all of them. */
export interface PooledChunking {
  /** Null where documents are the passages. */
  readonly cut: CutDocument | null;
  /** Whether relevant passages in no list are known; if not, nDCG and MAP may be too high. */
  readonly whole: boolean;
  readonly systems: readonly number[];
  /** The passages that are about the same as a place: those that a judgment of it would be a judgment of. */
  readonly at: (place: JudgedPlace) => readonly DocId[];
}

/** Cuts a document as an experiment does; null where that cannot be done here, as by the tokens of a model. */
export type Cutter = (doc: Doc, spec: SplitChunkerSpec) => readonly Span[] | null;

export function pooledChunkings(
  input: PoolInput,
  docs: ReadonlyMap<DocId, Doc>,
  places: Places,
  cutter: Cutter | null,
): PooledChunking[] {
  const found = new Map<string, { spec: SplitChunkerSpec | null; systems: number[] }>();
  input.systems.forEach(({ id }, position) => {
    const spec = input.spec.systems.find((system) => system.id === id);
    // Lists that were read as lists of documents are judged as such, however their documents were cut.
    const chunking = input.spec.aggregate ? null : chunkingOf(spec?.chunker);
    const key = canonicalJson(chunking && { ...chunking, late: undefined });
    valueOf(found, key, () => ({ spec: chunking, systems: [] })).systems.push(position);
  });
  return [...found.values()].map(({ spec, systems }) => {
    if (!spec) return { cut: null, whole: true, systems, at: ({ doc }) => [doc] };
    const seen = seenChunks(input, systems, places);
    const cuts = new Map<DocId, readonly Span[] | null>();
    const all = (doc: Doc) => valueOf(cuts, doc.id, () => cutter?.(doc, spec) ?? null);
    const cut = (doc: Doc): readonly Span[] => all(doc) ?? seen.get(doc.id) ?? [];
    const first = docs.values().next().value;
    const ordered = new Map<DocId, OrderedSpans<Span>>();
    const at = (place: JudgedPlace): DocId[] => {
      const doc = docs.get(place.doc);
      if (!doc) return [];
      return valueOf(ordered, doc.id, () => new OrderedSpans(cut(doc)))
        .at(place.span ?? { start: 0, end: doc.text.length })
        .filter((span) => places.areSame({ doc: doc.id, span }, place))
        .map((span) => chunkId(doc.id, span));
    };
    return { cut, whole: first !== undefined && all(first) !== null, systems, at };
  });
}

const chunkingOf = (chunker: ChunkerSpec | undefined) => (chunker && chunker.kind !== 'whole' ? chunker : null);

function seenChunks({ docs: ids, systems }: PoolInput, positions: readonly number[], places: Places) {
  const seen = new Map<DocId, Span[]>();
  for (const position of new Set(positions.flatMap((each) => [...systems[each]!.top.docs]))) {
    const { doc, span } = places.of(ids[position]!);
    if (span) append(seen, doc, span);
  }
  for (const spans of seen.values()) spans.sort((a, b) => a.start - b.start || a.end - b.end);
  return seen;
}
