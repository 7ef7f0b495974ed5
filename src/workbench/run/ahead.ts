import { canonicalJson } from '../../base/hash';
import { type ExperimentSpec, listDepth } from '../../domain/experiment/experiment';
import { mostExcluded } from '../../domain/chunk/excluded';
import type { SystemSpec } from '../../domain/experiment/parts';
import type { DenseSpec } from '../../domain/retrieval/retriever-spec';
import { modelRequest } from '../kernel/ports';
import { stagesOf } from './parts';
import type { Session } from './session';
import type { StageContext } from './stage-context';
import { rerankedKey } from './stages/rerank';
import { retrievalBlocks } from './stages/retrieve';

/** Loads the models of a run while words are indexed, where what they compute is not kept. @returns ends it */
export function loadAhead(session: Session, spec: ExperimentSpec): () => void {
  let isOver = false;
  load(session, spec, () => isOver).catch(() => undefined);
  return () => (isOver = true);
}

async function load(session: Session, spec: ExperimentSpec, isOver: () => boolean): Promise<void> {
  const [first] = spec.systems;
  if (!first) return;
  const { context } = await session.chunking(first);
  const alike = spec.systems.filter(
    ({ chunker }) => canonicalJson(chunker ?? null) === canonicalJson(first.chunker ?? null),
  );
  const { ports, signal } = context;
  const embedding = context.late ? null : await embeddingToLoad(context, spec, alike);
  const read = embedding && (await modelRequest(ports, embedding));
  if (read && !isOver()) await ports.encoder.with(signal).load(read);
  const reranker = await rerankerToLoad(context, spec, alike);
  const scored = reranker && (await modelRequest(ports, reranker));
  if (scored && !isOver()) await ports.reranker.with(signal).load(scored);
}

async function embeddingToLoad(
  { ports, collection, corpus, queries, excluded }: StageContext,
  spec: ExperimentSpec,
  systems: readonly SystemSpec[],
): Promise<DenseSpec | null> {
  const depth = listDepth(spec) + mostExcluded(corpus.ids, excluded);
  for (const { retrievers, filter } of systems)
    for (const retriever of retrievers) {
      if (retriever.kind !== 'dense') continue;
      const blocks = await retrievalBlocks(ports.versions, retriever, corpus, depth, queries, filter);
      const kept = await Promise.all(blocks.map(({ key }) => ports.storage.artifacts.has(collection, key)));
      return kept.every(Boolean) ? null : retriever;
    }
  return null;
}

async function rerankerToLoad(
  { ports, collection, corpus, queries, excluded }: StageContext,
  spec: ExperimentSpec,
  systems: readonly SystemSpec[],
): Promise<SystemSpec['rerank']> {
  const system = systems.find(({ rerank }) => rerank);
  if (!system) return null;
  const cut = spec.lists === 'k' ? spec.ks[0]! : spec.depth;
  const key = await rerankedKey(ports.versions, system, stagesOf(system, spec), cut, corpus, queries, excluded);
  return (await ports.storage.artifacts.has(collection, key)) ? null : system.rerank;
}
