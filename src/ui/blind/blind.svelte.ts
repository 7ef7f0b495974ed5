import { createContext } from 'svelte';
import type { ExperimentSpec } from '../../domain/experiment/experiment';
import {
  type BlindComparison,
  blindComparison,
  type BlindList,
  questionsLeft,
} from '../../domain/learning/blind-comparison';
import { type BlindFigures, BlindStanding, isDecided } from '../../domain/learning/blind-standing';
import type { InterleavingName } from '../../domain/learning/interleaving/registry';
import type { Query } from '../../base/types';
import type { RunProgress } from '../../engine/kernel/run-types';
import type { WorkbenchPart } from '../../engine/workbench';
import { Task } from '../shared/task.svelte';

/** Passages of a list: a key each. */
const DEPTH = 10;

export interface BlindChoice {
  /** With the systems, or the weights, that are compared. */
  readonly spec: ExperimentSpec;
  readonly method: InterleavingName;
  readonly margin: number;
  readonly questions: BlindComparison['questions'];
}

/** Blind comparisons of the open collection. What is shown is on disk before it is shown. */
export class BlindState {
  /** Newest first; null until they are read. */
  comparisons = $state.raw<readonly BlindComparison[] | null>(null);
  current = $state.raw<BlindComparison | null>(null);
  lists = $state.raw<readonly BlindList[]>([]);
  figures = $state.raw<BlindFigures | null>(null);
  /** Place of the passage that keys act on. */
  cursor = $state(0);
  readonly asking: Task<RunProgress>;
  readonly keeping: Task;
  #standing: BlindStanding | null = null;
  /** Marks are written one after the other, in their order. */
  #written: Promise<unknown> = Promise.resolve();

  /** @param questions of the collection; none until they are read */
  constructor(
    private readonly workbench: WorkbenchPart<{ blind: 'all' | 'lists' | 'add' | 'mark' | 'reveal' | 'next' | 'rest' }>,
    private readonly collection: string,
    private readonly questions: () => readonly Query[],
    signal: AbortSignal,
  ) {
    this.asking = new Task(signal);
    this.keeping = new Task(signal);
  }

  /** The list that may still be marked; null where a question is to be asked. */
  get open(): BlindList | null {
    const last = this.lists.at(-1);
    return last && last.doneAt === null ? last : null;
  }
  get left() {
    return this.current ? questionsLeft(this.current, this.questions(), this.lists) : [];
  }
  get decided(): boolean {
    return this.figures !== null && isDecided(this.figures);
  }
  /** Whether the names of the systems may be shown. */
  get named(): boolean {
    return this.decided || (this.current?.revealed ?? null) !== null;
  }
  /** Whether there is anything left to compare. */
  get canGoOn(): boolean {
    return this.#standing !== null && this.#standing.remaining.length > 1;
  }

  /** Reads what is kept, and opens the newest where none is open. */
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

  /** Follows another tab. */
  async sync(): Promise<void> {
    if (this.comparisons !== null && !this.asking.busy) await this.read();
  }

  /** @param comparison null to set up another one */
  async show(comparison: BlindComparison | null): Promise<void> {
    this.asking.drop();
    if (comparison === null) this.#clear();
    else await this.keeping.run(() => this.#show(comparison));
  }

  async start({ spec, ...choice }: BlindChoice): Promise<void> {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const comparison = blindComparison({
      ...choice,
      spec,
      id: crypto.randomUUID(),
      createdAt: Date.now(),
      depth: DEPTH,
      seed: seed!,
    });
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
      const { remaining } = this.#standing!;
      const number = this.lists.length;
      const found = await this.asking.run(
        (context) =>
          this.workbench.blind.next(this.collection, { comparison, remaining, question: wanted, number }, context),
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

  /** Finishes the list that is shown; it is not changed again. */
  async finish(): Promise<void> {
    const { open, current } = this;
    if (!open || this.asking.busy || !(await this.#mark({ ...open, doneAt: Date.now() }))) return;
    if (current?.questions === 'collection' && this.current === current && !this.#stops()) await this.next();
  }

  async reveal(): Promise<void> {
    const { current, figures } = this;
    if (!current || !figures) return;
    const revealed = { at: Date.now(), lists: figures.lists };
    await this.keeping.run(
      () => this.workbench.blind.reveal(this.collection, current.id, revealed),
      () => {
        this.current = { ...current, revealed: current.revealed ?? revealed };
        this.comparisons = (this.comparisons ?? []).map((each) => (each.id === current.id ? this.current! : each));
      },
    );
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

  async #show(comparison: BlindComparison): Promise<void> {
    await this.#written;
    const lists = await this.workbench.blind.lists(this.collection, comparison.id);
    const standing = new BlindStanding(comparison);
    for (const list of lists) if (list.doneAt !== null) standing.add(list);
    const isSame = this.current?.id === comparison.id && this.lists.length === lists.length;
    if (!isSame) this.cursor = 0;
    this.#standing = standing;
    this.current = comparison;
    this.lists = lists;
    this.figures = standing.figures;
    this.#wasDecided = this.decided;
  }

  #clear(): void {
    this.#standing = null;
    this.current = null;
    this.lists = [];
    this.figures = null;
  }

  #take(list: BlindList): void {
    this.lists = [...this.lists, list];
    this.cursor = 0;
    if (list.doneAt !== null) this.#count(list);
  }

  #count(list: BlindList): void {
    this.#standing!.add(list);
    this.figures = this.#standing!.figures;
  }

  /** Shows the last list as it is marked now, and writes it. @returns whether it is on disk */
  #mark(next: BlindList): Promise<boolean> {
    const { current, open: before } = this;
    const number = this.lists.length - 1;
    this.lists = this.lists.with(-1, next);
    const { marks, doneAt } = next;
    const writing = this.#written.then(async () => {
      try {
        await this.workbench.blind.mark(this.collection, current!.id, number, { marks, doneAt });
        if (doneAt !== null && this.current === current) this.#count(next);
        return true;
      } catch (error) {
        if (this.current === current) this.lists = this.lists.with(number, before!);
        await this.keeping.fail(error);
        return false;
      }
    });
    this.#written = writing;
    return writing;
  }
}

export const [getBlind, setBlind] = createContext<BlindState>();
