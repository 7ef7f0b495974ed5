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
import { failureOf, type Failure } from '../shared/failure';

/** How long the hand must rest before what takes longer than a move is computed, in milliseconds. */
const REST = 250;

export type SearchName = 'map' | 'tune' | 'perQuestion';

interface Running {
  readonly search: SearchName;
  readonly step: LabStep | null;
}

/** The fusion lab of one result: its sliders, what they give, and its searches. */
export class LabState {
  #result = $state.raw<ResultRecord | null>(null);
  #lists = $state.raw<readonly string[]>([]);
  #setting = $state.raw<LabSetting>(firstSetting(2));
  #measure = $state('');
  /** Null for the list that is best by the measure. */
  #baseline = $state<string | null>(null);
  #session = $state.raw<LabSession | null>(null);
  #opening = $state(false);
  #failure = $state.raw<Failure | null>(null);
  #reading = $state.raw<LabEvaluation | null>(null);
  #readMeasure = $state('');
  #milliseconds = $state<number | null>(null);
  #intervals = $state.raw<Readonly<Record<string, Intervals>> | null>(null);
  #map = $state.raw<DrawnMap | null>(null);
  #tuned = $state.raw<Tuned | null>(null);
  #perQuestion = $state.raw<PerQuestion | null>(null);
  #running = $state.raw<Running | null>(null);
  #searchFailure = $state.raw<(Failure & { readonly search: SearchName }) | null>(null);
  #pumping = false;
  #moved = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(private readonly workbench: WorkbenchPart<{ inspect: 'lab' }>) {}

  get lists(): readonly string[] {
    return this.#lists;
  }
  get setting(): LabSetting {
    return this.#setting;
  }
  get measure(): string {
    return this.#measure;
  }
  /** Whether the baseline is whichever list is best by the measure. */
  get followsBest(): boolean {
    return this.#baseline === null;
  }
  get baseline(): string {
    return this.#baseline ?? (this.#result ? bestList(this.#result, this.#lists, this.#measure) : '');
  }
  get opening(): boolean {
    return this.#opening;
  }
  get failure(): Failure | null {
    return this.#failure;
  }
  /** What the sliders give; that of the last move until the next is answered. */
  get reading(): LabEvaluation | null {
    return this.#reading;
  }
  /** The measure that the values of the reading are of. */
  get readMeasure(): string {
    return this.#readMeasure;
  }
  /** How long the last move took until its answer was here. */
  get milliseconds(): number | null {
    return this.#milliseconds;
  }
  /** Intervals by every measure; null while the hand moves. */
  get intervals(): Readonly<Record<string, Intervals>> | null {
    return this.#intervals;
  }
  get map(): DrawnMap | null {
    return this.#map;
  }
  get tuned(): Tuned | null {
    return this.#tuned;
  }
  get perQuestion(): PerQuestion | null {
    return this.#perQuestion;
  }
  get running(): Running | null {
    return this.#running;
  }
  get searchFailure(): (Failure & { readonly search: SearchName }) | null {
    return this.#searchFailure;
  }
  /** What is wrong with the sliders; null where nothing is. */
  get problem(): string | null {
    return settingProblem(this.#setting);
  }
  get canMap(): boolean {
    return this.#measure !== '' && betterOf(this.#measure) !== null && mapPlan(this.#setting) !== null;
  }

  /** Opens the lab for a result, or leaves it as it is where that is open. */
  async open(result: ResultRecord, measure: string): Promise<void> {
    if (this.#result === result && (this.#session || this.#opening)) return;
    const isNew = this.#result?.key !== result.key;
    this.#result = result;
    const singles = singleLists(result);
    if (isNew) {
      this.#measure = measure;
      this.#baseline = null;
      await this.chooseLists(singles);
    } else await this.#reopen();
  }

  /** Frees the worker; the sliders stay as they are. */
  async close(): Promise<void> {
    this.#turn++;
    clearTimeout(this.#rest);
    const session = this.#session;
    this.#session = null;
    this.#opening = false;
    this.#running = null;
    await session?.close();
  }

  /** @param lists two or more: with fewer nothing is opened */
  async chooseLists(lists: readonly string[]): Promise<void> {
    this.#lists = lists;
    this.#setting = {
      ...this.#setting,
      weights: evenWeights(lists.length),
      lowest: this.#result ? lowestScores(this.#result, lists) : [],
    };
    await this.#reopen();
  }

  set(changes: Partial<LabSetting>): void {
    this.#setting = { ...this.#setting, ...changes };
    this.#move();
  }

  setMeasure(measure: string): void {
    this.#measure = measure;
    this.#map = null;
    this.#move();
  }

  /** @param baseline a system; null for the best list */
  setBaseline(baseline: string | null): void {
    this.#baseline = baseline;
    this.#move();
  }

  async drawMap(): Promise<void> {
    const request = { setting: this.#setting, measure: this.#measure };
    const map = await this.#search('map', (session, progress) => session.map(request, progress));
    if (map) this.#map = map;
  }

  async tune(search: Search): Promise<void> {
    const request = { base: this.#setting, search, measure: this.#measure, baseline: this.baseline };
    const tuned = await this.#search('tune', (session, progress) => session.tune(request, progress));
    if (tuned) this.#tuned = tuned;
  }

  async weighByQuestion(): Promise<void> {
    const request = { base: this.#setting, measure: this.#measure, baseline: this.baseline };
    const found = await this.#search('perQuestion', (session, progress) => session.perQuestion(request, progress));
    if (found) this.#perQuestion = found;
  }

  async stop(): Promise<void> {
    await this.#session?.stop();
  }

  async #reopen(): Promise<void> {
    await this.close();
    const turn = this.#turn;
    this.#forget();
    if (!this.#result || this.#lists.length < 2) return;
    this.#opening = true;
    try {
      const session = await this.workbench.inspect.lab(this.#result, this.#lists);
      if (turn !== this.#turn) return void session.close();
      this.#session = session;
      this.#move();
    } catch (error) {
      if (turn === this.#turn) this.#failure = failureOf(error);
    } finally {
      if (turn === this.#turn) this.#opening = false;
    }
  }

  #forget(): void {
    this.#failure = null;
    this.#reading = null;
    this.#intervals = null;
    this.#map = null;
    this.#tuned = null;
    this.#perQuestion = null;
    this.#searchFailure = null;
  }

  /** Asks for the numbers of where the sliders are now; of moves that come meanwhile, the last alone is asked for. */
  #move(): void {
    this.#intervals = null;
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
        const move = { setting: this.#setting, baseline: this.baseline, measure: this.#measure };
        const began = performance.now();
        const reading = await session.read(move);
        if (session !== this.#session) break;
        this.#reading = reading;
        this.#readMeasure = move.measure;
        this.#milliseconds = performance.now() - began;
        this.#failure = null;
      }
    } catch (error) {
      if (session === this.#session) this.#failure = failureOf(error);
    } finally {
      this.#pumping = false;
    }
    // A lab that was opened meanwhile waits for its first numbers.
    if (this.#moved && this.#session && session !== this.#session) void this.#pump();
    else if (session && session === this.#session)
      this.#rest = setTimeout(() => void this.#readIntervals(session), REST);
  }

  async #readIntervals(session: LabSession): Promise<void> {
    if (session !== this.#session || this.#moved || !this.#reading) return;
    const reading = this.#reading;
    try {
      const intervals = await session.intervals();
      if (session === this.#session && reading === this.#reading) this.#intervals = intervals;
    } catch (error) {
      if (session === this.#session) this.#failure = failureOf(error);
    }
  }

  async #search<Found>(
    search: SearchName,
    run: (session: LabSession, progress: (step: LabStep) => void) => Promise<Found | null>,
  ): Promise<Found | null> {
    const session = this.#session;
    if (!session || this.#running) return null;
    this.#running = { search, step: null };
    this.#searchFailure = null;
    try {
      return await run(session, (step) => {
        if (session === this.#session && this.#running?.search === search) this.#running = { search, step };
      });
    } catch (error) {
      const failure = failureOf(error);
      if (session === this.#session && failure) this.#searchFailure = { ...failure, search };
      return null;
    } finally {
      if (session === this.#session) this.#running = null;
    }
  }
}
