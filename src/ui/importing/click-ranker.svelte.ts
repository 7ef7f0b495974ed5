import type { CollectionRecord } from '../../contract/storage';
import type { ImportedClicks } from '../../domain/dataset/outcome';
import type { ExperimentSpec, SystemSpec } from '../../domain/experiment/experiment';
import type { TrainedSpec } from '../../domain/ltr/learned-spec';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import type { RunProgress } from '../../workbench/kernel/run-types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

/** The systems of the new run, and the analyzer of their collection. */
export interface SystemsToLearnFor {
  readonly spec: ExperimentSpec;
  readonly analyzer: AnalyzerSpec;
}

export interface LearnedOfClicks {
  readonly base: SystemSpec;
  readonly ranker: TrainedSpec;
}

export interface ClickRankerPage {
  systems(): Promise<SystemsToLearnFor | null>;
}

/** A system that answers any question by retrievers of this collection. */
const answersAll = ({ retrievers }: SystemSpec): boolean =>
  retrievers.every(({ kind }) => kind !== 'run' && kind !== 'file-vectors' && kind !== 'rewritten');

/** Learns a ranker from a click log while the log is previewed. */
export class ClickRankerState {
  readonly training = new Task<RunProgress>();
  /** Null until they are read, and where no system of the new run can be asked any question. */
  systems = $state.raw<SystemsToLearnFor | null>(null);
  /** Of the system whose retrievers are asked; the first with several until one is chosen. */
  chosen = $state<string | null>(null);
  made = $state.raw<LearnedOfClicks | null>(null);

  constructor(
    private readonly workbench: WorkbenchPart<{ runs: 'learnFromClicks' }>,
    private readonly page: ClickRankerPage,
  ) {}

  get bases(): readonly SystemSpec[] {
    return this.systems?.spec.systems.filter(answersAll) ?? [];
  }
  get base(): SystemSpec | null {
    const { bases } = this;
    return (
      bases.find(({ id }) => id === this.chosen) ??
      bases.find(({ retrievers }) => retrievers.length > 1) ??
      bases[0] ??
      null
    );
  }

  async read(): Promise<void> {
    this.systems = await this.page.systems();
  }

  choose(id: string): void {
    this.chosen = id;
    this.made = null;
  }

  async learn({ id }: CollectionRecord, { files, summary }: ImportedClicks): Promise<void> {
    const { base, systems } = this;
    if (!base || !systems) return;
    const { queries, docs, pairs } = summary;
    await this.training.run(
      (context) =>
        this.workbench.runs.learnFromClicks(id, { ...systems, base, clicks: { files, queries, docs, pairs } }, context),
      (ranker) => (this.made = { base, ranker }),
    );
  }

  forget(): void {
    this.training.drop();
    this.made = null;
    this.chosen = null;
  }
}
