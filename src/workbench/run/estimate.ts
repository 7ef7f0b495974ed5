import type { SuppliedHeader, CollectionRecord, Questions, StoragePort } from '../../contract/storage';
import { type ExperimentSpec, listDepth, type SystemSpec } from '../../domain/experiment/experiment';
import { excludedDocs, mostExcluded } from '../../domain/chunk/excluded';
import { modelsOfSystem } from '../../domain/experiment/parts';
import { distinct, canonicalJson } from '../../base/hash';
import type { SearchSpec, RetrieverSpec } from '../../domain/retrieval/retriever-spec';
import type { ModelCard } from '../../domain/models/configuration';
import { isAskedById, searchOf } from '../../domain/experiment/retrievers';
import { type ChunkingSize, chunkingOf } from './chunking-size';
import type { StageId } from '../../contract/result';
import type { ChunkerSpec } from '../../domain/chunk/chunker-spec';
import type { Query } from '../../base/types';
import { chunksOf, identityOf } from '../kernel/corpus';
import { TIME_BUDGET, TIMED_QUESTIONS } from './latency/protocol';
import { experimentKey } from './plan';
import { type Passages, rateKey, readRates, TYPICAL, workPerItem } from './rates';
import { countedNow } from '../kernel/questions';
import type { Ports } from '../kernel/ports';
import { findSuppliedFile, namedQueries } from './stages/file-vectors';
import { RUNNING_PARTS, stagesOf } from './parts';
import { rerankNamespace, rerankedKey } from './stages/rerank';
import { type PassageIndex, retrievalBlocks, searchingOf } from './stages/retrieve';
import { searchedQueries } from './stages/retrievers';
import type { Estimate } from '../kernel/run-types';

const INDEX_BYTES = { words: 8, bigrams: 34 };
const BIGRAM_LANGUAGES: ReadonlySet<string> = new Set(['zh', 'ja', 'ko']);

/** ONNX Runtime beside the weights: most that Chromium held, with one bundled model (310 MB) and two (410 MB). */
const RUNTIME_BYTES = 200_000_000;
const NETWORK_BYTES = 80_000_000;

function searches(spec: ExperimentSpec): SearchSpec[] {
  const all = spec.systems.flatMap((system) => system.retrievers).map((each) => searchOf(each));
  return distinct(all.filter((retriever) => retriever.kind !== 'run'));
}

function widestVectors(models: readonly ModelCard[], supplied: readonly SuppliedHeader[], spec: ExperimentSpec) {
  const dimensions = searches(spec).map((search) => searchingOf(search).dimensions(search, models, supplied));
  return Math.max(0, ...dimensions);
}

export function bytesOf(
  models: readonly ModelCard[],
  collection: CollectionRecord,
  largest: ChunkingSize,
  spec: ExperimentSpec,
  dimensions: number,
): number {
  const { passages, characters } = largest;
  const retrievers = searches(spec);
  // One index of words is open at a time, and one matrix of vectors.
  const words = retrievers.some((each) => 'analyzer' in each) ? indexBytes(collection, characters) : 0;
  const vectors = passages * dimensions * 4;
  const used = new Set(spec.systems.flatMap(modelsOfSystem).map(({ model }) => model));
  const networks = models.filter(({ id }) => used.has(id)).map(({ bytes }) => bytes * 3 + NETWORK_BYTES);
  const runtime = networks.length > 0 ? RUNTIME_BYTES : 0;
  return sum([words, vectors, runtime, ...networks, characters * 2]);
}

function indexBytes({ summary }: CollectionRecord, characters: number): number {
  const bigrams = summary.languages
    .filter(({ language }) => BIGRAM_LANGUAGES.has(language))
    .reduce((sum, { share }) => sum + share, 0);
  return characters * (bigrams * INDEX_BYTES.bigrams + (1 - bigrams) * INDEX_BYTES.words);
}

const LOADING: Partial<Record<StageId, number>> = { 'passage-vectors': 1, rerank: 1 };

const OWN_PAIRS = 0.3;

/** Share of the time that must be of measured stages for an estimate to count as measured. */
const MEASURED_SHARE = 0.8;

const SPREAD = { measured: 1.4, typical: 2 };

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
  const rates = await readRates(storage);
  const judged = await countedNow(ports, collection.id, questions);
  const key = await experimentKey(ports, spec, identityOf(collection), questions, judged);
  // One that came with the app is computed anew.
  const known =
    (await storage.results.has(collection.id, key)) && !(await storage.results.get(collection.id, key))?.shipped;
  const pending = known ? [] : await pendingWork(ports, collection, cut, questions, spec);
  const { languages } = collection.summary;
  const paceOf = (stage: StageId, chunking: Passages): number =>
    (rates[rateKey(stage, spec)] ?? TYPICAL[stage] ?? 0) * workPerItem(stage, chunking, languages, spec);
  const secondsOf = ({ stage, count, chunking }: Pending): number =>
    paceOf(stage, chunking) * count * (stage === 'rerank' ? likelyShare(spec) : 1);
  const timing = known ? 0 : latencySeconds(spec, paceOf('rerank', cut.largest));
  const computing = sum(pending.map(secondsOf));
  const loading = sum(pending.map(({ stage }) => LOADING[stage] ?? 0));
  const measured = pending.filter(({ stage }) => rates[rateKey(stage, spec)] !== undefined);
  const basis = sum(measured.map(secondsOf)) >= MEASURED_SHARE * computing ? 'measured' : 'typical';
  const seconds = loading + computing + timing;
  return {
    seconds,
    range: [seconds / SPREAD[basis], seconds * SPREAD[basis]],
    bytes,
    download: await downloadBytes(ports, models, pending.length > 0 ? spec : null),
    pending: pending.map(({ chunking, ...work }) => ({
      ...work,
      seconds: (LOADING[work.stage] ?? 0) + secondsOf({ ...work, chunking }),
    })),
    basis,
  };
}

async function downloadBytes(ports: Ports, models: readonly ModelCard[], spec: ExperimentSpec | null): Promise<number> {
  const used = new Set(spec?.systems.flatMap(modelsOfSystem).map(({ model }) => model));
  const bundled = models.filter(({ id, reading }) => used.has(id) && reading === undefined);
  const there = await Promise.all(
    bundled.map(({ id }) => ports.isKept(`${ports.modelFolder}${id}/onnx/model_quantized.onnx`)),
  );
  return sum(bundled.map(({ bytes }, i) => (there[i] ? 0 : bytes)));
}

/** What measuring latency takes: a budget where a reranker runs, which reads one question at a time, and little else. */
function latencySeconds(spec: ExperimentSpec, pairSeconds: number): number {
  const pairs = sum(spec.systems.map((system) => candidatesIn(spec, system))) * TIMED_QUESTIONS;
  return Math.min(TIME_BUDGET / 1000, pairs * pairSeconds);
}

/** Lists of one depth hold at most as many different passages as they hold entries. */
function candidatesIn(spec: ExperimentSpec, system: SystemSpec): number {
  const depth = listDepth(spec);
  const asked = system.rerank ? RUNNING_PARTS.rerank.reads!(system.rerank, spec, depth, system) : 0;
  return Math.min(asked, depth * system.retrievers.length);
}

type Chunkings = Awaited<ReturnType<typeof chunkingsOf>>;

async function chunkingsOf(ports: Ports, collection: CollectionRecord, { systems }: ExperimentSpec) {
  const known = new Map<string, ChunkingSize>();
  const keyOf = (chunker: ChunkerSpec | undefined): string => canonicalJson(chunker ?? null);
  for (const { chunker } of systems)
    if (!known.has(keyOf(chunker))) known.set(keyOf(chunker), await chunkingOf(ports, collection, chunker));
  return {
    of: (chunker: ChunkerSpec | undefined) => known.get(keyOf(chunker))!,
    largest: [...known.values()].reduce((a, b) => (b.passages > a.passages ? b : a)),
  };
}

/** Of the pairs of several systems, which are counted as if they shared none, the share that is likely to be scored. */
function likelyShare({ systems }: ExperimentSpec): number {
  const reranked = systems.filter(({ rerank }) => rerank !== null).length;
  return (1 + OWN_PAIRS * (reranked - 1)) / reranked;
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

interface Pending {
  readonly stage: StageId;
  readonly unit: string;
  readonly count: number;
  readonly chunking: Passages;
}

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
  const docs = spec.ownDocument ? await storage.collections.docs(collection.id) : [];
  const excluded = excludedDocs(queries, docs, spec.ownDocument);
  const pending: Pending[] = [];
  const counted = new Set<string>();
  for (const { chunker, retriever: asked, filter } of distinct(spec.systems.flatMap(filteredSearches))) {
    const chunking = cut.of(chunker);
    const { retriever, searched } = await searchedFor(storage, collection.id, asked, queries);
    const cutUp = excluded && chunker && chunker.kind !== 'whole';
    const chunks = cutUp ? await chunksOf(ports, collection.id, chunker, new AbortController().signal) : [];
    const ids = chunks.map(({ id }) => id);
    const depth = listDepth(spec) + mostExcluded(ids, excluded);
    const blocks = await retrievalBlocks(versions, retriever, chunking, depth, searched, filter);
    const there = await Promise.all(blocks.map(({ key }) => storage.artifacts.has(collection.id, key)));
    const count = blocks.reduce((sum, { positions }, i) => sum + (there[i] ? 0 : positions.length), 0);
    if (count === 0) continue;
    const { open, index: indexOf } = searchingOf(retriever);
    const index = indexOf(retriever, chunking, versions);
    const once = canonicalJson([index, index?.kept === 'rows' ? chunking.key : null]);
    if (index && !counted.has(once)) pending.push(...(await pendingIndex(storage, collection.id, chunking, index)));
    counted.add(once);
    pending.push({ stage: open(retriever).searchStage, unit: 'questions', count, chunking });
  }
  const learners = spec.systems.filter(({ learned }) => learned !== null).length;
  if (learners > 0)
    pending.push({ stage: 'learn', unit: 'questions', count: learners * queries.length, chunking: cut.largest });
  const pairs = await pendingPairs(ports, collection.id, cut, queries, spec, excluded);
  if (pairs > 0) pending.push({ stage: 'rerank', unit: 'pairs', count: pairs, chunking: cut.largest });
  return pending;
}

async function searchedFor(storage: StoragePort, collection: string, asked: Asked, queries: readonly Query[]) {
  if (asked.kind !== 'rewritten')
    return { retriever: asked, searched: isAskedById(asked) ? namedQueries(queries) : queries };
  const rewrites = await findSuppliedFile(storage, collection, 'rewrites', asked.rewrites);
  return { retriever: asked.retriever, searched: searchedQueries(queries, rewrites?.entries ?? [], asked) };
}

async function pendingIndex(
  storage: StoragePort,
  id: string,
  chunking: ChunkingSize,
  { stage, kept, key }: PassageIndex,
): Promise<Pending[]> {
  const { passages } = chunking;
  const there =
    kept === 'rows' ? await storage.rows.count(id, key) : (await storage.artifacts.has(id, key)) ? passages : 0;
  return there < passages ? [{ stage, unit: 'passages', count: passages - there, chunking }] : [];
}

async function pendingPairs(
  { storage, versions }: Ports,
  collection: string,
  cut: Chunkings,
  queries: readonly Query[],
  spec: ExperimentSpec,
  excluded: ReturnType<typeof excludedDocs>,
): Promise<number> {
  let pairs = 0;
  let namespace: string | null = null;
  for (const system of spec.systems) {
    if (!system.rerank) continue;
    const chunking = cut.of(system.chunker);
    const stages = stagesOf(system, spec);
    const mark = await rerankedKey(versions, system, stages, listDepth(spec), chunking, queries, excluded);
    if (await storage.artifacts.has(collection, mark)) continue;
    namespace = rerankNamespace(versions, system.rerank);
    pairs += queries.length * Math.min(chunking.passages, candidatesIn(spec, system));
  }
  if (namespace === null) return 0;
  const cached = await storage.rows.count(collection, namespace);
  return Math.max(queries.length, pairs - cached);
}

type Asked = Exclude<RetrieverSpec, { kind: 'run' }>;

const filteredSearches = ({ chunker, retrievers, filter }: SystemSpec) =>
  retrievers
    .filter((retriever): retriever is Asked => retriever.kind !== 'run')
    .map((retriever) => ({ retriever, chunker, filter: filter ?? undefined }));
