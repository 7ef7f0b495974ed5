import { canonicalJson } from '../../base/hash';
import { isPlainWhole } from '../../domain/chunk/chunker-spec';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import type { SystemSpec } from '../../domain/experiment/parts';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import { scorerCode } from '../../domain/handover/abilities';
import { sparseSpec } from '../../domain/handover/sparse-weights';
import { readsText } from '../../domain/measures/parse';
import type { VectorSearchSpec } from '../../domain/retrieval/dense/vector-search-spec';
import type { DenseSpec, FileVectorsSpec, RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { protocolOf } from './connect';
import { engineProblems as words } from './texts';
import type {
  AskedEngine,
  FieldOfPlan,
  FusionProtocol,
  IndexField,
  JoinedPlan,
  ListPlan,
  Protocol,
  Substitute,
  VectorField,
  WordsField,
} from './types';

export interface PlannedSystem {
  readonly id: string;
  /** Places among the lists of the plan, in the order of its retrievers. */
  readonly lists: readonly number[];
  /** Null for a system of one list. */
  readonly fusion: FusionSpec | null;
  /** Place among what the engine joins; null where Hitrate does, or nothing is to be joined. */
  readonly joined: number | null;
}

export interface EnginePlan {
  readonly fields: readonly FieldOfPlan[];
  /** Those that only a joined search reads are not asked for by themselves. */
  readonly lists: readonly ListPlan[];
  readonly joined: readonly JoinedPlan[];
  readonly systems: readonly PlannedSystem[];
  readonly substitutes: readonly Substitute[];
}

/**
 * What an index needs to have and to be asked for the systems of an experiment: each distinct retriever once.
 *
 * @param engine that is asked, and what it joins by itself where it is to do so; else Hitrate joins
 * @throws {CommandRefusal} with every part that runs in no engine, and every fusion that this one does not compute
 */
export function planFor(spec: ExperimentSpec, engine: AskedEngine, fusing: FusionProtocol | 'here'): EnginePlan {
  const refused = [...specProblems(spec), ...spec.systems.flatMap(systemProblems)];
  if (refused.length > 0) throw new CommandRefusal(refused);
  const { words: scores } = protocolOf(engine);
  const fields = new Places<FieldOfPlan>();
  const lists = new Places<ListPlan>();
  const substitutes: Substitute[] = [];
  const systems = spec.systems.map(({ id, retrievers, fusion }): PlannedSystem => {
    const places = retrievers.map((retriever, at) => {
      const substitute = substituteOf(retriever, scores);
      if (substitute) substitutes.push({ system: id, retriever: at, ...substitute });
      const { field, efSearch } = searchedBy(retriever, scores);
      const place = fields.of(canonicalJson(field), (next) => ({ ...field, name: nameOf(field, next) }));
      const list = { field: place, depth: listDepth(spec), efSearch };
      return lists.of(canonicalJson(list), () => list);
    });
    return { id, lists: places, fusion, joined: null };
  });
  const plan = { fields: fields.items, lists: lists.items, joined: [], systems, substitutes };
  return fusing === 'here' ? plan : joinedBy(fusing, engine, plan, listDepth(spec));
}

/** The same with what the engine joins. */
function joinedBy(fusing: FusionProtocol, engine: AskedEngine, plan: EnginePlan, depth: number): EnginePlan {
  const joined = new Places<JoinedPlan>();
  const refused: string[] = [];
  const systems = plan.systems.map((system): PlannedSystem => {
    const { id, fusion } = system;
    if (fusion === null) return system;
    const search = { lists: system.lists.map((place) => plan.lists[place]!), fusion, depth };
    if (!fusing.expresses(search, plan.fields)) refused.push(words.fusion(id, fusion.method, engine));
    return { ...system, joined: joined.of(canonicalJson(search), () => search) };
  });
  if (refused.length > 0) throw new CommandRefusal(refused);
  return { ...plan, joined: joined.items, systems };
}

/** Places of the lists that are asked for by themselves: those of systems that the engine does not join. */
export const askedAlone = ({ systems }: EnginePlan): ReadonlySet<number> =>
  new Set(systems.flatMap(({ joined, lists }) => (joined === null ? lists : [])));

const nameOf = ({ kind }: Nameless, place: number): string => `${kind === 'words' ? 'terms' : 'vector'}_${place}`;

class Places<Item> {
  readonly items: Item[] = [];
  readonly #places = new Map<string, number>();

  of(key: string, make: (place: number) => Item): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.items.length);
    this.items.push(make(this.items.length));
    return this.items.length - 1;
  }
}

function specProblems({ lists, measures }: ExperimentSpec): string[] {
  const ofText = measures.filter((text) => readsText(text));
  return [...(lists === 'k' ? [words.listsAtK()] : []), ...(ofText.length > 0 ? [words.textMeasures(ofText)] : [])];
}

function systemProblems(system: SystemSpec): string[] {
  const { id, chunker, filter, crossFitted, learned, boost, rerank, threshold } = system;
  const parts = { filter, crossFitted, learned, boost, rerank, threshold };
  const present = Object.entries(parts).flatMap(([name, part]) =>
    (part ?? null) === null ? [] : [name as keyof typeof parts],
  );
  return [
    ...(chunker && !isPlainWhole(chunker) ? [words.part(id, 'chunker')] : []),
    ...present.map((part) => words.part(id, part)),
    ...system.retrievers.flatMap((retriever) => retrieverProblems(id, retriever)),
  ];
}

const BM25 = ['bm25-lucene', 'bm25-plus', 'bm25l', 'bm25-okapi'];

function retrieverProblems(system: string, spec: RetrieverSpec): string[] {
  switch (spec.kind) {
    case 'minisearch':
      return [];
    case 'lexical':
      return [
        ...(BM25.includes(spec.scorer.kind) ? [] : [words.scorer(system, spec.scorer.kind)]),
        ...(spec.question.kind === 'as-asked' ? [] : [words.expansion(system, spec.question.kind)]),
        ...(spec.fields ? [words.part(system, 'fields')] : []),
      ];
    case 'dense':
    case 'file-vectors':
      return vectorProblems(system, spec.search);
    default:
      return [words.retriever(system, spec.kind)];
  }
}

const vectorProblems = (system: string, search: VectorSearchSpec): string[] =>
  search.kind !== 'nearest' && search.kind !== 'hnsw'
    ? [words.vectorSearch(system, search.kind)]
    : search.dimensions !== undefined
      ? [words.shortened(system)]
      : [];

type Nameless = Omit<WordsField, 'name'> | Omit<VectorField, 'name' | 'dimensions'>;

function searchedBy(
  spec: RetrieverSpec,
  scores: Protocol['words'],
): { readonly field: Nameless; readonly efSearch: number | null } {
  if (spec.kind !== 'minisearch' && spec.kind !== 'lexical') return vectorsOf(spec as DenseSpec | FileVectorsSpec);
  const { k1, b } = (spec.kind === 'lexical' ? spec.scorer : spec) as { readonly k1: number; readonly b: number };
  const weights = scores === 'weights' ? (sparseSpec(spec) ?? ({ kind: 'bm25-lucene', k1, b } as const)) : null;
  return { field: { kind: 'words', analyzer: spec.analyzer, k1, b, ...(weights ? { weights } : {}) }, efSearch: null };
}

function vectorsOf(spec: DenseSpec | FileVectorsSpec) {
  const { search } = spec;
  const approximate = search.kind === 'hnsw';
  const graph = approximate ? { m: search.m, efConstruction: search.efConstruction } : null;
  const metric = search.kind === 'nearest' ? search.metric : ('cosine' as const);
  const field = { kind: 'vector' as const, metric, graph, source: spec };
  return { field, efSearch: approximate ? search.efSearch : null };
}

function substituteOf(spec: RetrieverSpec, scores: Protocol['words']): Omit<Substitute, 'system' | 'retriever'> | null {
  if (spec.kind !== 'minisearch' && spec.kind !== 'lexical') return null;
  if (scores === 'weights' && sparseSpec(spec) !== null) return null;
  const { k1, b } = (spec.kind === 'lexical' ? spec.scorer : spec) as { readonly k1: number; readonly b: number };
  const [asked, given] = [scorerCode(spec), scores === 'weights' ? 'bm25-lucene' : 'bm25-lucene:byte'];
  return asked === given ? null : { asked, given, k1, b };
}

/** @param dimensions by place of a field */
export const fieldsOf = ({ fields }: EnginePlan, dimensions: ReadonlyMap<number, number>): IndexField[] =>
  fields.map((field, i) => (field.kind === 'words' ? field : { ...field, dimensions: dimensions.get(i)! }));
