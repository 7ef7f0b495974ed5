import type { ExperimentSpec, RerankSpec, RetrieverSpec, SystemSpec } from '../../domain/spec/experiment';
import { canonicalJson } from '../../domain/spec/hash';
import { listDepth } from '../plan';
import type { Environment, Ranked } from './environment';
import { fuseAll } from './fuse';
import { importedRun } from './imported';
import { rerank, rerankedKey } from './rerank';
import { retrieve, type Retrieved } from './retrieve';

/** One system's rankings, and what was cut short on the way. */
export interface SystemRun extends Ranked {
  readonly truncatedPassages: number;
  readonly truncatedPairs: number;
}

/** Runs systems, and shares between them what is the same: a retriever that three of them use is asked once. */
export class SystemRunner {
  private readonly done = new Map<string, Promise<unknown>>();

  constructor(
    private readonly environment: Environment,
    private readonly spec: ExperimentSpec,
  ) {}

  /** @param depth where every list is cut before it is fused */
  async run(system: SystemSpec, depth: number): Promise<SystemRun> {
    const retrieved: Retrieved[] = [];
    for (const retriever of system.retrievers) retrieved.push(await this.retrieve(retriever));
    const { fusion, retrievers } = system;
    // What was made elsewhere is scored as it is, however long its lists are.
    if (isImported(system)) return { ...retrieved[0]!, truncatedPairs: 0 };
    const first = await this.once(['fuse', retrievers, fusion, depth], () =>
      fuseAll(this.environment, retrieved, fusion, depth),
    );
    const truncatedPassages = Math.max(...retrieved.map((each) => each.truncatedPassages));
    if (!system.rerank) return { ...first, truncatedPassages, truncatedPairs: 0 };
    const reranked = await rerank(this.environment, first, this.rerankSpec(system.rerank, depth));
    await this.markReranked(system, depth);
    return { ...reranked, truncatedPassages };
  }

  /** Lists of a run from a file are read again where they are needed again: they may be large. */
  private retrieve(spec: RetrieverSpec): Promise<Retrieved> {
    if (spec.kind === 'run') return importedRun(this.environment, spec);
    return this.once(['retrieve', spec], () => retrieve(this.environment, spec, listDepth(this.spec)));
  }

  /** Leaves the mark by which an estimate knows that nothing is left to rerank. */
  private async markReranked(system: SystemSpec, depth: number): Promise<void> {
    const { ports, corpus, queries, collection } = this.environment;
    const key = rerankedKey(ports.versions, system, depth, corpus.key, queries);
    await ports.storage.putArtifact(collection, key, true);
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
export const isImported = ({ retrievers, fusion, rerank }: SystemSpec): boolean =>
  fusion === null && rerank === null && retrievers[0]?.kind === 'run';
