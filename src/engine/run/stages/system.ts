import type { ExperimentSpec, SystemSpec } from '../../../domain/experiment/experiment';
import type { RerankSpec } from '../../../domain/rerank/rerank-spec';
import type { RetrieverSpec } from '../../../domain/retrieval/retriever-spec';
import { canonicalJson } from '../../../base/hash';
import { soleRetriever } from '../../../domain/experiment/sole-retriever';
import type { VectorSearchReport } from '../../../domain/report/vector-search';
import type { Ranking } from '../../../base/types';
import type { LearnedReport } from '../../../contract/workers';
import type { Corpus } from '../../kernel/corpus';
import { listDepth } from '../plan';
import { boostAll } from './boost';
import { crossFit } from './cross-fit';
import { byFileVectors } from './by-file-vectors';
import type { StageContext, Ranked } from '../stage-context';
import { filterLists, openFilter, type OpenFilter } from './filter';
import { fuseAll } from './fuse';
import { importedRun } from './imported';
import { learn } from './learn';
import { rerank, type Reranked, rerankedKey } from './rerank';
import { retrieve, type Retrieved } from './retrieve';
import { rewritten } from './rewritten';
import type { GroundTruth } from '../ground-truth';

/** One system's rankings, and what was cut short on the way. */
export interface SystemRun extends Ranked {
  /** What a learned ranker was made of; null where none was trained. */
  readonly training: LearnedReport | null;
  readonly truncatedPassages: number;
  readonly truncatedPairs: number;
  /** Of each retriever whose search of vectors is not exact. */
  readonly vectorSearch: readonly VectorSearchReport[];
}

type Joined = Ranked & Pick<SystemRun, 'training'>;

/** Runs systems, and shares between them what is the same: a retriever that three of them use is asked once. */
export class SystemRunner {
  private readonly done = new Map<string, Promise<unknown>>();

  constructor(
    private readonly environment: StageContext,
    private readonly spec: ExperimentSpec,
    private readonly truth: GroundTruth,
  ) {}

  /** @param depth where every list is cut before it is fused */
  async run(system: SystemSpec, depth: number): Promise<SystemRun> {
    const filter = await this.filter(system);
    const retrieved: Retrieved[] = [];
    for (const retriever of system.retrievers) retrieved.push(await this.retrieve(retriever, filter));
    // What was made elsewhere is scored as it is, however long its lists are.
    if (isImported(system)) return { ...retrieved[0]!, training: null, truncatedPairs: 0, vectorSearch: [] };
    const { corpus } = this.environment;
    const lists = retrieved.map((each, i) =>
      system.retrievers[i]!.kind === 'run' ? this.filtered(ofCorpus(each, corpus), filter) : each,
    );
    const joined = await this.boost(system, await this.join(system, lists, depth), depth);
    const truncatedPassages = Math.max(...retrieved.map((each) => each.truncatedPassages));
    const { training } = joined;
    const vectorSearch = vectorSearches(retrieved);
    const run = { ...(await this.rerank(system, joined, depth)), training, truncatedPassages, vectorSearch };
    return system.threshold === null ? run : { ...run, rankings: run.rankings.map(atLeast(system.threshold)) };
  }

  private async filter({ filter }: SystemSpec): Promise<OpenFilter | null> {
    return filter ? this.once(['filter', filter], () => openFilter(this.environment, filter)) : null;
  }

  private filtered(run: Retrieved, filter: OpenFilter | null): Retrieved {
    return filter ? { ...run, rankings: filterLists(this.environment, run.rankings, filter) } : run;
  }

  private async boost({ boost, ...joinedBy }: SystemSpec, joined: Joined, depth: number): Promise<Joined> {
    if (!boost) return joined;
    const { retrievers, filter, fusion, crossFitted, learned } = joinedBy;
    return this.once(['boost', retrievers, filter, fusion, crossFitted, learned, boost, depth], () =>
      boostAll(this.environment, joined, boost),
    );
  }

  private join(system: SystemSpec, lists: readonly Ranked[], depth: number): Promise<Joined> {
    const { retrievers, filter, fusion, crossFitted, learned } = system;
    if (crossFitted)
      return this.once(['cross-fit', retrievers, filter, crossFitted, depth], async () => ({
        ...(await crossFit(this.environment, lists, crossFitted, depth, {
          ...this.truth,
          relevance: this.spec.relevance,
        })),
        training: null,
      }));
    if (learned)
      return this.once(['learn', retrievers, filter, learned, depth], () =>
        learn(this.environment, lists, learned, depth, this.truth),
      );
    return this.once(['fuse', retrievers, filter, fusion, depth], async () => ({
      ...(await fuseAll(this.environment, lists, fusion, depth)),
      training: null,
    }));
  }

  private async rerank(system: SystemSpec, first: Ranked, depth: number): Promise<Reranked> {
    if (!system.rerank) return { ...first, truncatedPairs: 0 };
    const reranked = await rerank(this.environment, first, this.rerankSpec(system.rerank, depth));
    await this.markReranked(system, depth);
    return reranked;
  }

  /** Lists of a run from a file are read again where they are needed again: they may be large. */
  private retrieve(spec: RetrieverSpec, filter: OpenFilter | null): Promise<Retrieved> {
    if (spec.kind === 'run') return importedRun(this.environment, spec);
    const depth = listDepth(this.spec);
    return this.once(['retrieve', spec, filter?.spec], () => {
      if (spec.kind === 'rewritten') return rewritten(this.environment, spec, depth, filter);
      if (spec.kind === 'file-vectors') return byFileVectors(this.environment, spec, depth, filter);
      return retrieve(this.environment, spec, depth, filter);
    });
  }

  /** Leaves the mark by which an estimate knows that nothing is left to rerank. */
  private async markReranked(system: SystemSpec, depth: number): Promise<void> {
    const { ports, corpus, queries, collection } = this.environment;
    const key = await rerankedKey(ports.versions, system, depth, corpus, queries);
    await ports.storage.artifacts.put(collection, key, true);
  }

  /** Where lists are cut at k, k is also the number of passages that are reranked. */
  private rerankSpec(spec: RerankSpec, depth: number): RerankSpec {
    return this.spec.lists === 'k' ? { ...spec, candidates: depth } : spec;
  }

  private once<T>(identity: unknown, compute: () => Promise<T>): Promise<T> {
    const key = canonicalJson(identity);
    const known = this.done.get(key) as Promise<T> | undefined;
    if (known) return known;
    const computing = compute();
    this.done.set(key, computing);
    return computing;
  }
}

/** Whether a system was run elsewhere and is only scored here. */
export const isImported = (system: SystemSpec): boolean => soleRetriever(system)?.kind === 'run';

const vectorSearches = (retrieved: readonly Retrieved[]): VectorSearchReport[] =>
  retrieved.flatMap(({ fidelity }, i) => (fidelity ? [{ retriever: i + 1, ...fidelity }] : []));

const atLeast =
  (threshold: number) =>
  (ranking: Ranking): Ranking =>
    ranking.filter(({ score }) => score >= threshold);

/** A run from a file without the documents that the collection lacks: they can be scored alone, but not joined or read. */
function ofCorpus(run: Retrieved, { positions }: Corpus): Retrieved {
  return { ...run, rankings: run.rankings.map((ranking) => ranking.filter(({ id }) => positions.has(id))) };
}
