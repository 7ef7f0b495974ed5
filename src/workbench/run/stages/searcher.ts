import type { Vectors } from '../../../base/vectors';
import { HitrateError, type VectorSource } from '../../../contract/errors';
import type { VectorSearchSpec } from '../../../domain/retrieval/dense/vector-search-spec';
import type { Embedded } from './vector-table';
import type { TimedRankings, VectorsAgainstExact } from '../../../contract/workers';
import type { StageId } from '../../../contract/result';
import type { StageContext } from '../stage-context';
import type { VectorSearchReport } from '../../../domain/report/report';
import { mean } from '../../../domain/measures/score';

export interface Found extends TimedRankings {
  readonly fidelity?: BlockFidelity | null;
}

export interface Searcher {
  readonly indexMilliseconds: number;
  readonly truncatedPassages: number;
  search(queries: readonly string[], depth: number): Promise<Found>;
  ask(query: string): Promise<{ readonly milliseconds: number; search(depth: number): Promise<Found> }>;
  readonly index: SearchedIndex;
}

export interface SearchedIndex {
  readonly key: string;
  readonly bytes: number | null;
}

export interface Retriever {
  readonly searchStage: StageId;
  readonly indexStages: (context: StageContext) => readonly [StageId, number][];
  readonly open: (context: StageContext) => Promise<Searcher>;
}

export interface BlockFidelity extends VectorsAgainstExact {
  readonly searchMilliseconds: Float64Array;
  readonly buildMilliseconds: number;
}

export type SearchFidelity = Omit<VectorSearchReport, 'retriever'>;

export function joinedFidelity(blocks: readonly BlockFidelity[], depth: number): SearchFidelity | null {
  const [first] = blocks;
  if (!first) return null;
  const over = (column: (block: BlockFidelity) => Float64Array): number =>
    mean(Float64Array.from(blocks.flatMap((block) => [...column(block)])));
  return {
    depth,
    questions: blocks.reduce((sum, { recallAtDepth }) => sum + recallAtDepth.length, 0),
    recallAt10: over(({ recallAt10 }) => recallAt10),
    recallAtDepth: over(({ recallAtDepth }) => recallAtDepth),
    bytes: first.bytes,
    exactBytes: first.exactBytes,
    queryMilliseconds: over(({ searchMilliseconds }) => searchMilliseconds),
    exactQueryMilliseconds: over(({ exactMilliseconds }) => exactMilliseconds),
    buildMilliseconds: first.buildMilliseconds,
  };
}

export type VectorIndex = Awaited<ReturnType<typeof openVectorIndex>>;

/** @param vectors taken over unless shared @throws {HitrateError} `spec-invalid` for too many dimensions */
export async function openVectorIndex(
  { ports, signal, tracker }: Pick<StageContext, 'ports' | 'signal' | 'tracker'>,
  { vectors, memory, dimensions }: Pick<Embedded<Vectors>, 'vectors' | 'memory' | 'dimensions'>,
  spec: VectorSearchSpec,
  source: VectorSource,
) {
  if ((spec.dimensions ?? 0) > dimensions)
    throw new HitrateError('system-dimensions', { asked: spec.dimensions!, dimensions, vectors: source });
  const worker = ports.vectors.with(signal);
  tracker.say('preparing-vectors', null);
  await worker.open({ vectors, dimensions, ...(memory && { memory }) });
  const buildMilliseconds = await worker.build(spec);
  tracker.saidAll();
  return {
    buildMilliseconds,
    async search(queries: Float32Array, depth: number): Promise<Found> {
      const { exact, ...found } = await worker.search({ queries, depth, spec });
      return { ...found, fidelity: exact && { ...exact, searchMilliseconds: found.milliseconds, buildMilliseconds } };
    },
  };
}
