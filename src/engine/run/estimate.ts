import type { StageId } from '../../contract/result';
import type { CollectionRecord, Questions, StoragePort } from '../../contract/storage';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import { type ExperimentSpec, listDepth, type SystemSpec } from '../../domain/experiment/experiment';
import type { RetrieverSpec, SearchSpec } from '../../domain/retrieval/retriever-spec';
import { canonicalJson, distinct } from '../../base/hash';
import type { Query } from '../../base/types';
import { type ChunkingSize, chunkingOf } from './chunking-size';
import { bytesOf, widestVectors } from './estimate-memory';
import { identityOf } from '../kernel/corpus';
import { experimentKey } from './plan';
import type { Ports } from '../kernel/ports';
import { vectorNamespace } from './stages/embed';
import { lateNamespace } from './stages/embed-late';
import { findSuppliedFile } from './stages/supplied-file';
import { namedQueries } from './stages/file-vectors';
import { lexicalIndexKey } from './stages/lexical';
import { stagesOf } from './parts';
import { rerankNamespace, rerankedKey } from './stages/rerank';
import { retrievalBlocks } from './stages/retrieve';
import { searchedQueries } from './stages/retrievers';
import type { Estimate } from '../kernel/run-types';

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

/** Share of its candidates that a system has for itself when another reranks the same lists fused otherwise. */
const OWN_PAIRS = 0.3;

const RATES_SETTING = 'rates';

export async function estimateRun(
  ports: Ports,
  collection: CollectionRecord,
  questions: Questions,
  spec: ExperimentSpec,
): Promise<Estimate> {
  const { storage } = ports;
  const models = await ports.models.cards();
  const widest = widestVectors(models, await storage.supplied.list(collection.id), spec);
  const cut = await chunkingsOf(ports, collection, spec);
  const bytes = bytesOf(models, collection, cut.largest, spec, widest);
  const measured = ((await storage.settings.get(RATES_SETTING)) as Rates | undefined) ?? {};
  const key = await experimentKey(ports, spec, identityOf(collection), questions);
  const known = await storage.results.has(collection.id, key);
  const pending = known ? [] : await pendingWork(ports, collection, cut, questions, spec);
  const seconds = pending.reduce((sum, { stage, count }) => {
    const pace = measured[stage] ?? TYPICAL[stage] ?? 0;
    const likely = stage === 'rerank' ? count * likelyShare(spec) : count;
    return sum + likely * pace * workPerItem(stage, cut.largest) + (LOADING[stage] ?? 0);
  }, 0);
  const basis = pending.every(({ stage }) => measured[stage] !== undefined) ? 'measured' : 'typical';
  return { seconds, bytes, pending, basis };
}

interface Chunkings {
  readonly of: (chunker: ChunkerSpec | undefined) => ChunkingSize;
  readonly largest: ChunkingSize;
}

/** The chunkings of an experiment, each cut once. */
async function chunkingsOf(
  ports: Ports,
  collection: CollectionRecord,
  { systems }: ExperimentSpec,
): Promise<Chunkings> {
  const known = new Map<string, ChunkingSize>();
  const keyOf = (chunker: ChunkerSpec | undefined): string => canonicalJson(chunker ?? null);
  for (const { chunker } of systems)
    if (!known.has(keyOf(chunker))) known.set(keyOf(chunker), await chunkingOf(ports, collection, chunker));
  return {
    of: (chunker) => known.get(keyOf(chunker))!,
    largest: [...known.values()].reduce((a, b) => (b.passages > a.passages ? b : a)),
  };
}

/** Of the pairs of several systems, which are counted as if they shared none, the share that is likely to be scored. */
function likelyShare({ systems }: ExperimentSpec): number {
  const reranked = systems.filter(({ rerank }) => rerank !== null).length;
  return (1 + OWN_PAIRS * (reranked - 1)) / reranked;
}

/** @param perItem seconds an item took, by stage */
export async function rememberRates(storage: StoragePort, searched: Searched, perItem: Rates): Promise<void> {
  const before = ((await storage.settings.get(RATES_SETTING)) as Rates | undefined) ?? {};
  const now = { ...before };
  for (const [stage, seconds] of Object.entries(perItem) as [StageId, number][])
    now[stage] = seconds / workPerItem(stage, searched);
  await storage.settings.put(RATES_SETTING, now);
}

/** Thousands of characters in an average passage, or 1 for stages that do not read passages. */
function workPerItem(stage: StageId, { passages, characters }: Searched): number {
  return BY_LENGTH.has(stage) ? Math.max(1, characters) / Math.max(1, passages) / 1000 : 1;
}

type Searched = Pick<ChunkingSize, 'passages' | 'characters'>;

type Pending = Estimate['pending'][number];

async function pendingWork(
  ports: Ports,
  collection: CollectionRecord,
  cut: Chunkings,
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
  for (const { chunker, retriever: asked, filter } of distinct(spec.systems.flatMap(filteredSearches))) {
    const chunking = cut.of(chunker);
    const { retriever, searched } = await searchedFor(storage, collection.id, asked, queries);
    const blocks = await retrievalBlocks(versions, retriever, chunking, depth, searched, filter);
    const there = await Promise.all(blocks.map(({ key }) => storage.artifacts.has(collection.id, key)));
    const count = blocks.reduce((sum, { positions }, i) => sum + (there[i] ? 0 : positions.length), 0);
    if (count === 0) continue;
    const index = indexOf(versions, chunking, retriever);
    // Vectors of passages share a namespace, whatever cut them; an index of words is of one chunking.
    const once = canonicalJson([index, retriever.kind === 'dense' ? chunking.key : null]);
    if (!counted.has(once)) pending.push(...(await pendingIndex(storage, collection.id, chunking, retriever, index)));
    counted.add(once);
    pending.push({ stage: 'analyzer' in retriever ? 'lexical-search' : 'dense-search', unit: 'questions', count });
  }
  const learners = spec.systems.filter(({ learned }) => learned !== null).length;
  if (learners > 0) pending.push({ stage: 'learn', unit: 'questions', count: learners * queries.length });
  const pairs = await pendingPairs(ports, collection.id, cut, queries, spec);
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
  // Where they are gone, the run will say so.
  const rewrites = await findSuppliedFile(storage, collection, 'rewrites', asked.rewrites);
  return { retriever: asked.retriever, searched: searchedQueries(queries, rewrites?.entries ?? [], asked) };
}

function indexOf(versions: Ports['versions'], chunking: ChunkingSize, retriever: SearchSpec): string {
  if (retriever.kind === 'file-vectors') return retriever.hash;
  if (retriever.kind !== 'dense') return lexicalIndexKey(versions, retriever, chunking);
  return chunking.late ? lateNamespace(versions, retriever) : vectorNamespace(versions, retriever, 'passage');
}

async function pendingIndex(
  storage: StoragePort,
  id: string,
  { passages }: ChunkingSize,
  { kind }: SearchSpec,
  index: string,
): Promise<Pending[]> {
  if (kind === 'file-vectors') return [];
  if (kind !== 'dense') {
    const built = await storage.artifacts.has(id, index);
    return built ? [] : [{ stage: 'lexical-index', unit: 'passages', count: passages }];
  }
  const count = passages - (await storage.rows.count(id, index));
  return count > 0 ? [{ stage: 'passage-vectors', unit: 'passages', count }] : [];
}

/** At most: which pairs are left is known after the first stage. Systems whose pairs were all scored left a mark. */
async function pendingPairs(
  { storage, versions }: Ports,
  collection: string,
  cut: Chunkings,
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
    const chunking = cut.of(system.chunker);
    const mark = await rerankedKey(versions, system, stagesOf(system), depth, chunking, queries);
    if (await storage.artifacts.has(collection, mark)) continue;
    namespace = rerankNamespace(versions, system.rerank);
    pairs += queries.length * Math.min(chunking.passages, candidates);
  }
  if (namespace === null) return 0;
  const cached = await storage.rows.count(collection, namespace);
  return Math.max(queries.length, pairs - cached);
}

/** Every retriever but a run from a file. */
type Asked = Exclude<RetrieverSpec, { kind: 'run' }>;

/** The searches of a system, with the filter that cuts their lists. */
const filteredSearches = ({ chunker, retrievers, filter }: SystemSpec) =>
  retrievers
    .filter((retriever): retriever is Asked => retriever.kind !== 'run')
    .map((retriever) => ({ retriever, chunker, filter: filter ?? undefined }));
