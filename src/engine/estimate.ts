import type { StageId } from '../contract/result';
import type { CollectionRecord, Questions, StoragePort } from '../contract/storage';
import type { ExperimentSpec, RerankSpec, RetrieverSpec } from '../domain/spec/experiment';
import { canonicalJson } from '../domain/spec/hash';
import type { ModelCard } from '../domain/spec/settings';
import { experimentKey, listDepth } from './plan';
import type { Ports } from './ports';
import { vectorNamespace } from './stages/embed';
import { lexicalIndexKey } from './stages/lexical';
import { rerankNamespace } from './stages/rerank';
import { retrievalBlocks } from './stages/retrieve';
import type { Estimate } from './types';

/** Seconds an item, by stage. */
export type Rates = Partial<Record<StageId, number>>;

/** Measured on two cores of a virtual machine with the bundled models and passages of about 600 characters. */
const TYPICAL: Rates = {
  'lexical-index': 0.0003,
  'lexical-search': 0.003,
  'passage-vectors': 0.002,
  'dense-search': 0.001,
  rerank: 0.002,
};

/** Seconds to load a model before its stage can begin. */
const LOADING: Rates = { 'passage-vectors': 1, rerank: 1 };

/** Vectors are held by the cache and, as one matrix, by the worker that searches them. */
const VECTOR_COPIES = 2;

/** What the index of a passage takes in memory for each of its characters, in bytes. */
const INDEX_BYTES_PER_CHARACTER = 12;
/** ONNX Runtime and its buffers, beside the weights. */
const RUNTIME_BYTES = 60_000_000;

const RATES_SETTING = 'rates';

/** What a run will take, from what is cached and how fast this machine was before. */
export async function estimateRun(
  ports: Ports,
  collection: CollectionRecord,
  questions: Questions,
  spec: ExperimentSpec,
): Promise<Estimate> {
  const { storage, models } = ports;
  const bytes = bytesOf(models, collection, spec);
  const measured = ((await storage.getSetting(RATES_SETTING)) as Rates | undefined) ?? {};
  const key = experimentKey(ports, spec, collection.corpusKey, questions);
  const known = (await storage.listResults(collection.id)).some((result) => result.key === key);
  const pending = known ? [] : await pendingWork(storage, collection, questions, spec);
  const seconds = pending.reduce(
    (sum, { stage, count }) => sum + count * (measured[stage] ?? TYPICAL[stage] ?? 0) + (LOADING[stage] ?? 0),
    0,
  );
  const basis = pending.every(({ stage }) => measured[stage] !== undefined) ? 'measured' : 'typical';
  return { seconds, bytes, pending, basis };
}

type Pending = Estimate['pending'][number];

async function pendingWork(
  storage: StoragePort,
  collection: CollectionRecord,
  questions: Questions,
  spec: ExperimentSpec,
): Promise<Pending[]> {
  const judged = new Set(questions.judgments.map(({ query }) => query));
  const queries = questions.queries.filter(({ id }) => judged.has(id));
  const depth = listDepth(spec);
  const pending: Pending[] = [];
  for (const retriever of distinct(spec.systems.flatMap((system) => system.retrievers))) {
    const blocks = retrievalBlocks(retriever, collection.corpusKey, depth, queries);
    const there = await Promise.all(blocks.map(({ key }) => storage.hasArtifact(collection.id, key)));
    const count = blocks.reduce((sum, { size }, i) => sum + (there[i] ? 0 : size), 0);
    if (count === 0) continue;
    pending.push(...(await pendingIndex(storage, collection, retriever)));
    pending.push({ stage: retriever.kind === 'bm25' ? 'lexical-search' : 'dense-search', unit: 'questions', count });
  }
  const pairs = await pendingPairs(storage, collection, queries.length, spec);
  if (pairs > 0) pending.push({ stage: 'rerank', unit: 'pairs', count: pairs });
  return pending;
}

async function pendingIndex(
  storage: StoragePort,
  collection: CollectionRecord,
  retriever: RetrieverSpec,
): Promise<Pending[]> {
  const { id, corpusKey, counts } = collection;
  if (retriever.kind === 'bm25') {
    const built = await storage.hasArtifact(id, lexicalIndexKey(retriever.analyzer, corpusKey));
    return built ? [] : [{ stage: 'lexical-index', unit: 'passages', count: counts.docs }];
  }
  const cached = await storage.countRows(id, vectorNamespace(retriever, retriever.passagePrefix));
  const count = counts.docs - cached;
  return count > 0 ? [{ stage: 'passage-vectors', unit: 'passages', count }] : [];
}

async function pendingPairs(
  storage: StoragePort,
  collection: CollectionRecord,
  queries: number,
  spec: ExperimentSpec,
): Promise<number> {
  const reranks = spec.systems.map((system) => system.rerank).filter((each): each is RerankSpec => each !== null);
  if (reranks.length === 0) return 0;
  const deepest = spec.lists === 'k' ? listDepth(spec) : Math.max(...reranks.map((each) => each.candidates));
  // Two first stages share candidates: about half of the second's are new.
  const wanted = queries * Math.min(collection.counts.docs, deepest) * (reranks.length > 1 ? 1.5 : 1);
  const cached = await storage.countRows(collection.id, rerankNamespace(reranks[0]!));
  // What is left after a whole run is the error of that guess, not work.
  return cached >= wanted / 1.5 ? 0 : Math.round(wanted - cached);
}

function distinct<T>(specs: readonly T[]): T[] {
  return [...new Map(specs.map((spec) => [canonicalJson(spec), spec])).values()];
}

function bytesOf(models: readonly ModelCard[], collection: CollectionRecord, spec: ExperimentSpec): number {
  const { docs, characters } = collection.counts;
  const retrievers = distinct(spec.systems.flatMap((system) => system.retrievers));
  const indexes = retrievers.map((retriever) => {
    const dimensions = models.find(({ id }) => retriever.kind === 'dense' && id === retriever.model)?.dimensions ?? 0;
    return retriever.kind === 'bm25' ? characters * INDEX_BYTES_PER_CHARACTER : docs * dimensions * 4 * VECTOR_COPIES;
  });
  const used = new Set<string>();
  for (const { retrievers: each, rerank } of spec.systems) {
    for (const retriever of each) if (retriever.kind === 'dense') used.add(retriever.model);
    if (rerank) used.add(rerank.model);
  }
  const networks = models.filter(({ id }) => used.has(id)).map(({ bytes }) => bytes * 3 + RUNTIME_BYTES);
  return [...indexes, ...networks, characters * 2].reduce((sum, bytes) => sum + bytes, 0);
}

/** Keeps the paces of a run for the next estimate. */
export async function rememberRates(storage: StoragePort, rates: Rates): Promise<void> {
  const before = ((await storage.getSetting(RATES_SETTING)) as Rates | undefined) ?? {};
  await storage.putSetting(RATES_SETTING, { ...before, ...rates });
}
