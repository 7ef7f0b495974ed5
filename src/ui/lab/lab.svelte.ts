import { createContext } from 'svelte';
import type { DrawnMap } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import type { LabEvaluation } from '../../domain/lab/lab';
import { type LabStep, mapPlan } from '../../domain/lab/map';
import { evenWeights, firstSetting, type LabSetting } from '../../domain/fusion/method-settings';
import type { PerQuestion } from '../../domain/lab/per-question';
import type { Search, Tuned } from '../../domain/lab/tune';
import type { Intervals } from '../../domain/statistics/types';
import { type LabSession, singleLists } from '../../engine/inspect/lab';
import type { WorkbenchPart } from '../../engine/workbench';
import { bestList, betterOf, lowestScores, settingProblem } from './lab-text';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

/** How long the hand must rest before what takes longer than a move is computed, in milliseconds. */
const REST = 250;

export type SearchName = 'map' | 'tune' | 'perQuestion';

/** The fusion lab of one result: its sliders, what they give, and its searches. */
export class LabState {
  #result = $state.raw<ResultRecord | null>(null);
  lists = $state.raw<readonly string[]>([]);
  setting = $state.raw<LabSetting>(firstSetting(2));
  measure = $state('');
  /** Null for the list that is best by the measure. */
  #baseline = $state<string | null>(null);
  #session = $state.raw<LabSession | null>(null);
  /** What the sliders give; that of the last move until the next is answered. */
  evaluation = $state.raw<LabEvaluation | null>(null);
  /** The measure that the values of the evaluation are of. */
  evaluatedBy = $state('');
  /** How long the last move took until its answer was here. */
  milliseconds = $state<number | null>(null);
  /** Intervals by every measure; null while the hand moves. */
  intervals = $state.raw<Readonly<Record<string, Intervals>> | null>(null);
  map = $state.raw<DrawnMap | null>(null);
  tuned = $state.raw<Tuned | null>(null);
  perQuestion = $state.raw<PerQuestion | null>(null);
  search = $state<SearchName | null>(null);
  readonly searching: Task<LabStep>;
  readonly #opening: Task;
  readonly #evaluating: Task;
  #pumping = false;
  #moved = false;
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly workbench: WorkbenchPart<{ inspect: 'lab' }>,
    signal: AbortSignal,
  ) {
    this.searching = new Task(signal);
    this.#opening = new Task(signal);
    this.#evaluating = new Task(signal);
    signal.addEventListener('abort', () => void this.close());
  }

  get failure(): Failure | null {
    return this.#evaluating.failure ?? this.#opening.failure;
  }

  get followsBest(): boolean {
    return this.#baseline === null;
  }
  get baseline(): string {
    return this.#baseline ?? (this.#result ? bestList(this.#result, this.lists, this.measure) : '');
  }
  get problem(): string | null {
    return settingProblem(this.setting);
  }
  get canMap(): boolean {
    return this.measure !== '' && betterOf(this.measure) !== null && mapPlan(this.setting) !== null;
  }

  /** Opens the lab for a result, or leaves it as it is where that is open. */
  async open(result: ResultRecord, measure: string): Promise<void> {
    if (this.#result === result && (this.#session || this.#opening.busy)) return;
    const isNew = this.#result?.key !== result.key;
    this.#result = result;
    const singles = singleLists(result);
    if (isNew) {
      this.measure = measure;
      this.#baseline = null;
      await this.chooseLists(singles);
    } else await this.#reopen();
  }

  /** Frees the worker; the sliders stay as they are. */
  async close(): Promise<void> {
    clearTimeout(this.#rest);
    const session = this.#session;
    this.#session = null;
    this.#opening.drop();
    this.searching.drop();
    await session?.close();
  }

  /** @param lists two or more: with fewer nothing is opened */
  async chooseLists(lists: readonly string[]): Promise<void> {
    this.lists = lists;
    this.setting = {
      ...this.setting,
      weights: evenWeights(lists.length),
      lowest: this.#result ? lowestScores(this.#result, lists) : [],
    };
    await this.#reopen();
  }

  set(changes: Partial<LabSetting>): void {
    this.setting = { ...this.setting, ...changes };
    this.#move();
  }

  setMeasure(measure: string): void {
    this.measure = measure;
    this.map = null;
    this.#move();
  }

  /** @param baseline a system; null for the best list */
  setBaseline(baseline: string | null): void {
    this.#baseline = baseline;
    this.#move();
  }

  async drawMap(): Promise<void> {
    const { setting, measure } = this;
    const map = await this.#run('map', (session, step) => session.map({ setting, measure }, step));
    this.map = map ?? this.map;
  }

  async tune(search: Search): Promise<void> {
    const { setting: base, measure, baseline } = this;
    const tuned = await this.#run('tune', (session, step) => session.tune({ base, search, measure, baseline }, step));
    this.tuned = tuned ?? this.tuned;
  }

  async weighByQuestion(): Promise<void> {
    const request = { base: this.setting, measure: this.measure, baseline: this.baseline };
    const found = await this.#run('perQuestion', (session, step) => session.perQuestion(request, step));
    this.perQuestion = found ?? this.perQuestion;
  }

  async stop(): Promise<void> {
    await this.#session?.stop();
  }

  async #reopen(): Promise<void> {
    await this.close();
    this.#forget();
    const [result, lists] = [this.#result, this.lists];
    if (!result || lists.length < 2) return;
    await this.#opening.run(
      async ({ signal }) => {
        const session = await this.workbench.inspect.lab(result, lists);
        if (signal.aborted) void session.close();
        return session;
      },
      (session) => {
        this.#session = session;
        this.#move();
      },
    );
  }

  #forget(): void {
    this.#evaluating.forget();
    this.evaluation = null;
    this.intervals = null;
    this.map = null;
    this.tuned = null;
    this.perQuestion = null;
  }

  /** Asks for the numbers of where the sliders are now; of moves that come meanwhile, the last alone is asked for. */
  #move(): void {
    this.intervals = null;
    clearTimeout(this.#rest);
    this.#moved = true;
    if (!this.#pumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    const session = this.#session;
    try {
      while (this.#moved && session && session === this.#session && !this.problem) {
        this.#moved = false;
        const move = { setting: this.setting, baseline: this.baseline, measure: this.measure };
        const began = performance.now();
        const evaluation = await session.read(move);
        if (session !== this.#session) break;
        this.evaluation = evaluation;
        this.evaluatedBy = move.measure;
        this.milliseconds = performance.now() - began;
        this.#evaluating.forget();
      }
    } catch (error) {
      if (session === this.#session) this.#evaluating.fail(error);
    } finally {
      this.#pumping = false;
    }
    // A lab that was opened meanwhile waits for its first numbers.
    if (this.#moved && this.#session && session !== this.#session) void this.#pump();
    else if (session && session === this.#session)
      this.#rest = setTimeout(() => void this.#readIntervals(session), REST);
  }

  async #readIntervals(session: LabSession): Promise<void> {
    if (session !== this.#session || this.#moved || !this.evaluation) return;
    const evaluation = this.evaluation;
    try {
      const intervals = await session.intervals();
      if (session === this.#session && evaluation === this.evaluation) this.intervals = intervals;
    } catch (error) {
      if (session === this.#session) this.#evaluating.fail(error);
    }
  }

  /** Null where it was stopped, undefined where it failed or is no longer wanted. */
  async #run<Found>(
    search: SearchName,
    run: (session: LabSession, progress: (step: LabStep) => void) => Promise<Found | null>,
  ): Promise<Found | null | undefined> {
    const session = this.#session;
    if (!session || this.searching.busy) return undefined;
    this.search = search;
    return this.searching.run(({ progress }) => run(session, progress));
  }
}

export const [getLab, setLab] = createContext<LabState>();
