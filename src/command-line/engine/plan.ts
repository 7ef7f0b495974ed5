import { canonicalJson } from '../../base/hash';
import { isPlainWhole } from '../../domain/chunk/chunker-spec';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import { NO_PARTS, type SystemSpec } from '../../domain/experiment/parts';
import type { FusionSpec } from '../../domain/fusion/fusion-spec';
import { able, expressedBy } from '../../domain/handover/abilities';
import type { Abilities, HandedSystem, HandoverRefusal, TargetId, EngineIndex } from '../../domain/handover/target';
import { TARGETS } from '../../domain/handover/targets';
import { readsText } from '../../domain/measures/parse';
import type { RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { EngineOptions } from '../../ui/command-line/command';
import { CommandRefusal } from '../../ui/command-line/command-progress';
import { engineProblems as words, type LivePart, type Substitute } from './texts';

/** What joins lists: the engine in its search, or Hitrate once the lists are here. */
export type FusedBy = EngineOptions['fusedBy'];

export interface PlannedSystem {
  readonly id: string;
  /** By retriever, its place in the index. */
  readonly places: readonly number[];
  /** Places among the searches of the plan: one for each retriever, or one that the engine joins. */
  readonly searches: readonly number[];
  /** Null for a system of one list. */
  readonly fusion: FusionSpec | null;
}

export interface PlannedSearch {
  readonly system: SystemSpec;
  readonly places: readonly number[];
}

export type EnginePlan = ReturnType<typeof planFor>;

/** What an index needs for each distinct retriever. @throws {CommandRefusal} naming each part the engine cannot run */
export function planFor(spec: ExperimentSpec, engine: TargetId, fusedBy: FusedBy) {
  const own = TARGETS[engine].abilities;
  const abilities: Abilities = fusedBy === 'here' ? { ...own, fusion: able } : own;
  const expressed = spec.systems.map((system) => ({ system, ...expressedBy(abilities, system) }));
  const refused = [
    ...specProblems(spec),
    ...expressed.flatMap(({ system, refusals }) => [
      ...partsThatStay(system).map((part) => words.part(system.id, part)),
      ...refusals.flatMap((each) => refusalText(system, engine, each) ?? []),
    ]),
  ];
  if (refused.length > 0) throw new CommandRefusal(refused);
  const retrievers = new Places<RetrieverSpec>();
  const searches = new Places<PlannedSearch>();
  const systems = expressed.map(({ nearest }): PlannedSystem => {
    const { id, fusion, retrievers: own } = nearest!;
    const places = own.map((each) => retrievers.of(each));
    const joined = (some: readonly number[], by: FusionSpec | null): number => {
      const parts = { retrievers: some.map((place) => retrievers.items[place]!), ...NO_PARTS, fusion: by };
      return searches.of({ system: { id: 'search', ...parts }, places: some });
    };
    const isJoined = fusion !== null && fusedBy === 'engine';
    return {
      id,
      places,
      searches: isJoined ? [joined(places, fusion)] : places.map((place) => joined([place], null)),
      fusion,
    };
  });
  const substitutes = expressed.flatMap(({ nearest, refusals }) =>
    refusals.flatMap((each) => (each.code === 'scorer' ? [substituteOf(nearest!, each.data)] : [])),
  );
  return {
    /** Every distinct one, as the engine has it. */
    retrievers: retrievers.items,
    searches: searches.items,
    systems,
    substitutes,
    depth: listDepth(spec),
  };
}

export const isJoined = ({ fusion, searches, places }: PlannedSystem): boolean =>
  fusion !== null && searches.length < places.length;

class Places<Item> {
  readonly items: Item[] = [];
  readonly #places = new Map<string, number>();

  of(item: Item): number {
    const key = canonicalJson(item);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.items.length);
    return this.items.push(item) - 1;
  }
}

function specProblems({ lists, measures }: ExperimentSpec): string[] {
  const ofText = measures.filter((text) => readsText(text));
  return [...(lists === 'k' ? [words.listsAtK()] : []), ...(ofText.length > 0 ? [words.textMeasures(ofText)] : [])];
}

/** Parts that can be handed over, and stay with the page where the engine searches. */
function partsThatStay({ chunker, retrievers, filter, threshold }: SystemSpec): LivePart[] {
  const stays: Readonly<Record<LivePart, boolean>> = {
    chunker: chunker !== undefined && !isPlainWhole(chunker),
    fields: retrievers.some((spec) => 'fields' in spec && spec.fields),
    dimensions: retrievers.some((spec) => 'search' in spec && spec.search.dimensions !== undefined),
    filter: filter !== undefined,
    threshold: threshold !== null,
  };
  return (Object.keys(stays) as LivePart[]).filter((part) => stays[part]);
}

/** A sentence; null for what is replaced with a note, and for parts that stay with the page. */
function refusalText({ id, retrievers }: SystemSpec, engine: TargetId, refusal: HandoverRefusal): string | null {
  switch (refusal.code) {
    case 'scorer': {
      const spec = retrievers[refusal.data.retriever]!;
      const isBm25 = spec.kind === 'minisearch' || (spec.kind === 'lexical' && 'k1' in spec.scorer);
      return isBm25 ? null : words.refused(id, engine, refusal);
    }
    case 'fusion':
    case 'engine-fusion':
    case 'lists':
      return words.fusion(id, engine, refusal);
    case 'filter':
    case 'threshold':
      return null;
    default:
      return words.refused(id, engine, refusal);
  }
}

function substituteOf(
  { id, retrievers }: SystemSpec,
  { retriever, scorer, nearest }: Extract<HandoverRefusal, { code: 'scorer' }>['data'],
): Substitute {
  const given = retrievers[retriever]!;
  const { k1, b } = (given.kind === 'lexical' ? given.scorer : given) as { readonly k1: number; readonly b: number };
  return { system: id, retriever, asked: scorer, given: nearest, k1, b };
}

/** An index as a system whose retrievers are all that are asked. */
export const indexSystem = (
  { retrievers, depth }: EnginePlan,
  described: Pick<HandedSystem, 'name' | 'dimensions' | 'stopWords'>,
): HandedSystem => ({
  ...described,
  system: { id: described.name, retrievers: [...retrievers], ...NO_PARTS },
  depth,
  k: depth,
  fields: [],
  approximate: false,
});

export const searchesIn = ({ searches }: EnginePlan, { handed }: EngineIndex): HandedSystem[] =>
  searches.map(({ system, places }) => ({
    ...handed,
    system,
    places,
    dimensions: places.map((place) => handed.dimensions[place]!),
  }));
