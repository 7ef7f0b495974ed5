import type { Settings } from '../../domain/experiment/settings';
import type { SystemId } from '../../domain/experiment/system-ids';
import type { ComposedPart, ComposedSystem } from '../../domain/experiment/composed';
import type { NamedRetriever } from '../../domain/experiment/retrievers';
import { type PartKey, partsOf, type SystemSpec } from '../../domain/experiment/parts';
import type { FusionMethod } from '../../domain/fusion/fusion-spec';
import { METHODS } from '../../domain/fusion/method-settings';
import { fixed, clipName } from './format';
import { learnerName } from './messages/method-names';
import { retrieverName } from './retriever-texts';
import type { VerdictNames } from './messages/verdict-badges';

export const weightText = (weight: number): string => fixed(weight, 2).replace(/^0\./, '.');

export function explainSystem(id: SystemId, settings: Settings): string {
  const lexical = weightText(settings.lexicalWeight);
  const dense = weightText(1 - settings.lexicalWeight);
  const texts: Record<SystemId, string> = {
    bm25:
      settings.lexical.score === 'bm25+'
        ? 'Shared words, the rarer the heavier'
        : 'Shared words, MiniSearch’s own score',
    embedding: 'Closeness in meaning, by vectors',
    ensemble: `Both scores added, ${lexical} words + ${dense} vectors`,
    'ensemble-rrf': 'Both rankings joined by reciprocal rank',
    'ensemble-rerank': `ensemble, its first ${settings.candidates} reranked`,
    'ensemble-rrf-rerank': `ensemble-rrf, its first ${settings.candidates} reranked`,
  };
  return texts[id];
}

/** Splits a name with a chunking, as `bm25 · recursive 1000/100`. */
export function nameParts(id: string) {
  const at = id.lastIndexOf(' · ');
  return at < 0 ? { retriever: id, chunking: null } : { retriever: id.slice(0, at), chunking: id.slice(at + 3) };
}

type NamedSystem = SystemSpec | ComposedSystem;

/** Names by id, made of a system's parts and unique: `ensemble-rrf-rerank` is *Hybrid (RRF) + rerank*. */
export function readableNames(systems: readonly NamedSystem[]): ReadonlyMap<string, string> {
  const names = new Map(systems.map((system) => [system.id, readableName(system)]));
  for (const rename of [(system: NamedSystem) => readableName(system, true), withId]) {
    const taken = repeated([...names.values()]);
    for (const system of systems) if (taken.has(names.get(system.id)!)) names.set(system.id, rename(system));
  }
  return names;
}

/** Names for charts and heads of tables: without what they have in common, so that nothing else has to be cut. */
export function briefNames(systems: readonly NamedSystem[]): ReadonlyMap<string, string> {
  const names = readableNames(systems);
  const all = [...names.values()];
  const chunkings = [...new Set(all.flatMap((name) => nameParts(name).chunking ?? []))];
  const words = chunkings.map((name) => name.split(' '));
  const least = Math.min(...words.map(({ length }) => length)) - 1;
  const start = commonLength(words, least);
  const end = commonLength(
    words.map((each) => each.toReversed()),
    least - start,
  );
  const brief = (name: string): string => {
    const { retriever, chunking } = nameParts(name);
    if (chunking === null) return withoutCommonStart(name, all);
    const own = chunking.split(' ');
    return `${retriever} · ${chunkings.length < 2 ? chunking : own.slice(start, own.length - end).join(' ')}`;
  };
  const briefs = new Map([...names].map(([id, name]) => [id, brief(name)]));
  return new Set(briefs.values()).size === new Set(all).size ? briefs : names;
}

/** How many items, at most so many, all lists begin with. */
function commonLength<T>(lists: readonly ArrayLike<T>[], most: number): number {
  let length = 0;
  while (length < most && lists.length > 1 && lists.every((list) => list[length] === lists[0]![length])) length++;
  return length;
}

const LONG = 32;
const HEAD = 8;

/** Of a long name the beginning, and what is another in the name that begins most alike. */
function withoutCommonStart(name: string, all: readonly string[]): string {
  if (name.length <= LONG) return name;
  const others = all.filter((other) => other !== name);
  const common = Math.max(...others.map((other) => commonLength([name, other], name.length)));
  const at = name.slice(0, common).search(/[\p{L}\p{N}]*$/u);
  return clipName(at > HEAD + 1 ? `${name.slice(0, HEAD)}…${name.slice(at)}` : name, 2 * LONG);
}

/** @param every names each retriever, where a pair of one for words and one for vectors would be a “Hybrid” */
export function readableName(system: NamedSystem, every = false): string {
  const { chunking } = nameParts(system.id);
  const parts = partsOf(PART_NAMES, system);
  // That lists are filtered is said last, though it happens first.
  const ordered = [...parts.filter(({ key }) => key !== 'filter'), ...parts.filter(({ key }) => key === 'filter')];
  const own = ordered.map(({ entry, spec }) => entry(spec, every)).join('');
  return chunking === null ? own : `${own} · ${chunking}`;
}

function withId(system: NamedSystem): string {
  const name = readableName(system);
  return name === system.id ? name : `${name} (${clipName(nameParts(system.id).retriever, 60)})`;
}

const repeated = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.filter((name, i) => names.indexOf(name) !== i));

type PartName<Key extends PartKey> = (part: ComposedPart<Key>, every: boolean) => string;

const PART_NAMES: { readonly [Key in PartKey]: PartName<Key> } = {
  chunker: () => '',
  retrievers: (retrievers, every) => {
    const names = (retrievers as readonly NamedRetriever[]).map(retrieverName);
    return !every && isHybrid(retrievers) ? 'Hybrid' : names.join(' + ');
  },
  filter: () => ', filtered',
  fusion: ({ method }) => ` (${fusionName(method)})`,
  crossFitted: ({ method }) => ` (${METHODS[method].label}, cross-validated)`,
  learned: (learned) => ` (${learnerName(learned)})`,
  boost: () => ' + boost',
  rerank: () => ' + rerank',
  threshold: () => ' + threshold',
};

/** One list of words and one of vectors, neither of rewrites. */
function isHybrid(retrievers: readonly NamedRetriever[]): boolean {
  const kinds = retrievers.map(({ kind }) => (kind === 'minisearch' || kind === 'lexical' ? 'words' : kind));
  return kinds.length === 2 && kinds.includes('words') && (kinds.includes('dense') || kinds.includes('vectors'));
}

const FUSION_NAMES: { readonly [Method in FusionMethod]?: string } = { rrf: 'RRF', wsum: 'weighted sum' };

const fusionName = (method: FusionMethod): string => FUSION_NAMES[method] ?? METHODS[method].label;

export function verdictNames(systems: readonly SystemSpec[]): VerdictNames {
  const names = readableNames(systems);
  const byId = new Map(systems.map((system) => [system.id, system]));
  return {
    name: (id) => names.get(id) ?? id,
    isHybrid: (id) => (byId.get(id)?.retrievers.length ?? 0) > 1,
    isReranked: (id) => Boolean(byId.get(id)?.rerank),
  };
}
