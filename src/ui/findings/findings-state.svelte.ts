import { provided } from '../shared/context';
import type { ResultRecord } from '../../contract/result';
import { canonicalJson } from '../../base/hash';
import type { TestLook } from '../../domain/run-comparison/run-notes';
import type { SliceReport } from '../../domain/slices/report';
import type { ComparedVerdict, Verdict } from '../../domain/verdict/types';
import type { Planning } from '../../workbench/inspect/verdict';
import type { WorkbenchPart } from '../../workbench/workbench';
import { firstBaseline } from '../results/columns';
import { keptRecord, type Preferences } from '../shared/preferences';
import { Task } from '../shared/task.svelte';
import { NO_TAGS, type QuestionTags, tagsByQuestion } from './findings-view';

export const DEFAULT_MARGIN = 0.02;

const SETTING = 'margins';

export class FindingsState {
  /** Of what is shown last; null while it is computed, or where there is nothing to compare. */
  verdict = $state.raw<Verdict | null>(null);
  result = $state.raw<ResultRecord | null>(null);
  slices = $state.raw<SliceReport | null>(null);
  margin = $state(DEFAULT_MARGIN);
  tags = $state.raw<QuestionTags>(NO_TAGS);
  /** The system under the pointer or the focus: all others are pale. */
  highlighted = $state<string | null>(null);
  #looks = $state(0);
  #asked: readonly unknown[] = [];
  #sliced: readonly unknown[] = [];
  planning = $state.raw<Planning | null>(null);
  looks = $state.raw<readonly TestLook[]>([]);
  readonly judging: Task;
  readonly predicting: Task;
  readonly slicing: Task;

  constructor(
    private readonly workbench: WorkbenchPart<{
      inspect: 'verdict' | 'slices' | 'planning';
      questions: 'annotations';
      runs: 'note';
    }>,
    private readonly collection: string,
    private readonly preferences: Preferences,
    signal: AbortSignal,
  ) {
    this.judging = new Task(signal);
    this.slicing = new Task(signal);
    this.predicting = new Task(signal);
    const kept = keptRecord(this.preferences, SETTING)[collection];
    if (typeof kept === 'number' && kept >= 0) this.margin = kept;
  }

  isDim(system: string): boolean {
    return this.highlighted !== null && this.highlighted !== system;
  }

  setMargin(margin: number): void {
    this.margin = margin;
    this.preferences.write(SETTING, { ...keptRecord(this.preferences, SETTING), [this.collection]: margin });
  }

  get looking(): boolean {
    return this.#looks > 0;
  }

  /** Computes verdict and slices unless they were computed last. @param judgments another object once they change */
  async look(result: ResultRecord, measure: string, judgments: unknown): Promise<void> {
    this.#looks++;
    const asked = [result, measure, judgments, this.margin];
    // What was asked for since has slices of its own.
    const isWanted = (): boolean => isSame(asked, this.#asked) && !this.judging.busy;
    try {
      if (!isSame(asked, this.#asked)) await this.#judge(asked, result, measure);
      const tags = isWanted() ? await this.#readTags() : null;
      if (tags && this.verdict && isWanted()) await this.#slice(result, measure, judgments, tags, this.verdict);
    } catch (error) {
      await this.slicing.fail(error);
    } finally {
      this.#looks--;
    }
  }

  /** Records that a run with test questions is shown; a run that was shown before is no further look. */
  async sawTest(run: string): Promise<void> {
    const { looks = [] } = await this.workbench.runs.note(this.collection, { kind: 'look', run, at: Date.now() });
    this.looks = looks;
  }

  /** Predicts what the margin takes; null where nothing is left to find. */
  async predict(verdict: ComparedVerdict): Promise<void> {
    const { planned } = verdict.badges.questions;
    const { result } = this;
    this.planning = null;
    this.predicting.drop();
    if (!result || !planned) return;
    const { measure, margin, recommended, best } = verdict;
    const pair = [recommended.system, planned.system] as const;
    await this.predicting.run(
      () => this.workbench.inspect.planning(result, { measure, margin, pair, comparisons: best.length - 1 }),
      (made) => (this.planning = made),
    );
  }

  async #judge(asked: readonly unknown[], result: ResultRecord, measure: string): Promise<void> {
    // Another margin leaves what is shown until the other verdict is there.
    if (this.#asked[0] !== result || this.#asked[1] !== measure) this.verdict = null;
    this.#asked = asked;
    this.result = result;
    const options = { measure, margin: this.margin, baseline: firstBaseline(result) };
    await this.judging.run(
      // Without a signal: an abort would end the worker for comparisons that are under way, too.
      () => this.workbench.inspect.verdict(result, options),
      (made) => (this.verdict = made),
    );
    // What failed is computed when it is asked for again.
    if (this.judging.failure) this.#asked = [];
  }

  /** Another margin leaves the slices as they are, unless it recommends another system. */
  async #slice(
    result: ResultRecord,
    measure: string,
    judgments: unknown,
    tags: QuestionTags,
    verdict: Verdict,
  ): Promise<void> {
    const best = 'recommended' in verdict ? verdict.recommended.system : null;
    const asked = [result, measure, judgments, best, tags];
    if (isSame(asked, this.#sliced)) return;
    this.#sliced = asked;
    this.slicing.drop();
    this.slices = null;
    // Their tests hold for one look, and people look again while they judge.
    if (best === null || result.judging) return;
    await this.slicing.run(
      () => this.workbench.inspect.slices(result, { measure, best, tags }),
      (made) => (this.slices = made),
    );
    if (this.slicing.failure) this.#sliced = [];
  }

  /** @returns the same object while no tag is changed */
  async #readTags(): Promise<QuestionTags> {
    const tags = tagsByQuestion(await this.workbench.questions.annotations(this.collection));
    if (canonicalJson([...tags]) !== canonicalJson([...this.tags])) this.tags = tags;
    return this.tags;
  }
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i]);

export const getFindings = provided(FindingsState);
