import type { LearnedReport } from '../../contract/result';
import { isImported, type PartKey, type PartSpec, partsOf, type SystemSpec } from '../../domain/experiment/parts';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { GroundTruth } from '../../domain/scoring/ground-truth';
import type { Cut, Ranked, StageContext, VersionedStage } from './stage-context';
import { boostAll, crossFit, fuseAll } from './stages/fuse';
import { learn, learnStages } from './stages/learn';
import { rerank, rerankedKey } from './stages/rerank';
import { searchStages } from './stages/retrieve';

interface PartStep extends Cut {
  readonly context: StageContext;
  readonly spec: ExperimentSpec;
  readonly truth: GroundTruth;
  readonly system: SystemSpec;
}

export interface Stepped extends Ranked {
  readonly training: LearnedReport | null;
  readonly truncatedPairs: number;
}

interface RunningPart<Spec> {
  readonly stages?: (spec: Spec, system: SystemSpec) => readonly VersionedStage[];
  readonly isHeldOut?: (spec: Spec) => boolean;
  readonly reads?: (part: Spec, spec: ExperimentSpec, depth: number, system: SystemSpec) => number;
  readonly isPerQuestion?: true;
  readonly readsTexts?: (spec: Spec) => boolean;
  readonly run?: (spec: Spec, lists: readonly Ranked[], step: PartStep) => Promise<Ranked & Partial<Stepped>>;
}

/** Lists that are cut at k hold at most as many different passages as they hold entries. */
const candidatesOf = (candidates: number, { lists }: ExperimentSpec, depth: number, { retrievers }: SystemSpec) =>
  lists === 'k' ? depth * retrievers.length : candidates;

export const keptOf = ({ lists }: ExperimentSpec, depth: number): number => (lists === 'k' ? Infinity : depth);

export const RUNNING_PARTS: { readonly [Key in PartKey]: RunningPart<PartSpec<Key>> } = {
  chunker: { stages: () => ['chunking'] },
  retrievers: {
    stages: (specs, system) =>
      specs.flatMap((spec): readonly VersionedStage[] => {
        if (spec.kind === 'run') return isImported(system) ? [] : ['run-lists'];
        const { chunker } = system;
        const stages = searchStages(spec, chunker !== undefined && chunker.kind !== 'whole' && chunker.late);
        return spec.kind === 'rewritten' ? ['fuse', ...stages] : stages;
      }),
  },
  filter: { stages: () => ['filter'] },
  fusion: {
    isPerQuestion: true,
    stages: () => ['fuse'],
    run: (spec, lists, step) => fuseAll(step.context, lists, spec, step),
  },
  crossFitted: {
    stages: () => ['fuse'],
    isHeldOut: () => true,
    run: (part, lists, { context, truth, spec: { relevance }, ...cut }) =>
      crossFit(context, lists, part, cut, { ...truth, relevance }),
  },
  learned: {
    stages: learnStages,
    isHeldOut: ({ kind }) => kind === 'cross-validated',
    readsTexts: ({ features: { terms, metadata } }) => terms.length > 0 || metadata !== undefined,
    run: (spec, lists, { context, truth, ...cut }) => learn(context, lists, spec, cut, truth),
  },
  boost: {
    isPerQuestion: true,
    stages: () => ['boost'],
    run: (spec, [list], { context }) => boostAll(context, list!, spec),
  },
  rerank: {
    stages: () => ['rerank'],
    reads: ({ candidates }, ...of) => candidatesOf(candidates, ...of),
    readsTexts: () => true,
    run: async (part, [list], { context, system, spec, depth }) => {
      const reranked = await rerank(context, list!, {
        ...part,
        candidates: candidatesOf(part.candidates, spec, depth, system),
      });
      const { ports, corpus, queries, collection, excluded } = context;
      const key = await rerankedKey(ports.versions, system, stagesOf(system, spec), depth, corpus, queries, excluded);
      await ports.storage.artifacts.put(collection, key, true);
      return reranked;
    },
  },
  threshold: {
    run: (threshold, [list]) =>
      Promise.resolve({
        ...list!,
        rankings: list!.rankings.map((ranking) => ranking.filter(({ score }) => score >= threshold)),
      }),
  },
};

export const stagesOf = (system: SystemSpec, { lists }: Pick<ExperimentSpec, 'lists'>): VersionedStage[] => [
  ...partsOf(RUNNING_PARTS, system).flatMap(({ entry, spec }) => entry.stages?.(spec, system) ?? []),
  ...(lists === 'k' ? (['lists-at-k'] as const) : []),
];

export const isHeldOut = (system: SystemSpec): boolean =>
  partsOf(RUNNING_PARTS, system).some(({ entry, spec }) => entry.isHeldOut?.(spec));
