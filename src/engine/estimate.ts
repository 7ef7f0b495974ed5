import type { StageId } from '../contract/result';
import type { BroughtHeader, CollectionRecord, Questions, StoragePort } from '../contract/storage';
import type { ExperimentSpec } from '../domain/spec/experiment';
import type { FilterSpec } from '../domain/spec/metadata';
import { type RetrieverSpec, searchOf, type SearchSpec } from '../domain/spec/retrievers';
import { canonicalJson } from '../domain/spec/hash';
import type { ModelCard } from '../domain/spec/settings';
import type { Query } from '../domain/types';
import { identityOf } from './corpus';
import { experimentKey, listDepth } from './plan';
import type { Ports } from './ports';
import { vectorNamespace } from './stages/embed';
import { findBroughtFile } from './stages/brought-file';
import { namedQueries } from './stages/file-vectors';
import { lexicalIndexKey } from './stages/lexical';
import { rerankNamespace, rerankedKey } from './stages/rerank';
import { retrievalBlocks } from './stages/retrieve';
import { searchedQueries } from './stages/rewritten';
import type { Estimate } from './types';

/** Seconds by stage: for a thousand characters where passages are read, for an item elsewhere. */
export type Rates = Partial<Record<StageId, number>>;

/** Stages whose work grows with the length of the passages. */
const BY_LENGTH: ReadonlySet<StageId> = new Set(['lexical-index', 'passage-vectors', 'rerank']);

/** Measured on two cores of a virtual machine with the bundled models. */
const TYPICAL: Rates = {
  'lexical-index': 0.0015,
  'lexical-search': 0.003,
  'passage-vectors': 0.005,
  'dense-search': 0.001,
  learn: 0.03,
  rerank: 0.007,
};

/** Seconds to load a model before its stage can begin. */
const LOADING: Rates = { 'passage-vectors': 1, rerank: 1 };

/** Vectors are held by the cache and, as one matrix, by the worker that searches them. */
const VECTOR_COPIES = 2;

/** What the word index takes in memory for each character: a word has several, a bigram begins at each. In bytes. */
const INDEX_BYTES = { words: 8, bigrams: 34 };
const BIGRAM_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/** ONNX Runtime and its buffers, beside the weights. */
const RUNTIME_BYTES = 60_000_000;

/** Share of its candidates that a system has for itself when another reranks the same lists fused otherwise. */
const OWN_PAIRS = 0.3;

const RATES_SETTING = 'rates';

/** What a run will take, from what is cached and how fast this machine was before. */
export async function estimateRun(
  ports: Ports,
  collection: CollectionRecord,
  questions: Questions,
  spec: ExperimentSpec,
): Promise<Estimate> {
  const { storage, models } = ports;
  const widest = widestVectors(models, await storage.listBrought(collection.id), spec);
  const bytes = bytesOf(models, collection, spec, widest);
  const measured = ((await storage.getSetting(RATES_SETTING)) as Rates | undefined) ?? {};
  const known = await storage.hasResult(collection.id, experimentKey(ports, spec, identityOf(collection), questions));
  const pending = known ? [] : await pendingWork(ports, collection, questions, spec);
  const seconds = pending.reduce((sum, { stage, count }) => {
    const pace = measured[stage] ?? TYPICAL[stage] ?? 0;
    const likely = stage === 'rerank' ? count * likelyShare(spec) : count;
    return sum + likely * pace * workPerItem(stage, collection) + (LOADING[stage] ?? 0);
  }, 0);
  const basis = pending.every(({ stage }) => measured[stage] !== undefined) ? 'measured' : 'typical';
  return { seconds, bytes, pending, basis };
}

/** Of the pairs of several systems, which are counted as if they shared none, the share that is likely to be scored. */
function likelyShare({ systems }: ExperimentSpec): number {
  const reranked = systems.filter(({ rerank }) => rerank !== null).length;
  return (1 + OWN_PAIRS * (reranked - 1)) / reranked;
}

/** Keeps the paces of a run for the next estimate. @param perItem seconds an item took, by stage */
export async function rememberRates(storage: StoragePort, collection: CollectionRecord, perItem: Rates): Promise<void> {
  const before = ((await storage.getSetting(RATES_SETTING)) as Rates | undefined) ?? {};
  const paces = Object.entries(perItem).map(([stage, seconds]) => [
    stage,
    seconds / workPerItem(stage as StageId, collection),
  ]);
  await storage.putSetting(RATES_SETTING, { ...before, ...Object.fromEntries(paces) });
}

/** Thousands of characters in an average passage, or 1 for stages that do not read passages. */
function workPerItem(stage: StageId, { counts }: CollectionRecord): number {
  return BY_LENGTH.has(stage) ? Math.max(1, counts.characters) / Math.max(1, counts.docs) / 1000 : 1;
}

type Pending = Estimate['pending'][number];

async function pendingWork(
  ports: Ports,
  collection: CollectionRecord,
  questions: Questions,
  spec: ExperimentSpec,
): Promise<Pending[]> {
  const { storage, versions } = ports;
  const judged = new Set(questions.judgments.map(({ query }) => query));
  const queries = questions.queries.filter(({ id }) => judged.has(id));
  const depth = listDepth(spec);
  const pending: Pending[] = [];
  /** Indexes and vectors that are counted: several retrievers read the same. */
  const counted = new Set<string>();
  for (const { retriever: asked, filter } of filteredSearches(spec)) {
    const { retriever, searched } = await searchedFor(storage, collection.id, asked, queries);
    const blocks = retrievalBlocks(versions, retriever, identityOf(collection), depth, searched, filter);
    const there = await Promise.all(blocks.map(({ key }) => storage.hasArtifact(collection.id, key)));
    const count = blocks.reduce((sum, { positions }, i) => sum + (there[i] ? 0 : positions.length), 0);
    if (count === 0) continue;
    const index = indexOf(versions, collection, retriever);
    if (!counted.has(index)) pending.push(...(await pendingIndex(ports, collection, retriever)));
    counted.add(index);
    pending.push({ stage: 'analyzer' in retriever ? 'lexical-search' : 'dense-search', unit: 'questions', count });
  }
  const learners = spec.systems.filter(({ learned }) => learned !== null).length;
  if (learners > 0) pending.push({ stage: 'learn', unit: 'questions', count: learners * queries.length });
  const pairs = await pendingPairs(ports, collection, queries, spec);
  if (pairs > 0) pending.push({ stage: 'rerank', unit: 'pairs', count: pairs });
  return pending;
}

/** What searches for a retriever, and by which questions. */
async function searchedFor(
  storage: StoragePort,
  collection: string,
  asked: Asked,
  queries: readonly Query[],
): Promise<{ readonly retriever: SearchSpec; readonly searched: readonly Query[] }> {
  if (asked.kind === 'file-vectors') return { retriever: asked, searched: namedQueries(queries) };
  if (asked.kind !== 'rewritten') return { retriever: asked, searched: queries };
  // Where they are gone, the run will tell.
  const rewrites = await findBroughtFile(storage, collection, 'rewrites', asked.rewrites);
  return { retriever: asked.retriever, searched: searchedQueries(queries, rewrites?.entries ?? [], asked) };
}

/** Key of what a retriever searches. */
function indexOf(versions: Ports['versions'], collection: CollectionRecord, retriever: SearchSpec): string {
  if (retriever.kind === 'file-vectors') return retriever.hash;
  return retriever.kind === 'dense'
    ? vectorNamespace(versions, retriever, 'passage')
    : lexicalIndexKey(versions, retriever, identityOf(collection));
}

async function pendingIndex(
  { storage, versions }: Ports,
  collection: CollectionRecord,
  retriever: SearchSpec,
): Promise<Pending[]> {
  const { id, counts } = collection;
  const index = indexOf(versions, collection, retriever);
  if (retriever.kind === 'file-vectors') return [];
  if (retriever.kind !== 'dense') {
    const built = await storage.hasArtifact(id, index);
    return built ? [] : [{ stage: 'lexical-index', unit: 'passages', count: counts.docs }];
  }
  const cached = await storage.countRows(id, index);
  const count = counts.docs - cached;
  return count > 0 ? [{ stage: 'passage-vectors', unit: 'passages', count }] : [];
}

/**
 * Pairs still to score, at most: which they are is known only after the first stage. Systems whose pairs were all scored
 * before left a mark.
 */
async function pendingPairs(
  { storage, versions }: Ports,
  collection: CollectionRecord,
  queries: readonly Query[],
  spec: ExperimentSpec,
): Promise<number> {
  let pairs = 0;
  let namespace: string | null = null;
  for (const system of spec.systems) {
    if (!system.rerank) continue;
    const depth = listDepth(spec);
    // Lists of one depth hold at most as many different passages as they hold entries.
    const listed = depth * system.retrievers.length;
    const candidates = Math.min(listed, spec.lists === 'k' ? depth : system.rerank.candidates);
    const mark = rerankedKey(versions, system, depth, identityOf(collection), queries);
    if (await storage.hasArtifact(collection.id, mark)) continue;
    namespace = rerankNamespace(versions, system.rerank);
    pairs += queries.length * Math.min(collection.counts.docs, candidates);
  }
  if (namespace === null) return 0;
  const cached = await storage.countRows(collection.id, namespace);
  return Math.max(queries.length, pairs - cached);
}

/** What is searched here, each once: a run from a file takes nothing. */
function searches(spec: ExperimentSpec): SearchSpec[] {
  const all = spec.systems.flatMap((system) => system.retrievers).map(searchOf);
  return distinct(all.filter((retriever) => retriever.kind !== 'run'));
}

/** Every retriever but a run from a file. */
type Asked = Exclude<RetrieverSpec, { kind: 'run' }>;

/** The same, each once with each filter that its lists are cut by. */
function filteredSearches({ systems }: ExperimentSpec): { retriever: Asked; filter?: FilterSpec }[] {
  return distinct(
    systems.flatMap(({ retrievers, filter }) =>
      retrievers.flatMap((retriever) =>
        retriever.kind === 'run' ? [] : [{ retriever, ...(filter ? { filter } : {}) }],
      ),
    ),
  );
}

function distinct<T>(specs: readonly T[]): T[] {
  return [...new Map(specs.map((spec) => [canonicalJson(spec), spec])).values()];
}

/** Dimensions of the widest vectors that are searched; 0 where none are. */
function widestVectors(models: readonly ModelCard[], brought: readonly BroughtHeader[], spec: ExperimentSpec): number {
  const dimensions = searches(spec).map((search) => {
    if (search.kind === 'dense') return models.find(({ id }) => id === search.model)?.dimensions ?? 0;
    const file = brought.find(({ name }) => search.kind === 'file-vectors' && name === search.name);
    return file?.kind === 'vectors' ? file.dimensions : 0;
  });
  return Math.max(0, ...dimensions);
}

/** @param dimensions of the widest vectors */
function bytesOf(
  models: readonly ModelCard[],
  collection: CollectionRecord,
  spec: ExperimentSpec,
  dimensions: number,
): number {
  const { docs, characters } = collection.counts;
  const retrievers = searches(spec);
  // One index of words is open at a time, and one matrix of vectors.
  const words = retrievers.some((each) => 'analyzer' in each) ? indexBytes(collection) : 0;
  const vectors = docs * dimensions * 4 * VECTOR_COPIES;
  const used = new Set<string>();
  for (const { retrievers: each, rerank } of spec.systems) {
    for (const search of each.map(searchOf)) if (search.kind === 'dense') used.add(search.model);
    if (rerank) used.add(rerank.model);
  }
  const networks = models.filter(({ id }) => used.has(id)).map(({ bytes }) => bytes * 3 + RUNTIME_BYTES);
  return [words, vectors, ...networks, characters * 2].reduce((sum, bytes) => sum + bytes, 0);
}

function indexBytes({ counts, summary }: CollectionRecord): number {
  const bigrams = summary.languages
    .filter(({ language }) => BIGRAM_LANGUAGES.has(language))
    .reduce((sum, { share }) => sum + share, 0);
  return counts.characters * (bigrams * INDEX_BYTES.bigrams + (1 - bigrams) * INDEX_BYTES.words);
}
