import { groupBy } from '../../base/containers';
import type { Questions } from '../../contract/storage';
import {
  agreementOf,
  judgedIn,
  judgedTwice,
  sampleAgain,
  FIRST_ROUND,
  type JudgingAct,
  annotationOf,
  foldActs,
} from '../../domain/judging/acts';
import { givenQuestions, questionOrder } from '../../domain/evidence/counted';
import { Copies, judgedKey, type JudgedPlace, opinionKey, placeKey, Places } from '../../domain/judging/places';
import type { Cutter, QuestionJudgments } from '../../domain/judging/chunkings';
import { LiveScores } from '../../domain/judging/live';
import { searchPlaces } from '../../domain/judging/search-places';
import { judgingPool, type PoolInput, type PoolItem } from '../../domain/judging/pool';
import type { Kappa } from '../../domain/statistics/inter-rater';
import { median } from '../../domain/statistics/quantile';
import type { Doc, DocId, Judgment, Query, QueryId } from '../../base/types';
import type { JudgingSettings } from './judging-settings';

export interface BoardSource {
  readonly collection: string;
  readonly input: PoolInput;
  readonly docs: ReadonlyMap<DocId, Doc>;
  readonly questions: Questions;
  readonly acts: readonly JudgingAct[];
  readonly cutter: Cutter | null;
}

export type Annotation = Pick<JudgingAct, 'grade' | 'note'>;

interface BoardQuestion {
  readonly query: Query;
  /** As it was when questions were read … */
  readonly first: QuestionJudgments;
  /** … and with what was judged since. */
  truth: QuestionJudgments;
  acts: JudgingAct[];
  pool: readonly PoolItem[] | null;
  count: { readonly items: number; readonly left: number } | null;
}

/** The pools of all questions with what is judged of them. Knows neither the screen nor the disk. */
export class JudgingBoard {
  /** Positions of the questions that are there, by chance and whatever is judged. */
  readonly randomOrder: readonly number[];
  readonly places: Places;
  readonly live: LiveScores;
  private readonly given: ReadonlySet<QueryId>;
  acts: readonly JudgingAct[] = [];
  private readonly copies: Copies;
  /** By position in the lists; null for a question that is no longer there. */
  private readonly questions: readonly (BoardQuestion | null)[];

  constructor(
    readonly source: BoardSource,
    readonly settings: JudgingSettings,
  ) {
    const { input, docs, questions, cutter } = source;
    const { measure, k } = settings;
    this.places = new Places(docs);
    this.copies = new Copies(this.places);
    this.live = new LiveScores(input, docs, { measure, k, places: this.places, cutter });
    const read = source.acts.slice(0, questions.judgedActs ?? 0);
    this.given = givenQuestions(questions.judgments, read, settings.given);
    const queries = new Map(questions.queries.map((query) => [query.id, query]));
    const judgments = groupBy(questions.judgments, ({ query }) => query);
    const requirements = new Map(questions.requirements?.map((each) => [each.query, each]));
    this.questions = input.queries.map((id) => {
      const query = queries.get(id);
      if (!query) return null;
      const first = { query: id, judgments: judgments.get(id) ?? [], requirement: requirements.get(id) };
      return { query, first, truth: first, acts: [], pool: null, count: null };
    });
    this.randomOrder = questionOrder(settings.seed, input.queries).filter((at) => this.questions[at] !== null);
    this.setActs(source.acts);
  }

  get indices(): readonly number[] {
    return [...this.questions.keys()].filter((index) => this.questions[index] !== null);
  }

  get open(): readonly number[] {
    return this.indices.filter((index) => this.countOf(index).left > 0);
  }

  query(index: number): Query | null {
    return this.questions[index]?.query ?? null;
  }

  prepare(index: number): void {
    const question = this.questions[index]!;
    this.live.take(index, question.truth);
    question.count = { items: this.items(index).length, left: this.unjudged(index).length };
  }

  countOf(index: number): { readonly items: number; readonly left: number } {
    return this.questions[index]?.count ?? { items: 0, left: 0 };
  }

  /** The pool, and what else was judged of the question, found by a search or by systems of another pool. */
  items(index: number): readonly PoolItem[] {
    const question = this.questions[index];
    if (!question) return [];
    const pool = this.pool(index);
    // What was taken back, or is no longer there since the documents were read again, has no judgment.
    const judged = new Set(question.truth.judgments.map(judgedKey));
    const extra = new Map<string, JudgedPlace>();
    for (const { doc, span, round } of question.acts) {
      const place = { doc, span };
      if (round !== FIRST_ROUND || !judged.has(placeKey(place))) continue;
      // Neither an item's, nor a copy's, nor a part of one.
      if (!pool.some((item) => [item.place, ...item.copies].some((each) => this.places.areSame(each, place))))
        extra.set(placeKey(place), place);
    }
    return [...pool, ...[...extra.values()].map(itemOf)];
  }

  pool(index: number): readonly PoolItem[] {
    const question = this.questions[index]!;
    question.pool ??= judgingPool(this.source.input, index, this.settings, {
      places: this.places,
      copies: this.copies,
      seed: this.source.collection,
    });
    return question.pool;
  }

  annotation(index: number, place: JudgedPlace, round: number): Annotation {
    const question = this.questions[index];
    if (!question) return { grade: null, note: '' };
    const { query, truth, acts } = question;
    return annotationOf({ ...place, query: query.id, round }, acts, truth.judgments);
  }

  search(text: string, most: number): PoolItem[] {
    const { docs, input } = this.source;
    const parts = input.docs.some((id) => this.places.of(id).span !== null);
    return searchPlaces(docs.values(), text, parts, most).map(itemOf);
  }

  /** The grade that an item counts with: that of its place, or of a judged part that it shares. */
  counted(index: number, { place, members }: PoolItem): number | null {
    const own = this.annotation(index, place, FIRST_ROUND).grade;
    const grades = members.flatMap((id) => this.live.gradeOf(index, id) ?? []);
    return grades.length > 0 ? Math.max(...grades) : own;
  }

  /** Whether no member of an item is unjudged; in a later round, whether it has a grade of that round. */
  isJudged(index: number, item: PoolItem, round: number): boolean {
    if (round === FIRST_ROUND && item.members.length > 0)
      return item.members.every((id) => this.live.gradeOf(index, id) !== undefined);
    return this.annotation(index, item.place, round).grade !== null;
  }

  private unjudged(index: number): readonly PoolItem[] {
    return this.items(index).filter((item) => !this.isJudged(index, item, FIRST_ROUND));
  }

  /** Whether the question came with judgments, some of which are left. */
  isGiven(index: number): boolean {
    return this.given.has(this.source.input.queries[index]!) && this.judgments(index).length > 0;
  }

  countedQuestions(): { readonly completed: readonly QueryId[]; readonly given: readonly QueryId[] } {
    const completed = this.randomOrder.filter((index) => this.countOf(index).left === 0);
    return { completed: completed.map((index) => this.source.input.queries[index]!), given: [...this.given] };
  }

  progress(): { readonly items: number; readonly left: number } {
    let [items, left] = [0, 0];
    for (const question of this.questions) {
      items += question?.count?.items ?? 0;
      left += question?.count?.left ?? 0;
    }
    return { items, left };
  }

  judgments(index: number): readonly Judgment[] {
    return this.questions[index]?.truth.judgments ?? [];
  }

  take(acts: readonly JudgingAct[]): void {
    this.acts = [...this.acts, ...acts];
    for (const [query, own] of groupBy(acts, (act) => act.query)) {
      const index = this.source.input.queries.indexOf(query);
      const question = this.questions[index];
      if (!question) continue;
      question.acts = [...question.acts, ...own];
      question.truth = this.folded(question.query, question.truth, own);
      this.prepare(index);
    }
  }

  /** Takes in all acts, those of other tabs too: of two on one place the later one counts. Returns the changed questions. */
  sync(acts: readonly JudgingAct[]): readonly number[] {
    const changed = this.setActs(acts);
    for (const index of changed) this.prepare(index);
    return changed;
  }

  /** Of the first judging and those that follow, with judgments as they were read where no act says what was first. */
  agreement(): Kappa {
    return agreementOf(judgedTwice(this.acts, this.source.questions.judgments));
  }

  get isPartial(): boolean {
    return this.questions.some((question) => question !== null && question.truth.judgments.length > 0);
  }

  planAgain(round: number, size: number): ReadonlyMap<number, readonly PoolItem[]> {
    const graded = this.indices.flatMap((index) =>
      this.items(index)
        .filter(({ place }) => this.annotation(index, place, FIRST_ROUND).grade !== null)
        .map((item) => ({ query: this.source.input.queries[index]!, place: item.place, index, item })),
    );
    const done = judgedIn(this.acts, round);
    const left = sampleAgain(graded, size, round, this.source.collection).filter(
      (each) => !done.has(opinionKey({ query: each.query, ...each.place })),
    );
    return new Map(
      [...groupBy(left, ({ index }) => index)].map(([index, own]) => [index, own.map(({ item }) => item)]),
    );
  }

  /** Half of the judgments took less; NaN where none was timed. */
  get medianMilliseconds(): number {
    return median(this.acts.filter(({ milliseconds }) => milliseconds > 0).map(({ milliseconds }) => milliseconds));
  }

  private setActs(acts: readonly JudgingAct[]): readonly number[] {
    this.acts = acts;
    const all = groupBy(acts, ({ query }) => query);
    // The first ones are in the judgments that were read.
    const since = groupBy(acts.slice(this.source.questions.judgedActs ?? 0), ({ query }) => query);
    return this.indices.filter((index) => {
      const question = this.questions[index]!;
      const { id } = question.query;
      const own = all.get(id) ?? [];
      if (JSON.stringify(own) === JSON.stringify(question.acts)) return false;
      question.acts = own;
      question.truth = this.folded(question.query, question.first, since.get(id) ?? []);
      return true;
    });
  }

  private folded(query: Query, truth: QuestionJudgments, acts: readonly JudgingAct[]): QuestionJudgments {
    if (acts.length === 0) return truth;
    const { judgments, requirement } = truth;
    const before = { queries: [query], judgments, ...(requirement ? { requirements: [requirement] } : {}) };
    const after = foldActs(before, acts, { places: this.places, isThere: () => true });
    return { query: query.id, judgments: after.judgments, requirement: after.requirements?.[0] };
  }
}

const itemOf = (place: JudgedPlace): PoolItem => ({ key: placeKey(place), place, copies: [], members: [] });
