import { provided } from '../../shared/context';
import type { ReadJudges, SourceFile } from '../../../contract/workers';
import type { CorrectedSystems } from '../../../domain/automatic-judges/corrected-systems';
import { type AutomaticJudge, judgesOfFiles } from '../../../domain/automatic-judges/judgments';
import { cohensKappa, type Kappa } from '../../../domain/statistics/inter-rater';
import { pacer } from '../../../workbench/kernel/pace';
import type { WorkbenchPart } from '../../../workbench/workbench';
import type { Failure } from '../../shared/failure';
import { Task } from '../../shared/task.svelte';
import type { JudgingBoard } from '../judging-board';
import type { JudgingSettings } from '../judging-settings';
import { type JudgingOrder, judgedValues, systemsOf } from './judged-values';

export interface CorrectedJudge {
  readonly judge: AutomaticJudge;
  readonly systems: readonly string[];
  readonly order: JudgingOrder;
  readonly measure: string;
  readonly figures: CorrectedSystems | null;
  readonly agreement: Kappa;
  readonly known: number;
  readonly passages: number;
}

export class AutomaticJudgesState {
  all = $state.raw<readonly AutomaticJudge[] | null>(null);
  chosen = $state<string | null>(null);
  corrected = $state.raw<CorrectedJudge | null>(null);
  wrong = $state.raw<Extract<ReadJudges, { ok: false }> | null>(null);
  readonly correcting: Task;
  readonly #reading: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'automaticJudges' | 'changeAutomaticJudges' | 'readJudges';
      inspect: 'corrected';
    }>,
    private readonly collection: string,
    signal: AbortSignal,
  ) {
    this.correcting = new Task(signal);
    this.#reading = new Task(signal);
  }

  get judge(): AutomaticJudge | null {
    return this.all?.find(({ name }) => name === this.chosen) ?? this.all?.at(-1) ?? null;
  }
  get failure(): Failure | null {
    return this.correcting.failure ?? this.#reading.failure;
  }

  async read(): Promise<void> {
    await this.#reading.run(
      () => this.workbench.questions.automaticJudges(this.collection),
      ({ judges }) => (this.all = judges),
    );
  }

  async refresh(): Promise<void> {
    if (this.all !== null) await this.read();
  }

  async addFiles(files: readonly SourceFile[], name: string): Promise<void> {
    await this.#reading.run(async ({ signal }) => {
      const how = { signal, progress: () => undefined };
      const read = await this.workbench.questions.readJudges(this.collection, files, how);
      this.wrong = read.ok ? null : read;
      if (!read.ok) return;
      for (const judge of judgesOfFiles(read.files, name, Date.now())) {
        const edit = { kind: 'keep', judge } as const;
        this.all = (await this.workbench.questions.changeAutomaticJudges(this.collection, edit)).judges;
        this.chosen = judge.name;
      }
    });
  }

  async remove(name: string): Promise<void> {
    await this.#reading.run(
      () => this.workbench.questions.changeAutomaticJudges(this.collection, { kind: 'remove', name }),
      ({ judges }) => (this.all = judges),
    );
  }

  async correct(board: JudgingBoard, settings: JudgingSettings, order: JudgingOrder): Promise<void> {
    const { judge } = this;
    if (!judge || judge.source.kind === 'reranker') return void (this.corrected = null);
    await this.correcting.run(
      async ({ signal }): Promise<CorrectedJudge> => {
        const values = await judgedValues(board, settings, order, judge, pacer(signal));
        const figures = values && (await this.workbench.inspect.corrected(values.input, signal));
        const pairs = values?.pairs ?? [];
        return {
          judge,
          order,
          systems: systemsOf(board, settings).map((system) => board.source.input.systems[system]!.id),
          measure: settings.measure,
          figures,
          agreement: cohensKappa(pairs),
          known: values?.known ?? 0,
          passages: values?.passages ?? 0,
        };
      },
      (corrected) => (this.corrected = corrected),
    );
  }
}

export const getAutomaticJudges = provided(AutomaticJudgesState);
