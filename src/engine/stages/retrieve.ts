import type { TimedRankings } from '../../contract/rankings';
import { unpackRankings } from '../../domain/run/packed';
import type { RetrieverSpec } from '../../domain/spec/experiment';
import type { Query, Ranking } from '../../domain/types';
import { denseSearcher } from './dense';
import { chunks, type Environment, type Ranked, stageKey } from './environment';
import { lexicalSearcher } from './lexical';
import type { Retriever, Searcher } from './searcher';

/** Questions are searched and kept by blocks, so that a run that was cut off, or one edited question, costs a block. */
const BLOCK = 100;

interface RetrievedBlock extends TimedRankings {
  readonly indexMilliseconds: number;
  readonly truncatedPassages: number;
}

export interface Retrieved extends Ranked {
  readonly truncatedPassages: number;
}

function retrieverOf(spec: RetrieverSpec): Retriever {
  return spec.kind === 'bm25' ? lexicalSearcher(spec) : denseSearcher(spec);
}

/** The first `depth` passages for every question, from the cache where it has them. */
export async function retrieve(environment: Environment, spec: RetrieverSpec, depth: number): Promise<Retrieved> {
  const { ports, collection, tracker, queries, corpus } = environment;
  const retriever = retrieverOf(spec);
  const keys = retrievalBlocks(spec, corpus.key, depth, queries).map(({ key }) => key);
  const blocks = await Promise.all(
    keys.map((key) => ports.storage.getArtifact(collection, key) as Promise<RetrievedBlock | null>),
  );
  const complete = blocks.every((block) => block !== null);
  if (complete) reuseIndex(environment, retriever);
  const searcher = complete ? null : await retriever.open(environment);

  tracker.expect(retriever.searchStage, queries.length);
  const found: RetrievedBlock[] = [];
  for (const [i, block] of [...chunks(queries, BLOCK)].entries()) {
    const cached = blocks[i];
    if (cached) {
      tracker.reused(retriever.searchStage, block.length);
      found.push(cached);
    } else {
      const searched = await searchBlock(environment, searcher!, block, depth);
      await ports.storage.putArtifact(collection, keys[i]!, searched);
      tracker.computed(retriever.searchStage, block.length);
      found.push(searched);
    }
  }
  tracker.finish(retriever.searchStage);
  return joined(
    found,
    found.flatMap((block) => unpackRankings(block, corpus.ids)),
  );
}

/** The blocks in which questions are searched, with the key under which each is kept. */
export function retrievalBlocks(
  retriever: RetrieverSpec,
  corpusKey: string,
  depth: number,
  queries: readonly Query[],
): { key: string; size: number }[] {
  return [...chunks(queries, BLOCK)].map((block) => ({
    key: stageKey('retrieve', { retriever, corpus: corpusKey, depth, queries: block.map((query) => query.text) }),
    size: block.length,
  }));
}

function reuseIndex(environment: Environment, retriever: Retriever): void {
  for (const [stage, items] of retriever.indexStages(environment)) {
    environment.tracker.expect(stage, items);
    environment.tracker.reused(stage, items);
    environment.tracker.finish(stage);
  }
}

async function searchBlock(
  environment: Environment,
  searcher: Searcher,
  block: readonly Query[],
  depth: number,
): Promise<RetrievedBlock> {
  environment.signal.throwIfAborted();
  const texts = block.map((query) => query.text);
  const { offsets, docs, scores, milliseconds } = await searcher.search(texts, depth);
  const { indexMilliseconds, truncatedPassages } = searcher;
  return { offsets, docs, scores, milliseconds, indexMilliseconds, truncatedPassages };
}

function joined(blocks: readonly RetrievedBlock[], rankings: readonly Ranking[]): Retrieved {
  const milliseconds = Float64Array.from(blocks.flatMap((block) => [...block.milliseconds]));
  const first = blocks[0];
  return {
    rankings,
    milliseconds,
    indexMilliseconds: first?.indexMilliseconds ?? 0,
    truncatedPassages: first?.truncatedPassages ?? 0,
  };
}
