import { provided } from '../shared/context';
import { blindComparison } from '../../domain/learning/blind-comparison';
import {
  addList,
  type BlindSession,
  isLearning,
  type SessionFigures,
  type SessionList,
  type SessionStanding,
  standingOf,
} from '../../domain/learning/blind-session';
import { type KeptSystem, questionsLeft } from '../../domain/learning/session-record';
import { weightLearning, WeightStanding } from '../../domain/learning/weight-learning';
import type { Query } from '../../base/types';
import type { RunProgress } from '../../workbench/kernel/run-types';
import type { WorkbenchPart } from '../../workbench/workbench';
import { Task } from '../shared/task.svelte';

/** Passages of a list: a key each. */
const DEPTH = 10;

/** What a person chooses for a comparison, or for learning; the rest of it is {@link fresh}. */
type Chosen<Request> = Omit<Request, keyof ReturnType<typeof fresh>>;

/** Blind comparisons, and learning of weights, of the open collection. What is shown is on disk before it is shown. */
export class BlindState {
  /** Newest first; null until they are read. */
  comparisons = $state.raw<readonly BlindSession[] | null>(null);
  current = $state.raw<BlindSession | null>(null);
  lists = $state.raw<readonly SessionList[]>([]);
  figures = $state.raw<SessionFigures | null>(null);
  cursor = $state(0);
  /** Whether a list is finished, and the next question of the collection is looked for. */
  continuing = false;
  /** Keys that were typed meanwhile: they are for the next list. */
  early: readonly string[] = [];
  readonly asking: Task<RunProgress>;
  readonly keeping: Task;
  #standing: SessionStanding | null = null;
  /** Marks are written one after the other, in their order. */
  #written: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly workbench: WorkbenchPart<{
      blind: 'all' | 'lists' | 'add' | 'mark' | 'reveal' | 'keep' | 'next' | 'rest';
    }>,
    private readonly collection: string,
    private readonly questions: () => readonly Query[],
    signal: AbortSignal,
  ) {
    this.asking = new Task(signal);
    this.keeping = new Task(signal);
  }

  /** The list that may still be marked; null where a question is to be asked. */
  get open(): SessionList | null {
    const last = this.lists.at(-1);
    return last && last.doneAt === null ? last : null;
  }
  get left() {
    return this.current ? questionsLeft(this.current, this.questions(), this.lists) : [];
  }
  get decided(): boolean {
    const { figures } = this;
    return figures !== null && figures.kind === 'preference' && figures.state !== 'undecided';
  }
  get named(): boolean {
    const { current } = this;
    // Who takes a system into the new run has its weights there.
    return this.decided || (current?.revealed ?? null) !== null || (current?.kept ?? []).length > 0;
  }
  get canGoOn(): boolean {
    return this.#standing?.canGoOn ?? false;
  }

  async read(): Promise<void> {
    await this.keeping.run(
      () => this.workbench.blind.all(this.collection),
      async (all) => {
        this.comparisons = all;
        const next = all.find(({ id }) => id === this.current?.id) ?? (this.current ? null : all[0]);
        if (next) await this.#show(next);
      },
    );
  }

  async sync(): Promise<void> {
    if (this.comparisons !== null && !this.asking.busy) await this.read();
  }

  /** @param comparison null to set up another one */
  async show(comparison: BlindSession | null): Promise<void> {
    this.asking.drop();
    if (comparison === null) this.#clear();
    else await this.keeping.run(() => this.#show(comparison));
  }

  start(choice: Chosen<Parameters<typeof blindComparison>[0]>): Promise<void> {
    return this.#begin(blindComparison({ ...choice, ...fresh() }));
  }

  learn(choice: Chosen<Parameters<typeof weightLearning>[0]>): Promise<void> {
    return this.#begin(weightLearning({ ...choice, ...fresh() }));
  }

  async #begin(comparison: BlindSession): Promise<void> {
    await this.keeping.run(
      () => this.workbench.blind.add(this.collection, comparison),
      async () => {
        this.comparisons = [comparison, ...(this.comparisons ?? [])];
        await this.#show(comparison);
      },
    );
    if (this.current === comparison && comparison.questions === 'collection') await this.next();
  }

  /** Shows the list of a question: that which is given, else the next ones of the collection until there is a list. */
  async next(text?: string): Promise<void> {
    const { current: comparison } = this;
    if (!comparison || this.asking.busy || this.open || !this.canGoOn) return;
    for (let question = text ?? this.left[0]?.text; question; question = text ? undefined : this.left[0]?.text) {
      const wanted = question;
      const asked = { ...this.#drawing(comparison), question: wanted, number: this.lists.length };
      const found = await this.asking.run(
        (context) => this.workbench.blind.next(this.collection, asked, context),
        (list) => this.#take(list),
      );
      if (found === undefined || this.open) return;
    }
  }

  move(step: 1 | -1): void {
    const length = this.open?.list.shown.length ?? 0;
    this.cursor = Math.max(0, Math.min(length - 1, this.cursor + step));
  }

  /** Marks a passage as helpful, or takes that back. @param place from 0 */
  toggle(place: number): void {
    const { open } = this;
    const passage = open?.list.shown[place];
    if (!open || passage === undefined) return;
    this.cursor = place;
    const marks = open.marks.includes(passage)
      ? open.marks.filter((each) => each !== passage)
      : [...open.marks, passage];
    void this.#mark({ ...open, marks });
  }

  clear(): void {
    if (this.open) void this.#mark({ ...this.open, marks: [] });
  }

  async finish(): Promise<void> {
    const { open, current } = this;
    if (!open || this.asking.busy) return;
    this.continuing = current?.questions === 'collection';
    const isWritten = await this.#mark({ ...open, doneAt: Date.now() });
    if (isWritten && this.continuing && this.current?.id === current?.id && !this.#stops()) await this.next();
    this.continuing = false;
    if (!this.open) this.early = [];
  }

  async reveal(): Promise<void> {
    const { current, figures } = this;
    if (!current || !figures) return;
    const revealed = { at: Date.now(), lists: figures.lists };
    await this.keeping.run(
      () => this.workbench.blind.reveal(this.collection, current.id, revealed),
      () => this.#put({ ...current, revealed: current.revealed ?? revealed }),
    );
  }

  /** Notes that a system is taken into the new run. @returns whether it is on disk */
  async keep(kept: KeptSystem): Promise<boolean> {
    const { current } = this;
    if (!current) return false;
    const done = await this.keeping.run(
      () => this.workbench.blind.keep(this.collection, current.id, kept).then(() => true),
      () => this.#put({ ...current, kept: [...(current.kept ?? []), kept] }),
    );
    return done === true;
  }

  /** Frees what asking needs, when the screen is left. */
  async rest(): Promise<void> {
    await this.asking.idle();
    await this.workbench.blind.rest();
  }

  /** Whether the last list decided it: one goes on if one wants to. */
  #stops(): boolean {
    const before = this.#wasDecided;
    this.#wasDecided = this.decided;
    return this.decided && !before;
  }
  #wasDecided = false;

  #drawing(session: BlindSession) {
    if (!isLearning(session)) return { comparison: session };
    const standing = this.#standing;
    if (!(standing instanceof WeightStanding)) throw new TypeError('the standing of a comparison');
    return { learning: session, weights: standing.weights };
  }

  async #show(comparison: BlindSession): Promise<void> {
    await this.#written;
    const lists = await this.workbench.blind.lists(this.collection, comparison.id);
    const standing = standingOf(comparison);
    for (const list of lists) if (list.doneAt !== null) addList(standing, list);
    const isSame = this.current?.id === comparison.id && this.lists.length === lists.length;
    if (!isSame) this.cursor = 0;
    this.#standing = standing;
    this.current = comparison;
    this.lists = lists;
    this.figures = standing.figures;
    this.#wasDecided = this.decided;
  }

  #put(next: BlindSession): void {
    if (this.current?.id === next.id) this.current = next;
    this.comparisons = (this.comparisons ?? []).map((each) => (each.id === next.id ? next : each));
  }

  #clear(): void {
    this.#standing = null;
    this.current = null;
    this.lists = [];
    this.figures = null;
  }

  #take(list: SessionList): void {
    this.lists = [...this.lists, list];
    this.cursor = 0;
    if (list.doneAt !== null) this.#count(list);
  }

  #count(list: SessionList): void {
    addList(this.#standing!, list);
    this.figures = this.#standing!.figures;
  }

  /** Shows the last list as it is marked now, and writes it. @returns whether it is on disk */
  #mark(next: SessionList): Promise<boolean> {
    const { current, open: before } = this;
    const number = this.lists.length - 1;
    this.lists = this.lists.with(-1, next);
    const { marks, doneAt } = next;
    const writing = this.#written.then(async () => {
      try {
        await this.workbench.blind.mark(this.collection, current!.id, number, { marks, doneAt });
        if (doneAt !== null && this.current?.id === current?.id) this.#count(next);
        return true;
      } catch (error) {
        if (this.current?.id === current?.id) this.lists = this.lists.with(number, before!);
        await this.keeping.fail(error);
        return false;
      }
    });
    this.#written = writing;
    return writing;
  }
}

function fresh() {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return { id: crypto.randomUUID(), createdAt: Date.now(), depth: DEPTH, seed: seed! };
}

export const getBlind = provided(BlindState);
