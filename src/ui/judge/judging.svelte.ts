import type { CollectionRecord } from '../../contract/storage';
import type { PoolInput } from '../../domain/judging/pool';
import type { Doc, DocId } from '../../base/types';
import type { WorkbenchPart } from '../../engine/workbench';
import { failureOf, type Failure } from '../shared/failure';
import { JudgingBoard, type BoardSource } from './judging-board';
import { JudgingFigures } from './judging-figures.svelte';
import { JudgingSession } from './judging-session.svelte';
import { cutHere, firstSettings, fittingSettings, type JudgingSettings } from './judging-settings';
import { PoolingState } from './pooling.svelte';

/** How long the page may be busy before it shows how far it is, in milliseconds. */
const FRAME = 20;

/** Judging by hand of the open collection: its pools, its settings and where it is. */
export class JudgingState {
  readonly pooling: PoolingState;
  readonly figures: JudgingFigures;
  #collection: string | null = null;
  #settings = $state.raw<JudgingSettings | null>(null);
  #session = $state.raw<JudgingSession | null>(null);
  #ready = $state(false);
  #failure = $state.raw<Failure | null>(null);
  /** Whether something was judged that the rest of the page does not know. */
  #changed = false;
  #turn = 0;

  /** @param onLeft given the collection with its new counts when judging is left after something was judged */
  constructor(
    private readonly workbench: WorkbenchPart<{
      questions: 'read' | 'acts' | 'addActs';
      inspect: 'compare';
      runs: 'pool';
      collections: 'list';
    }>,
    private readonly onLeft: (record: CollectionRecord) => void,
  ) {
    this.pooling = new PoolingState(workbench);
    this.figures = new JudgingFigures(workbench);
  }

  /** Null until there are settings. */
  get settings(): JudgingSettings | null {
    return this.#settings;
  }
  /** Null until pools are read. */
  get session(): JudgingSession | null {
    return this.#session;
  }
  /** Whether all questions are scored, counted and weighed. */
  get ready(): boolean {
    return this.#ready;
  }
  get failure(): Failure | null {
    return this.#failure;
  }

  open(collection: string | null): void {
    this.#turn++;
    this.#collection = collection;
    this.#settings = null;
    this.#session = null;
    this.#ready = false;
    this.#failure = null;
    this.#changed = false;
    this.figures.forget();
    this.pooling.open(collection);
  }

  /** Begins with lists of systems, at the question that was open where it is there. */
  async use(input: PoolInput, docs: ReadonlyMap<DocId, Doc>): Promise<void> {
    const collection = this.#collection;
    if (collection === null) return;
    const turn = ++this.#turn;
    try {
      const questions = await this.workbench.questions.read(collection);
      const acts = await this.workbench.questions.acts(collection);
      if (turn !== this.#turn) return;
      this.#settings = this.#settings ? fittingSettings(this.#settings, input) : firstSettings(input);
      await this.#begin({ collection, input, docs, questions, acts, cutter: cutHere });
    } catch (error) {
      if (turn === this.#turn) this.#failure = failureOf(error);
    }
  }

  /** Other settings: other pools, or other figures of the same. */
  async set(changes: Partial<JudgingSettings>): Promise<void> {
    if (!this.#settings || !this.#session) return;
    this.#settings = { ...this.#settings, ...changes };
    const { board } = this.#session;
    if ('order' in changes && Object.keys(changes).length === 1) return;
    await this.#session.idle();
    await this.#begin({ ...board.source, acts: board.acts });
  }

  /** Takes in what another tab judged in the open collection. */
  async sync(): Promise<void> {
    const [collection, session] = [this.#collection, this.#session];
    if (collection === null || !session || !this.#ready) return;
    const changed = await session.sync(() => this.workbench.questions.acts(collection));
    if (!changed || session !== this.#session) return;
    this.#changed = true;
    this.figures.refresh(session.board);
  }

  /** The rest of the page learns what was judged. */
  async leave(): Promise<void> {
    const collection = this.#collection;
    this.#session?.showWhole(false);
    await this.#session?.idle();
    if (!this.#changed || collection === null) return;
    this.#changed = false;
    try {
      // Whoever reads questions makes judgments of what was judged, and counts them.
      await this.workbench.questions.read(collection);
      const record = (await this.workbench.collections.list()).find(({ id }) => id === collection);
      if (record) this.onLeft(record);
    } catch (error) {
      this.#failure = failureOf(error);
    }
  }

  async #begin(source: BoardSource): Promise<void> {
    const turn = ++this.#turn;
    const settings = this.#settings!;
    const board = new JudgingBoard(source, settings);
    const at = this.#openQuestion(source.input);
    const session = new JudgingSession(
      board,
      () => this.#settings!,
      async (acts) => {
        await this.workbench.questions.addActs(source.collection, acts);
        this.#changed = true;
        this.figures.refresh(board);
      },
    );
    this.#session = session;
    this.#ready = false;
    if (!(await this.#prepare(board, session, turn))) return;
    this.#ready = true;
    session.touch();
    session.begin(at);
    this.figures.refresh(board);
  }

  /** Position in other lists of the question that is open; null where it is not among them. */
  #openQuestion({ queries }: PoolInput): number | null {
    const query = this.#session?.query;
    const at = query ? queries.indexOf(query.id) : -1;
    return at < 0 ? null : at;
  }

  /** @returns false where something else was begun meanwhile */
  async #prepare(board: JudgingBoard, session: JudgingSession, turn: number): Promise<boolean> {
    const steps = [
      ...board.indices.map((index) => () => board.prepare(index)),
      ...board.indices.map((index) => () => void board.swing(index)),
    ];
    let began = performance.now();
    for (const step of steps) {
      step();
      if (performance.now() - began < FRAME) continue;
      session.touch();
      await new Promise((resolve) => setTimeout(resolve));
      if (turn !== this.#turn) return false;
      began = performance.now();
    }
    return true;
  }
}
