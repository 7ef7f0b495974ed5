import type { Questions } from '../../contract/storage';
import { aggregateRanking } from '../../domain/run/aggregate';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import type { DocumentAggregate } from '../../domain/run/aggregate';
import { canonicalJson } from '../../base/hash';
import type { Place } from '../../base/types';
import { type Chunking, documentTruth, passageTruth, type Session } from './session';
import type { StageContext } from './stage-context';
import type { GroundTruth } from './ground-truth';
import { type SystemRun, SystemRunner } from './stages/system';

/** A system as it is scored. */
export interface RunSystem {
  /** Its runs by the k they are for: one for all where lists are not cut at k. */
  readonly byK: ReadonlyMap<number, SystemRun>;
  /** What judgments say of what it ranks. */
  readonly truth: GroundTruth;
  /** In which it searched. */
  readonly environment: StageContext;
}

/** Runs the systems of an experiment, each on the passages that its chunker cuts. */
export class Runners {
  private readonly open = new Map<string, { readonly runner: SystemRunner; readonly truth: GroundTruth }>();

  constructor(
    private readonly session: Session,
    private readonly spec: ExperimentSpec,
    private readonly questions: Questions,
  ) {}

  /** @throws {DOMException} `AbortError` when the session's signal is aborted */
  async run(system: SystemSpec): Promise<RunSystem> {
    const chunking = await this.session.chunking(system);
    const { runner, truth } = this.runnerOf(chunking);
    const byK = await this.atEveryK(chunking, runner, system);
    const { environment } = chunking;
    const { aggregate } = this.spec;
    if (!aggregate || !chunking.chunks) return { byK, truth, environment };
    return { byK: aggregated(chunking, byK, aggregate), truth: documentTruth(this.questions), environment };
  }

  private runnerOf(chunking: Chunking) {
    const key = canonicalJson(chunking.chunker);
    const known = this.open.get(key);
    if (known) return known;
    const truth = passageTruth(this.session.docs, chunking, this.questions, this.spec.relevance);
    const opened = { runner: new SystemRunner(chunking.environment, this.spec, truth), truth };
    this.open.set(key, opened);
    return opened;
  }

  /** A system's runs by the k they are for; lists that are not cut at k are run once for all. */
  private async atEveryK(
    { environment }: Chunking,
    runner: SystemRunner,
    system: SystemSpec,
  ): Promise<ReadonlyMap<number, SystemRun>> {
    const { ks, lists, depth } = this.spec;
    const byK = new Map<number, SystemRun>();
    for (const k of ks) {
      environment.signal.throwIfAborted();
      const first = [...byK.values()][0];
      byK.set(k, lists === 'depth' && first ? first : await runner.run(system, lists === 'k' ? k : depth));
    }
    return byK;
  }
}

/** Reads rankings of passages as rankings of documents; one run for several k stays one. */
function aggregated(
  { chunks }: Chunking,
  byK: ReadonlyMap<number, SystemRun>,
  aggregate: DocumentAggregate,
): ReadonlyMap<number, SystemRun> {
  const places = new Map(chunks!.map(({ id, place }): [string, Place] => [id, place]));
  const read = new Map(
    [...new Set(byK.values())].map((run) => {
      const rankings = run.rankings.map((ranking) => {
        const found = ranking.map(({ id }) => places.get(id)!);
        return aggregateRanking(ranking, found, aggregate);
      });
      return [run, { ...run, rankings }];
    }),
  );
  return new Map([...byK].map(([k, run]) => [k, read.get(run)!]));
}
