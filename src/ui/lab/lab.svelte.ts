import { provided } from '../shared/context';
import type { DrawnMap } from '../../contract/workers';
import type { ResultRecord } from '../../contract/result';
import type { LabEvaluation, LabMove } from '../../domain/lab/lab';
import { sharesOf, weightsFor, evenWeights, firstSetting, type LabSetting } from '../../domain/fusion/method-settings';
import { type LabStep, mapPlan, mapWeightSteps } from '../../domain/lab/map';
import type { Search, Tuned } from '../../domain/lab/tune';
import { type LabSession, singleLists } from '../../workbench/inspect/lab';
import type { WorkbenchPart } from '../../workbench/workbench';
import { canonicalJson } from '../../base/hash';
import { bestList, betterOf, inSteps, lowestScores, reweighted, settingProblem } from './lab-text';
import type { Failure } from '../shared/failure';
import { Task } from '../shared/task.svelte';

/** How long the hand must rest before what takes longer than a move is computed, in milliseconds. */
const REST = 250;

/** Questions times settings of a map up to which it is drawn without being asked for: some ten seconds. */
const MAX_UNASKED = 500_000;

export type SearchName = 'map' | 'tune';

export class LabState {
  #result = $state.raw<ResultRecord | null>(null);
  lists = $state.raw<readonly string[]>([]);
  setting = $state.raw<LabSetting>(firstSetting(2));
  measure = $state('');
  /** Null for the list that is best by the measure. */
  #baseline = $state<string | null>(null);
  #session = $state.raw<LabSession | null>(null);
  evaluation = $state.raw<LabEvaluation | null>(null);
  evaluatedBy = $state('');
  milliseconds = $state<number | null>(null);
  map = $state.raw<DrawnMap | null>(null);
  tuned = $state.raw<Tuned | null>(null);
  search = $state<SearchName | null>(null);
  readonly searching: Task<LabStep>;
  readonly #opening: Task;
  readonly #evaluating: Task;
  #searched: string | null = null;
  #isUnasked = $state(false);
  /** Weights before they are put on the steps of the map: those of the others keep their ratio. */
  #exact: readonly number[] = [];
  /** What was cancelled is not begun again unasked. */
  #declined: readonly string[] = [];
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
  /** What nobody asked for gives way. */
  get canSearch(): boolean {
    return !this.searching.busy || this.#isUnasked;
  }
  /** Whether the map is of what the sliders have now but for what it varies. */
  get isMapCurrent(): boolean {
    return this.map !== null && keyOf(this.map.request) === keyOf(this.#request);
  }
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
    const { method, weights } = this.setting;
    // Qdrant's weights are around 1, those of the others add to 1.
    const isRescaled = changes.method && !changes.weights && weights.some((weight) => weight > 0);
    this.setting = { ...this.setting, ...changes };
    if (isRescaled && [changes.method, method].includes('qdrant-rrf'))
      this.setting = { ...this.setting, weights: weightsFor(this.setting.method, sharesOf(weights)) };
    if (changes.weights) this.#exact = changes.weights;
    this.#move();
  }

  /** Where a map varies the weights they add to 1, in its steps: each position of the sliders is one of its points. */
  setWeight(at: number, value: number): void {
    const steps = mapWeightSteps(this.setting);
    const { weights } = this.setting;
    if (steps === null) return this.set({ weights: weights.map((weight, i) => (i === at ? value : weight)) });
    const exact = reweighted(this.#exact.length === weights.length ? this.#exact : weights, at, value);
    this.set({ weights: inSteps(exact, steps) });
    this.#exact = exact;
  }

  setMeasure(measure: string): void {
    this.measure = measure;
    this.#move();
  }

  /** @param baseline a system; null for the best list */
  setBaseline(baseline: string | null): void {
    this.#baseline = baseline;
    this.#move();
  }

  async tune(search: Search): Promise<void> {
    const { setting: base, measure, baseline } = this;
    const tuned = await this.#run('tune', (session, step) => session.tune({ base, search, measure, baseline }, step));
    this.tuned = tuned ?? this.tuned;
    await this.#settle();
  }

  async stop(): Promise<void> {
    if (this.search) this.#declined = [...this.#declined, this.#keyFor(this.search)];
    await this.#session?.stop();
  }

  async drawMap(isUnasked = false): Promise<void> {
    const request = this.#request;
    const map = await this.#run('map', (session, step) => session.map(request, step), isUnasked);
    this.map = map ?? this.map;
  }

  get #request(): LabMove {
    return { setting: this.setting, measure: this.measure, baseline: this.baseline };
  }

  #keyFor(search: SearchName): string {
    return search === 'map' ? keyOf(this.#request) : `${search} ${canonicalJson(this.#request)}`;
  }

  /** Draws the map of where the sliders are once the hand rests, where that is not long. */
  async #settle(): Promise<void> {
    const { searching } = this;
    if (searching.busy && !this.#isUnasked) return;
    const settings = this.canMap ? (mapPlan(this.setting)?.settings.length ?? 0) : 0;
    const isShort = (this.#result?.queries.length ?? 0) * settings <= MAX_UNASKED;
    const key = this.#keyFor('map');
    if (!this.canMap || this.isMapCurrent || !isShort || this.#declined.includes(key)) return;
    // What is under way is of where the sliders were before.
    if (searching.busy && this.#searched === key) return;
    await this.drawMap(true);
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
    this.map = null;
    this.tuned = null;
    this.#declined = [];
  }

  /** Asks for the numbers of where the sliders are now; of moves that come meanwhile, the last alone is asked for. */
  #move(): void {
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
      if (session === this.#session) await this.#evaluating.fail(error);
    } finally {
      this.#pumping = false;
    }
    // A lab that was opened meanwhile waits for its first numbers.
    if (this.#moved && this.#session && session !== this.#session) void this.#pump();
    else if (session && session === this.#session)
      this.#rest = setTimeout(() => void (session === this.#session && this.evaluation && this.#settle()), REST);
  }

  /** Null where it was stopped, undefined where it failed or is no longer wanted. */
  async #run<Found>(
    search: SearchName,
    run: (session: LabSession, progress: (step: LabStep) => void) => Promise<Found | null>,
    isUnasked = false,
  ): Promise<Found | null | undefined> {
    const session = this.#session;
    if (!session || !this.canSearch) return undefined;
    this.search = search;
    this.#isUnasked = isUnasked;
    this.#searched = this.#keyFor(search);
    return this.searching.run(({ progress }) => run(session, progress));
  }
}

/** All that a map depends on: not the weights where it varies them, the baseline only where it is compared with it. */
function keyOf({ setting, measure, baseline }: LabMove): string {
  const isOfWeights = mapWeightSteps(setting) !== null;
  return canonicalJson([isOfWeights ? { ...setting, weights: [] } : [setting, baseline], measure]);
}

export const getLab = provided(LabState);
