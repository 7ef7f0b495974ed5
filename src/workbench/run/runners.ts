import type { Questions } from '../../contract/storage';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import { aggregateRanking, type DocumentAggregate } from '../../domain/run/aggregate';
import { valueOf } from '../../base/containers';
import { canonicalJson } from '../../base/hash';
import type { Ranking } from '../../base/types';
import type { PlacedChunk } from '../../domain/chunk/chunked-truth';
import { documentTruth, type GroundTruth, passageTruth } from './ground-truth';
import type { Chunking, Session } from './session';
import type { StageContext } from './stage-context';
import { type SystemRun, SystemRunner } from './stages/system';

export interface RunSystem {
  /** Its runs by the k they are for: one for all where lists are not cut at k. */
  readonly byK: ReadonlyMap<number, SystemRun>;
  readonly truth: GroundTruth;
  readonly context: StageContext;
}

export class Runners {
  private readonly open = new Map<string, { readonly runner: SystemRunner; readonly truth: GroundTruth }>();

  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly questions: Questions,
  ) {}

  async run(system: SystemSpec): Promise<RunSystem> {
    const chunking = await this.session.chunking(system);
    const { runner, truth } = this.runnerOf(chunking);
    const { context, chunks } = chunking;
    const byK = await this.atEveryK(context, runner, system);
    const { aggregate } = this.spec;
    if (!aggregate || !chunks) return { byK, truth, context };
    return {
      byK: aggregated(chunks, byK, aggregate),
      truth: documentTruth(this.session.docs, this.questions),
      context,
    };
  }

  runnerOf(chunking: Chunking) {
    return valueOf(this.open, canonicalJson(chunking.chunker), () => {
      const truth = passageTruth(this.session.docs, chunking.chunks, this.questions, this.spec.relevance);
      return { runner: new SystemRunner(chunking.context, this.spec, truth), truth };
    });
  }

  /** A system's runs by the k they are for; lists that are not cut at k are run once for all. */
  private async atEveryK(
    { signal }: StageContext,
    runner: SystemRunner,
    system: SystemSpec,
  ): Promise<RunSystem['byK']> {
    const { ks, lists, depth } = this.spec;
    const byK = new Map<number, SystemRun>();
    for (const k of ks) {
      signal.throwIfAborted();
      const first = [...byK.values()][0];
      byK.set(k, lists === 'depth' && first ? first : await runner.run(system, lists === 'k' ? k : depth));
    }
    return byK;
  }
}

/** Reads rankings of passages as rankings of documents; one run for several k stays one. */
function aggregated(
  chunks: readonly PlacedChunk[],
  byK: RunSystem['byK'],
  aggregate: DocumentAggregate,
): RunSystem['byK'] {
  const places = new Map(chunks.map(({ id, place }) => [id, place]));
  const ofDocuments = (ranking: Ranking): Ranking => {
    const found = ranking.map(({ id }) => places.get(id)!);
    return aggregateRanking(ranking, found, aggregate);
  };
  const read = new Map(
    [...new Set(byK.values())].map((run) => [run, { ...run, rankings: run.rankings.map(ofDocuments) }]),
  );
  return new Map([...byK].map(([k, run]) => [k, read.get(run)!]));
}
