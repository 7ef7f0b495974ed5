import type { ResultHeader, ResultRecord } from '../../contract/result';
import { tagsByQuestion } from '../findings/findings-view';
import { firstBaseline } from '../results/columns';
import type { SliceChanges } from '../../domain/slices/cells';
import type { Verdict } from '../../domain/verdict/types';
import type { RunChanges, RunComparison, RunListComparison } from '../../workbench/inspect/run-comparison';
import type { WorkbenchPart } from '../../workbench/workbench';
import { firstMeasure } from '../../domain/measures/first-measure';
import { isPaired } from '../../domain/run-comparison/comparability';
import { Task } from '../shared/task.svelte';

export const COMPARED_K = 10;

export interface ComparedRuns {
  readonly before: ResultRecord;
  readonly after: ResultRecord;
  readonly measures: readonly string[];
  readonly measure: string | null;
  readonly figures: RunComparison | null;
  readonly lists: RunListComparison;
  readonly changes: RunChanges;
}

export interface ComparedRunsChoice {
  readonly before: ResultHeader;
  readonly after: ResultHeader;
  readonly measure: string | null;
  readonly margin: number;
}

type Bench = WorkbenchPart<{
  runs: 'result';
  questions: 'annotations';
  inspect: 'compareRuns' | 'compareRunLists' | 'runChanges' | 'runSlices' | 'verdict';
}>;

export class ComparingRuns {
  compared = $state.raw<ComparedRuns | null>(null);
  /** Runs that an earlier version computed in another form, which is not compared. */
  outdated = $state.raw<readonly ResultHeader[]>([]);
  verdicts = $state.raw<{ readonly before: Verdict; readonly after: Verdict } | null>(null);
  /** Null until they are there, and where the questions cannot be divided. */
  slices = $state.raw<SliceChanges | null>(null);
  readonly comparing = new Task();
  /** What takes longer than the figures, and follows them. */
  readonly explaining = new Task();

  constructor(
    private readonly workbench: Bench,
    private readonly collection: string,
  ) {}

  async compare(choice: ComparedRunsChoice): Promise<void> {
    this.explaining.drop();
    this.verdicts = this.slices = null;
    await this.#compareFigures(choice);
    if (this.compared?.figures?.comparable && !this.comparing.busy) await this.#explain(this.compared, choice.margin);
  }

  async #compareFigures({ before, after, measure: wanted, margin }: ComparedRunsChoice): Promise<void> {
    await this.comparing.run(
      async () => {
        const [former, now] = await Promise.all([this.#read(before), this.#read(after)]);
        const outdated = [...(former ? [] : [before]), ...(now ? [] : [after])];
        if (!former || !now) return { outdated, compared: null };
        const runs = { before: former, after: now };
        const measures = now.spec.measures.filter((each) => former.spec.measures.includes(each) && isPaired(each));
        const measure = measures.find((each) => each === wanted) ?? firstMeasure(measures);
        const { inspect } = this.workbench;
        const [figures, lists, changes] = await Promise.all([
          measure === null ? null : inspect.compareRuns(runs, { measure, margin, judgments: 'run' }),
          inspect.compareRunLists(runs, { k: COMPARED_K }),
          inspect.runChanges(runs),
        ]);
        return { outdated, compared: { ...runs, measures, measure, figures, lists, changes } };
      },
      ({ outdated, compared }) => {
        this.outdated = outdated;
        this.compared = compared;
      },
    );
  }

  async #explain(compared: ComparedRuns, margin: number): Promise<void> {
    const { figures, before, after } = compared;
    const measure = compared.measure!;
    const { inspect, questions } = this.workbench;
    if (!figures?.comparable) return;
    const verdictOf = (result: ResultRecord): Promise<Verdict> =>
      inspect.verdict(result, { measure, margin, baseline: firstBaseline(result) });
    await this.explaining.run(
      async () => {
        const verdicts = { before: await verdictOf(before), after: await verdictOf(after) };
        const tags = tagsByQuestion(await questions.annotations(this.collection));
        // Their tests hold for one look, and for figures of one kind.
        const sliced = !before.judging && !after.judging;
        return {
          verdicts,
          slices: sliced ? await inspect.runSlices({ before, after }, figures, { measure, tags }) : null,
        };
      },
      ({ verdicts, slices }) => {
        this.verdicts = verdicts;
        this.slices = slices;
      },
    );
  }

  #read({ key }: ResultHeader): Promise<ResultRecord | null> {
    return this.workbench.runs.result(this.collection, key);
  }
}
