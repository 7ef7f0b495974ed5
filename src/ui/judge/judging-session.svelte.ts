import { FIRST_ROUND, type JudgingAct, roundToJudge, undoing } from '../../domain/judging/acts';
import type { JudgedPlace } from '../../domain/judging/places';
import type { PoolItem } from '../../domain/judging/pool';
import type { Query, QueryId } from '../../base/types';
import { failureOf, type Failure } from '../shared/failure';
import type { Annotation, JudgingBoard } from './judging-board';
import type { JudgingSettings } from './judging-settings';

const FINDS = 30;
export const AGAIN = 20;

/** An item as it is shown, without the systems that found it; with the annotation of its place in this round. */
export interface ShownItem extends Annotation {
  readonly item: PoolItem;
  /** What it counts with, which a judged part that it shares may decide; null in later rounds, which are blind. */
  readonly counted: number | null;
  readonly judged: boolean;
}

interface Position {
  readonly index: number;
  readonly cursor: number;
}

interface Done extends Position {
  readonly acts: readonly JudgingAct[];
  readonly before: readonly Annotation[];
}

export interface JudgeDialog {
  open: boolean;
  session: JudgingSession;
  settings: JudgingSettings;
  onclose: () => void;
}

/** Keys wait for each other: each act is on disk before the next one is made. */
export class JudgingSession {
  version = $state(0);
  failure = $state.raw<Failure | null>(null);
  #done = $state.raw<readonly Done[]>([]);
  #turns: Promise<void> = Promise.resolve();
  index = $state<number | null>(null);
  cursor = $state(0);
  round = $state(FIRST_ROUND);
  #order = $state.raw<readonly number[]>([]);
  #skipped = $state.raw<readonly number[]>([]);
  #plan = $state.raw<ReadonlyMap<number, readonly PoolItem[]> | null>(null);
  #found = $state.raw<{ readonly text: string; readonly items: readonly PoolItem[] } | null>(null);
  whole = $state(false);
  announcement = $state('');
  #since = 0;
  items = $derived(this.#shownItems());
  queue = $derived(this.#queued());
  next = $derived(this.#nextOpen());

  constructor(
    readonly board: JudgingBoard,
    private readonly keep: (acts: readonly JudgingAct[]) => Promise<void>,
    private readonly taken: () => Promise<void>,
  ) {}

  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get order(): readonly number[] {
    return this.#order;
  }

  get again(): boolean {
    return this.#plan !== null;
  }
  get canSearch(): boolean {
    return !this.again;
  }
  get searched(): string | null {
    return this.#found?.text ?? null;
  }
  get query(): Query | null {
    return this.index === null ? null : this.board.query(this.index);
  }
  get current(): ShownItem | null {
    return this.items[this.cursor] ?? null;
  }
  get left(): number {
    return this.items.filter(({ judged }) => !judged).length;
  }

  idle(): Promise<void> {
    return this.#turns;
  }

  /** One after the other. After a failure nothing is judged until the person has seen it. */
  #inTurn(task: () => void | Promise<void>): void {
    this.#turns = this.#turns.then(async () => {
      if (this.failure) return;
      try {
        await task();
      } catch (error) {
        this.failure = await failureOf(error);
      }
    });
  }

  countOf(index: number): { readonly items: number; readonly left: number } {
    void this.version;
    const again = this.#plan?.get(index);
    if (!again) return this.board.countOf(index);
    return { items: again.length, left: again.filter((item) => !this.board.isJudged(index, item, this.round)).length };
  }

  isSkipped(index: number): boolean {
    return this.#skipped.includes(index);
  }

  async sync(read: () => Promise<readonly JudgingAct[]>): Promise<boolean> {
    let changed: readonly number[] = [];
    this.#inTurn(async () => {
      changed = this.board.sync(await read());
      if (changed.length === 0) return;
      this.version++;
      if (this.index !== null && changed.includes(this.index))
        this.announcement = 'Another tab has judged this question.';
    });
    await this.idle();
    return changed.length > 0;
  }

  begin(index: number | null): void {
    this.#order = this.board.randomOrder;
    const first = index !== null && this.board.query(index) ? index : (this.next ?? this.queue[0]);
    if (first !== undefined) this.openQuestion(first);
  }

  move(step: number): void {
    this.#inTurn(() => this.#goTo(this.cursor + step));
  }

  point(cursor: number): void {
    this.#inTurn(() => {
      if (cursor !== this.cursor) this.#goTo(cursor);
    });
  }

  visit(id: QueryId): void {
    this.#inTurn(() => {
      const index = this.board.source.input.queries.indexOf(id);
      if (index !== this.index && this.board.query(index)) this.openQuestion(index);
    });
  }

  openQuestion(index: number): void {
    this.whole = false;
    this.#found = null;
    this.index = index;
    const first = this.items.findIndex(({ judged }) => !judged);
    this.#goTo(Math.max(0, first));
  }

  turn(step: number): void {
    this.#inTurn(() => {
      const { queue } = this;
      const at = this.index === null ? 0 : queue.indexOf(this.index) + step;
      const next = queue[(at + queue.length) % queue.length];
      if (next !== undefined) this.openQuestion(next);
    });
  }

  /** The question is left as it is until all others are judged, and the next one opens. */
  skip(): void {
    this.#inTurn(() => {
      const { index, next } = this;
      if (index === null || next === null) return void (this.announcement = 'No other question is left.');
      this.#skipped = [...this.#skipped.filter((each) => each !== index), index];
      this.announcement = this.again
        ? 'Skipped. The next question is open.'
        : 'Skipped. Later questions count once it is judged. The next question is open.';
      this.openQuestion(next);
    });
  }

  grade(grade: number, part: JudgedPlace | null = null): void {
    this.#inTurn(async () => {
      const { current } = this;
      if (!current) return;
      const places = part ? [part] : this.#placesOf(current.item);
      const note = part ? '' : current.note;
      const spent = Math.round(performance.now() - this.#since);
      await this.#commit(places.map((each, i) => ({ ...each, grade, note, milliseconds: i === 0 ? spent : 0 })));
      this.announcement = part ? `The selected part is graded ${grade}.` : `Graded ${grade}, ${this.left} left.`;
      this.#advance();
    });
  }

  close(): void {
    this.#inTurn(async () => {
      if (this.#found) return this.search(null);
      const left = this.items.filter(({ judged }) => !judged);
      const judged = left.flatMap(({ item, note }) =>
        this.#placesOf(item).map((each) => ({ ...each, grade: 0, note, milliseconds: 0 })),
      );
      if (judged.length > 0) await this.#commit(judged);
      const { next } = this;
      this.announcement = next === null ? 'Nothing is left to judge.' : 'The next question is open.';
      if (next !== null) this.openQuestion(next);
      else if (this.again) this.endAgain();
    });
  }

  undo(): void {
    this.#inTurn(async () => {
      const done = this.#done.at(-1);
      if (!done) return;
      await this.#write(undoing(done.acts, (act) => done.before[done.acts.indexOf(act)]!, Date.now()));
      this.#done = this.#done.slice(0, -1);
      if (this.index !== done.index || this.#found) this.openQuestion(done.index);
      this.#goTo(done.cursor);
      this.announcement = 'Undone.';
    });
  }

  setNote(text: string): void {
    const note = text.trim();
    this.#inTurn(async () => {
      const { current } = this;
      if (!current || current.note === note) return;
      await this.#commit([{ ...current.item.place, grade: current.grade, note, milliseconds: 0 }]);
    });
  }

  showWhole(whole: boolean): void {
    this.#inTurn(() => {
      this.whole = whole && this.current !== null && this.board.source.docs.has(this.current.item.place.doc);
    });
  }

  search(text: string | null): void {
    if (!this.canSearch) return;
    this.whole = false;
    this.#found = text === null ? null : { text, items: this.board.search(text, FINDS) };
    this.#goTo(0);
    if (text === null) this.#advance();
  }

  judgeAgain(): void {
    this.round = roundToJudge(this.board.acts, AGAIN);
    const plan = this.board.planAgain(this.round, AGAIN);
    const [first] = plan.keys();
    if (first === undefined) {
      this.announcement = 'No passage of the pools has a grade of its own.';
      return this.endAgain();
    }
    this.#plan = plan;
    this.#skipped = [];
    this.openQuestion(first);
  }

  endAgain(): void {
    this.#plan = null;
    this.round = FIRST_ROUND;
    if (this.index !== null) this.openQuestion(this.index);
  }

  /** Copies get the grade of an item, but not where agreement is measured. */
  #placesOf({ place, copies }: PoolItem): JudgedPlace[] {
    return this.again ? [place] : [place, ...copies];
  }

  #shownItems(): ShownItem[] {
    void this.version;
    const { board } = this;
    const [index, round] = [this.index, this.round];
    if (index === null) return [];
    const items = this.#plan ? (this.#plan.get(index) ?? []) : (this.#found?.items ?? board.items(index));
    return items.map((item) => ({
      item,
      ...board.annotation(index, item.place, round),
      counted: round === FIRST_ROUND ? board.counted(index, item) : null,
      judged: board.isJudged(index, item, round),
    }));
  }

  #queued(): readonly number[] {
    // A question that is skipped keeps its place in the random order.
    if (!this.#plan) return this.#order;
    const all = [...this.#plan.keys()];
    const skipped = this.#skipped.filter((index) => all.includes(index));
    return skipped.length === 0 ? all : [...all.filter((index) => !skipped.includes(index)), ...skipped];
  }

  #nextOpen(): number | null {
    const { queue, index } = this;
    const isOpen = (each: number): boolean => each !== index && this.countOf(each).left > 0;
    return queue.find((each) => isOpen(each) && !this.isSkipped(each)) ?? queue.find(isOpen) ?? null;
  }

  #goTo(cursor: number): void {
    this.cursor = Math.min(Math.max(cursor, 0), Math.max(0, this.items.length - 1));
    this.#since = performance.now();
  }

  #advance(): void {
    if (this.#found) return this.#goTo(this.cursor + 1);
    const open = this.items.flatMap(({ judged }, i) => (judged ? [] : [i]));
    this.#goTo(open.find((i) => i > this.cursor) ?? open.find((i) => i !== this.cursor) ?? this.cursor);
  }

  async #commit(judged: readonly Omit<JudgingAct, 'query' | 'round' | 'at'>[]): Promise<void> {
    const { round, cursor } = this;
    const index = this.index!;
    const query = this.board.source.input.queries[index]!;
    const at = Date.now();
    const acts = judged.map(({ doc, span, ...rest }): JudgingAct => ({ query, doc, span, round, at, ...rest }));
    const before = acts.map((act) => this.board.annotation(index, act, act.round));
    await this.#write(acts);
    this.#done = [...this.#done, { acts, before, index, cursor }];
  }

  async #write(acts: readonly JudgingAct[]): Promise<void> {
    await this.keep(acts);
    this.board.take(acts);
    this.version++;
    await this.taken();
  }
}
