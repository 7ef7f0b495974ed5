import { valueOf } from '../../../base/containers';
import { canonicalJson } from '../../../base/hash';
import { HitrateError } from '../../../contract/errors';
import { type ExperimentSpec, listDepth } from '../../../domain/experiment/experiment';
import {
  joinsOf,
  type PartKey,
  partsBefore,
  partsOf,
  type SystemSpec,
  isImported,
} from '../../../domain/experiment/parts';
import type { Latency, VectorSearchReport } from '../../../domain/report/report';
import type { RetrieverSpec } from '../../../domain/retrieval/retriever-spec';
import { truncated } from '../../../domain/fusion/fuse';
import { mostExcluded, withoutExcluded } from '../../../domain/chunk/excluded';
import type { GroundTruth } from '../../../domain/scoring/ground-truth';
import { keptOf, RUNNING_PARTS, type Stepped } from '../parts';
import type { Ranked, StageContext } from '../stage-context';
import { byFileVectors, importedRun, rewritten } from './retrievers';
import { filterLists, openFilter, type OpenFilter } from './filter';
import { cutList } from './fuse';
import { retrieve, type Retrieved } from './retrieve';

export interface RunStep {
  readonly part: PartKey;
  readonly milliseconds: Float64Array;
  readonly before: readonly Ranked[];
}

export interface SystemRun extends Stepped {
  readonly steps: readonly RunStep[];
  readonly truncatedPassages: number;
  readonly vectorSearch: readonly VectorSearchReport[];
  readonly latency?: Latency | null;
}

export class SystemRunner {
  private readonly done = new Map<string, Promise<unknown>>();

  constructor(
    private readonly context: StageContext,
    private readonly spec: ExperimentSpec,
    private readonly truth: GroundTruth,
  ) {}

  /** @param cut of the last list; a stage that another follows is read whole */
  async run(system: SystemSpec, depth: number, cut = depth): Promise<SystemRun> {
    const filter = await this.filter(system);
    const retrieved: Retrieved[] = [];
    for (const retriever of system.retrievers) retrieved.push(await this.retrieve(retriever, filter));
    const begun = { training: null, truncatedPairs: 0, steps: [] };
    if (isImported(system))
      return { ...retrieved[0]!, ...begun, vectorSearch: [], latency: retrieved[0]!.latency ?? null };
    const lists = retrieved.map((each, i) =>
      system.retrievers[i]!.kind === 'run' ? this.filtered(each, filter) : each,
    );
    return {
      ...begun,
      ...(await this.steps(system, lists, depth, cut)),
      truncatedPassages: Math.max(...retrieved.map((each) => each.truncatedPassages)),
      vectorSearch: vectorSearches(retrieved),
    };
  }

  private async steps(system: SystemSpec, lists: readonly Ranked[], depth: number, cut: number) {
    const kept = keptOf(this.spec, depth);
    const step = { context: this.context, spec: this.spec, truth: this.truth, system, depth, kept };
    let made = joinsOf(system).length > 0 ? lists : [await cutList(this.context, lists[0]!, depth)];
    const steps: RunStep[] = [];
    for (const { key, entry, spec } of partsOf(RUNNING_PARTS, system)) {
      const { run } = entry;
      if (!run) continue;
      const before = entry.readsTexts?.(spec) ? made.map((each) => ofCorpus(each, this.context)) : made;
      const identity = [key, partsBefore(key, system), spec, depth];
      const own = (): ReturnType<typeof run> => run(spec, before, step);
      const after = await (key === 'rerank' ? own() : this.once(identity, own));
      made = [{ ...before[0]!, ...after }];
      steps.push({ part: key, milliseconds: beyond(made[0]!, before), before });
    }
    return { ...(await cutList(this.context, made[0]!, cut)), steps };
  }

  private async filter({ filter }: SystemSpec): Promise<OpenFilter | null> {
    return filter ? this.once(['filter', filter], () => openFilter(this.context, filter)) : null;
  }

  private filtered(run: Retrieved, filter: OpenFilter | null): Retrieved {
    return filter ? { ...run, rankings: filterLists(this.context, run.rankings, filter) } : run;
  }

  private async retrieve(spec: RetrieverSpec, filter: OpenFilter | null): Promise<Retrieved> {
    const { excluded, corpus } = this.context;
    const depth = listDepth(this.spec);
    if (!excluded) return this.search(spec, depth, filter);
    const found = await this.search(spec, depth + mostExcluded(corpus.ids, excluded), filter);
    const rankings = found.rankings.map((ranking, i) => withoutExcluded(ranking, excluded[i]));
    return { ...found, rankings: spec.kind === 'run' ? rankings : rankings.map((each) => truncated(each, depth)) };
  }

  private search(spec: RetrieverSpec, depth: number, filter: OpenFilter | null): Promise<Retrieved> {
    if (spec.kind === 'run') return importedRun(this.context, spec);
    return this.once(['retrieve', spec, filter?.spec], () => {
      if (spec.kind === 'rewritten') return rewritten(this.context, spec, depth, filter);
      if (spec.kind === 'file-vectors') return byFileVectors(this.context, spec, depth, filter);
      return retrieve(this.context, spec, depth, filter);
    });
  }

  private once<T>(identity: unknown, compute: () => Promise<T>): Promise<T> {
    return valueOf(this.done, canonicalJson(identity), compute) as Promise<T>;
  }
}

const beyond = ({ milliseconds }: Ranked, before: readonly Ranked[]): Float64Array =>
  milliseconds.map((all, i) => before.reduce((left, list) => left - list.milliseconds[i]!, all));

const vectorSearches = (retrieved: readonly Retrieved[]): VectorSearchReport[] =>
  retrieved.flatMap(({ fidelity }, i) => (fidelity ? [{ retriever: i + 1, ...fidelity }] : []));

/** Without what a run has of elsewhere: there is no text of it. @throws {HitrateError} `system-no-texts` */
function ofCorpus(list: Ranked, { corpus: { ids, positions } }: StageContext): Ranked {
  if (ids.length === 0) throw new HitrateError('system-no-texts', null);
  return { ...list, rankings: list.rankings.map((ranking) => ranking.filter(({ id }) => positions.has(id))) };
}
