import { createContext } from 'svelte';
import type { PoolRun } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { PoolInput } from '../../domain/judging/pool';
import type { Comparison } from '../../domain/statistics/types';
import type { Doc, DocId } from '../../base/types';
import type { WorkbenchPart } from '../../engine/workbench';
import type { Failure } from '../shared/failure';
import { Task, type TaskContext } from '../shared/task.svelte';
import { JudgingBoard, type BoardSource } from './judging-board';
import { JudgingSession } from './judging-session.svelte';
import { firstSettings, fittingSettings, type JudgingSettings } from './judging-settings';

/** Passages that are kept of each list: as deep as a pool can be. */
const POOL_DEPTH = 20;

/** How long the page may be busy before it shows how far it is, in milliseconds. */
const FRAME = 20;

/** How long the hand must rest before intervals are computed, in milliseconds. */
const REST = 300;

/** Judging by hand of the open collection: its pools, its settings and where it is. */
export class JudgingState {
  /** Runs the systems for all questions, judged or not, for the pools that are judged. */
  readonly pooling: Task<RunProgress>;
  pool = $state.raw<PoolRun | null>(null);
  /** Of the judgments before the last ones, until those of now are there. */
  comparison = $state.raw<Comparison | null>(null);
  readonly comparing: Task;
  settings = $state.raw<JudgingSettings | null>(null);
  session = $state.raw<JudgingSession | null>(null);
  /** Whether all questions are scored, counted and weighed. */
  ready = $state(false);
  readonly #opening: Task;
  readonly #leaving: Task;
  /** Whether something was judged that the rest of the page does not know. */
  #changed = false;

  /** @param onLeft given the collection with its new counts when judging is left after something was judged */
  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'read' | 'acts' | 'addActs';
      inspect: 'compare' | 'cutter';
      runs: 'pool';
      collections: 'list';
    }>,
    private readonly collection: string,
    private readonly onLeft: (record: CollectionRecord) => void,
    signal: AbortSignal,
  ) {
    this.pooling = new Task(signal);
    this.comparing = new Task(signal);
    this.#opening = new Task(signal);
    // It is no task of the collection: the list of collections shows what was judged after it was closed, too.
    this.#leaving = new Task();
  }

  get failure(): Failure | null {
    return this.#opening.failure ?? this.#leaving.failure;
  }

  async findPool(spec: ExperimentSpec): Promise<void> {
    if (this.pooling.busy) return;
    await this.pooling.run(
      (context) => this.workbench.runs.pool(this.collection, spec, POOL_DEPTH, context),
      (run) => (this.pool = run),
    );
  }

  /** Begins with lists of systems, at the question that was open where it is there. */
  async use(input: PoolInput, docs: ReadonlyMap<DocId, Doc>): Promise<void> {
    const { collection } = this;
    await this.#opening.run(async (context) => {
      const cutter = await this.workbench.inspect.cutter(collection, input.spec, context.signal);
      // Read last: the session that is open is judged in meanwhile.
      await this.session?.idle();
      const questions = await this.workbench.questions.read(collection);
      const acts = await this.workbench.questions.acts(collection);
      context.signal.throwIfAborted();
      this.settings = this.settings ? fittingSettings(this.settings, input) : firstSettings(input);
      await this.#begin({ collection, input, docs, questions, acts, cutter }, context);
    });
  }

  /** Other settings: other pools, or other figures of the same. */
  async set(changes: Partial<JudgingSettings>): Promise<void> {
    const { session } = this;
    if (!this.settings || !session) return;
    this.settings = { ...this.settings, ...changes };
    if ('order' in changes && Object.keys(changes).length === 1) return;
    await this.#opening.run(async (context) => {
      await session.idle();
      context.signal.throwIfAborted();
      await this.#begin({ ...session.board.source, acts: session.board.acts }, context);
    });
  }

  /** Takes in what another tab judged in the open collection. */
  async sync(): Promise<void> {
    const { session, collection } = this;
    if (!session || !this.ready) return;
    const changed = await session.sync(() => this.workbench.questions.acts(collection));
    if (!changed || session !== this.session) return;
    this.#changed = true;
    this.#compare(session.board);
  }

  /** Reports to the rest of the page what was judged. */
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

  async #begin(source: BoardSource, { signal }: TaskContext<never>): Promise<void> {
    const settings = this.settings!;
    const board = new JudgingBoard(source, settings);
    const at = this.#openQuestion(source.input);
    const session = new JudgingSession(
      board,
      () => this.settings!,
      async (acts) => {
        await this.workbench.questions.addActs(source.collection, acts);
        this.#changed = true;
        this.#compare(board);
      },
    );
    this.session = session;
    this.ready = false;
    await this.#prepare(board, session, signal);
    this.ready = true;
    session.version++;
    session.begin(at);
    this.#compare(board);
  }

  /** Intervals of what is judged so far, computed in a worker when the hand rests. */
  #compare({ live, source }: JudgingBoard): void {
    void this.comparing.run(
      async ({ signal }) => {
        await new Promise((resolve) => setTimeout(resolve, REST));
        signal.throwIfAborted();
        const { text } = live.measure;
        const rows = live.rows();
        if (rows.every((row) => row.every(Number.isNaN))) return null;
        const systems = source.input.systems.map(({ id }, i) => ({ id, perQuery: { [text]: rows[i]!.slice() } }));
        // Another comparison that was given up ends the worker for this one too: the next judgment asks again.
        return this.workbench.inspect.compare({ systems }, text);
      },
      (comparison) => (this.comparison = comparison),
    );
  }

  /** Position in other lists of the question that is open; null where it is not among them. */
  #openQuestion({ queries }: PoolInput): number | null {
    const query = this.session?.query;
    const at = query ? queries.indexOf(query.id) : -1;
    return at < 0 ? null : at;
  }

  async #prepare(board: JudgingBoard, session: JudgingSession, signal: AbortSignal): Promise<void> {
    const steps = [
      ...board.indices.map((index) => () => board.prepare(index)),
      ...board.indices.map((index) => () => void board.swing(index)),
    ];
    let began = performance.now();
    for (const step of steps) {
      step();
      if (performance.now() - began < FRAME) continue;
      session.version++;
      await new Promise((resolve) => setTimeout(resolve));
      signal.throwIfAborted();
      began = performance.now();
    }
  }
}

export const [getJudging, setJudging] = createContext<JudgingState>();
