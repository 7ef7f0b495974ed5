import { provided } from '../shared/context';
import type { CollectionRecord } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import { pacer } from '../../workbench/kernel/pace';
import type { RunProgress } from '../../workbench/kernel/run-types';
import type { JudgingPlan } from '../../domain/judging/plan';
import type { PoolInput } from '../../domain/judging/pool';
import type { Doc, DocId, QueryId } from '../../base/types';
import type { WorkbenchPart } from '../../workbench/workbench';
import type { Failure } from '../shared/failure';
import { Task, type TaskContext } from '../shared/task.svelte';
import { EvidenceState } from './evidence-state.svelte';
import { JudgingBoard, type BoardSource } from './judging-board';
import { JudgingSession } from './judging-session.svelte';
import { firstSettings, fittingSettings, planOf, plannedSettings, type JudgingSettings } from './judging-settings';

/** Passages that are kept of each list: as deep as a pool can be. */
const POOL_DEPTH = 20;

export class JudgingState {
  readonly pooling: Task<RunProgress>;
  pool = $state.raw<PoolInput | null>(null);
  readonly evidence: EvidenceState;
  settings = $state.raw<JudgingSettings | null>(null);
  session = $state.raw<JudgingSession | null>(null);
  ready = $state(false);
  readonly #opening: Task;
  readonly #leaving: Task;
  /** The plan that is kept, as text; empty before it is. */
  #kept = '';
  #margin = 0;
  /** Whether something was judged that the rest of the page does not know. */
  #changed = false;
  /** Whether another tab judged while the board was prepared, which may have been read before. */
  #behind = false;

  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'read' | 'acts' | 'addActs' | 'judgingPlan' | 'planJudging';
      inspect: 'sequential' | 'planned' | 'cutter';
      runs: 'pool';
      collections: 'list';
    }>,
    private readonly collection: string,
    private readonly onLeft: (record: CollectionRecord) => void,
    signal: AbortSignal,
  ) {
    this.pooling = new Task(signal);
    this.evidence = new EvidenceState(workbench, signal);
    this.#opening = new Task(signal);
    // It is no task of the collection: the list of collections shows what was judged after it was closed, too.
    this.#leaving = new Task();
  }

  get failure(): Failure | null {
    return this.#opening.failure ?? this.#leaving.failure ?? this.evidence.failure;
  }

  async findPool(spec: ExperimentSpec): Promise<void> {
    if (this.pooling.busy) return;
    await this.pooling.run(
      (context) => this.workbench.runs.pool(this.collection, spec, POOL_DEPTH, context),
      (run) => (this.pool = run),
    );
  }

  async use(input: PoolInput, docs: ReadonlyMap<DocId, Doc>, first: QueryId | null = null): Promise<void> {
    const { collection } = this;
    await this.#open(async (context) => {
      const cutter = await this.workbench.inspect.cutter(collection, input.spec, context.signal);
      // Read last: the session that is open is judged in meanwhile.
      await this.session?.idle();
      const questions = await this.workbench.questions.read(collection);
      const plan = this.settings ? this.#plan() : await this.workbench.questions.judgingPlan(collection);
      const acts = await this.workbench.questions.acts(collection);
      context.signal.throwIfAborted();
      if (plan && !this.settings) this.#kept = JSON.stringify(plan);
      // Tabs that open it before the first judgment have the same order.
      this.settings = plan ? plannedSettings(plan, input) : firstSettings(input, collection);
      await this.#begin({ collection, input, docs, questions, acts, cutter }, context, first);
    });
  }

  async set(changes: Partial<JudgingSettings>): Promise<void> {
    const { session } = this;
    if (!this.settings || !session) return;
    this.settings = fittingSettings({ ...this.settings, ...changes }, session.board.source.input);
    await this.#reopen(session);
  }

  setMargin(margin: number): void {
    if (margin === this.#margin) return;
    this.#margin = margin;
    if (this.session && this.ready) this.#weigh(this.session);
  }

  async syncPlan(): Promise<void> {
    const plan = await this.workbench.questions.judgingPlan(this.collection);
    const { session } = this;
    if (!plan || !session) return;
    this.#kept = JSON.stringify(plan);
    // Questions that count there are not read from it: judgments say which do.
    const others = { completed: [], given: [] };
    if (JSON.stringify({ ...plan, ...others }) === JSON.stringify({ ...this.#plan(), ...others })) return;
    this.settings = plannedSettings(plan, session.board.source.input);
    await this.#reopen(session);
  }

  async sync(): Promise<void> {
    const { session, collection } = this;
    this.#behind = !this.ready || this.#opening.busy;
    if (!session || this.#behind) return;
    const changed = await session.sync(() => this.workbench.questions.acts(collection));
    if (!changed || session !== this.session) return;
    this.#changed = true;
    this.#weigh(session);
  }

  async leave(): Promise<void> {
    this.session?.showWhole(false);
    await this.session?.idle();
    if (!this.#changed) return;
    this.#changed = false;
    await this.#leaving.run(async () => {
      // Whoever reads questions makes judgments of what was judged, and counts them.
      await this.workbench.questions.read(this.collection);
      const record = (await this.workbench.collections.list()).find(({ id }) => id === this.collection);
      if (record) this.onLeft(record);
    });
  }

  async #begin(source: BoardSource, { signal }: TaskContext<never>, first: QueryId | null = null): Promise<void> {
    const board = new JudgingBoard(source, this.settings!);
    const at = this.#positionOf(source.input, first ?? this.session?.query?.id);
    const session = new JudgingSession(
      board,
      async (acts) => {
        // A crash before the first judgment is stored leaves nothing; after one, judging continues with this plan.
        if (this.#kept === '') await this.#keepPlan();
        await this.workbench.questions.addActs(source.collection, acts);
        this.#changed = true;
      },
      () => {
        this.#weigh(session);
        return this.#keepPlan();
      },
    );
    this.evidence.forget();
    this.session = session;
    this.ready = false;
    const pace = pacer(signal);
    for (const index of board.indices) {
      board.prepare(index);
      await pace();
    }
    this.ready = true;
    session.version++;
    session.begin(at);
    this.#weigh(session);
  }

  async #open(work: (context: TaskContext<never>) => Promise<void>): Promise<void> {
    await this.#opening.run(work);
    if (this.#behind) await this.sync();
  }

  async #reopen(session: JudgingSession): Promise<void> {
    await this.#open(async (context) => {
      await session.idle();
      context.signal.throwIfAborted();
      await this.#begin({ ...session.board.source, acts: session.board.acts }, context);
      // Before the first judgment there is no plan to keep.
      if (this.#kept !== '') await this.#keepPlan();
    });
  }

  #weigh(session: JudgingSession): void {
    void this.evidence.follow(session, this.#margin);
  }

  #plan(): JudgingPlan {
    const { board } = this.session!;
    return planOf(this.settings!, board.source.input, board.countedQuestions());
  }

  async #keepPlan(): Promise<void> {
    const plan = this.#plan();
    if (JSON.stringify(plan) === this.#kept) return;
    await this.workbench.questions.planJudging(this.collection, plan);
    this.#kept = JSON.stringify(plan);
  }

  #positionOf({ queries }: PoolInput, id: QueryId | undefined): number | null {
    const at = id === undefined ? -1 : queries.indexOf(id);
    return at < 0 ? null : at;
  }
}

export const getJudging = provided(JudgingState);
