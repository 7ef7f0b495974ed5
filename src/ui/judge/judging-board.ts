import type { Questions } from '../../contract/storage';
import { agreementOf, judgedTwice } from '../../domain/judging/agreement';
import { FIRST_ROUND, type JudgingAct } from '../../domain/judging/act';
import { askedKey, judgedIn, sampleAgain, type AskedPlace } from '../../domain/judging/again';
import { Copies } from '../../domain/judging/copies';
import type { Cutter } from '../../domain/judging/chunkings';
import { foldActs } from '../../domain/judging/fold';
import { LiveScores } from '../../domain/judging/live';
import { questionSwing, type QuestionSwing } from '../../domain/judging/next';
import { judgedKey, placeKey, Places, type JudgedPlace } from '../../domain/judging/places';
import { poolOf, type PoolChoice, type PoolInput, type PoolItem } from '../../domain/judging/pool';
import { rank } from '../../domain/judging/undo';
import type { QuestionJudgments } from '../../domain/judging/truth';
import type { Kappa } from '../../domain/statistics/kappa';
import { median } from '../../domain/statistics/quantile';
import type { Doc, DocId, Judgment, Query, QueryId } from '../../base/types';

/** What is judged, and what is known of it when judging begins. */
export interface BoardSource {
  /** Id of the collection, by which passages are shuffled. */
  readonly collection: string;
  readonly input: PoolInput;
  readonly docs: ReadonlyMap<DocId, Doc>;
  readonly questions: Questions;
  readonly acts: readonly JudgingAct[];
  readonly cutter: Cutter | null;
}

export interface Figures {
  readonly measure: string;
  /** Of Judged@k. */
  readonly k: number;
}

/** Of the two systems that judging is to tell apart. */
export type Pair = readonly [number, number];

export interface BoardSettings extends PoolChoice, Figures {
  readonly pair: Pair;
}

/** What is said of a place. */
type Said = Pick<JudgingAct, 'grade' | 'note'>;

interface BoardQuestion {
  readonly query: Query;
  /** As it was when questions were read … */
  readonly first: QuestionJudgments;
  /** … and with what was judged since. */
  truth: QuestionJudgments;
  acts: JudgingAct[];
  pool: readonly PoolItem[] | null;
  /** Items, and those of them that are not judged; null before they are counted. */
  count: { readonly items: number; readonly left: number } | null;
  swing: QuestionSwing | null;
}

/** The pools of all questions with what is judged of them. Knows neither the screen nor the disk. */
export class JudgingBoard {
  readonly places: Places;
  private readonly copies: Copies;
  /** By position in the lists; null for a question that is no longer there. */
  private readonly questions: readonly (BoardQuestion | null)[];
  private readonly imported: readonly Judgment[];
  private log: readonly JudgingAct[];
  private readonly scores: LiveScores;

  constructor(
    readonly source: BoardSource,
    private readonly settings: BoardSettings,
  ) {
    const { docs, questions, acts } = source;
    this.places = new Places(docs);
    this.copies = new Copies(this.places);
    this.log = acts;
    this.imported = questions.judgments;
    const queries = new Map(questions.queries.map((query) => [query.id, query]));
    const judgments = groupBy(questions.judgments, ({ query }) => query);
    const requirements = new Map(questions.requirements?.map((each) => [each.query, each]));
    const byQuery = groupBy(acts, ({ query }) => query);
    const since = groupBy(this.unfolded(), ({ query }) => query);
    this.questions = source.input.queries.map((id) => {
      const query = queries.get(id);
      if (!query) return null;
      const first = { query: id, judgments: judgments.get(id) ?? [], requirement: requirements.get(id) };
      const truth = this.folded(query, first, since.get(id) ?? []);
      return { query, first, truth, acts: byQuery.get(id) ?? [], pool: null, count: null, swing: null };
    });
    this.scores = this.newScores();
  }

  /** In the order in which they are kept, but for what another tab has judged since. */
  get acts(): readonly JudgingAct[] {
    return this.log;
  }

  get live(): LiveScores {
    return this.scores;
  }

  /** Positions of the questions that are there. */
  get indices(): readonly number[] {
    return [...this.questions.keys()].filter((index) => this.questions[index] !== null);
  }

  query(index: number): Query | null {
    return this.questions[index]?.query ?? null;
  }

  /** Scores a question and counts what is left of it; everything is known once all questions are prepared. */
  prepare(index: number): void {
    const question = this.questions[index];
    if (!question) return;
    this.scores.take(index, question.truth);
    this.count(index);
  }

  /** The pool of a question, and what else was judged of it by hand: found by a search, or by systems of another pool. */
  items(index: number): readonly PoolItem[] {
    const question = this.questions[index];
    if (!question) return [];
    question.pool ??= poolOf(this.source.input, index, this.settings, {
      places: this.places,
      copies: this.copies,
      seed: this.source.collection,
    });
    const { pool } = question;
    // What was taken back, or is no longer there since the documents were read again, has no judgment.
    const judged = new Set(question.truth.judgments.map(judgedKey));
    const extra = new Map<string, JudgedPlace>();
    for (const { doc, span, round } of question.acts) {
      const place = { doc, span };
      if (round !== FIRST_ROUND || !judged.has(placeKey(place))) continue;
      if (!pool.some((item) => this.isPartOf(place, item))) extra.set(placeKey(place), place);
    }
    return [...pool, ...[...extra.values()].map(itemOf)];
  }

  /** What a person said of the place of an item in a round. */
  rank(index: number, place: JudgedPlace, round: number): Said {
    const question = this.questions[index];
    if (!question) return { grade: null, note: '' };
    const { query, truth, acts } = question;
    return rank({ ...place, query: query.id, round }, acts, truth.judgments);
  }

  /** The grade that an item counts with: that of its place, or of a judged part that it shares. */
  counted(index: number, { place, members }: PoolItem): number | null {
    const own = this.rank(index, place, FIRST_ROUND).grade;
    const grades = members.flatMap((id) => this.scores.gradeOf(index, id) ?? []);
    return grades.length > 0 ? Math.max(...grades) : own;
  }

  /** Whether nothing that an item stands for is unjudged; in a later round, whether it has a grade of that round. */
  isJudged(index: number, item: PoolItem, round: number): boolean {
    if (round === FIRST_ROUND && item.members.length > 0)
      return item.members.every((id) => this.scores.gradeOf(index, id) !== undefined);
    return this.rank(index, item.place, round).grade !== null;
  }

  unjudged(index: number): readonly PoolItem[] {
    return this.items(index).filter((item) => !this.isJudged(index, item, FIRST_ROUND));
  }

  /** Null before the question is prepared. */
  left(index: number): number | null {
    return this.questions[index]?.count?.left ?? null;
  }

  /** Items of all questions that are prepared, and how many of them are judged. */
  progress(): { readonly items: number; readonly judged: number } {
    let [items, left] = [0, 0];
    for (const question of this.questions) {
      items += question?.count?.items ?? 0;
      left += question?.count?.left ?? 0;
    }
    return { items, judged: items - left };
  }

  /** What judging the rest of a question can move. */
  swing(index: number): QuestionSwing {
    const question = this.questions[index]!;
    const relevant = Math.max(1, this.source.input.spec.relevance);
    question.swing ??= questionSwing(this.scores, index, this.unjudged(index), this.settings.pair, relevant);
    return question.swing;
  }

  /** Takes in acts that are on disk. */
  take(acts: readonly JudgingAct[]): void {
    this.log = [...this.log, ...acts];
    for (const [query, own] of groupBy(acts, (act) => act.query)) {
      const index = this.source.input.queries.indexOf(query);
      const question = this.questions[index];
      if (!question) continue;
      question.acts = [...question.acts, ...own];
      question.truth = this.folded(question.query, question.truth, own);
      question.swing = null;
      this.prepare(index);
    }
  }

  /**
   * Takes in all acts as they are kept, those of other tabs too: of two that judge one place the later one counts.
   *
   * @returns the questions that this changes
   */
  sync(acts: readonly JudgingAct[]): readonly number[] {
    this.log = acts;
    const byQuery = groupBy(acts, ({ query }) => query);
    const since = groupBy(this.unfolded(), ({ query }) => query);
    const changed: number[] = [];
    for (const [index, question] of this.questions.entries()) {
      const own = byQuery.get(question?.query.id as QueryId) ?? [];
      if (!question || JSON.stringify(own) === JSON.stringify(question.acts)) continue;
      question.acts = own;
      question.truth = this.folded(question.query, question.first, since.get(question.query.id) ?? []);
      question.swing = null;
      this.prepare(index);
      changed.push(index);
    }
    return changed;
  }

  /** All questions as they are judged now. */
  questionsNow(): Questions {
    const { queries, requirements } = this.source.questions;
    const own = this.questions.filter((question) => question !== null);
    const there = new Set(own.map(({ query }) => query.id));
    const judgments = [
      ...this.source.questions.judgments.filter(({ query }) => !there.has(query)),
      ...own.flatMap(({ truth }) => truth.judgments),
    ];
    if (!requirements) return { queries, judgments };
    const others = requirements.filter(({ query }) => !there.has(query));
    return { queries, judgments, requirements: [...others, ...own.flatMap(({ truth }) => truth.requirement ?? [])] };
  }

  /** Of the first judging and those that follow, with judgments as they were read where no act says what was first. */
  agreement(): Kappa {
    return agreementOf(judgedTwice(this.acts, this.imported));
  }

  /** What stands of the places of some acts before they are taken in. */
  ranksByStage(index: number, acts: readonly JudgingAct[]): ReadonlyMap<JudgingAct, Said> {
    return new Map(acts.map((act) => [act, this.rank(index, act, act.round)]));
  }

  /** Whether anything is judged. */
  get isPartial(): boolean {
    return this.questions.some((question) => question !== null && question.truth.judgments.length > 0);
  }

  /** Items that have a grade: what may be judged again. */
  graded(): (AskedPlace & { readonly index: number; readonly item: PoolItem })[] {
    return this.indices.flatMap((index) =>
      this.items(index)
        .filter((item) => this.rank(index, item.place, FIRST_ROUND).grade !== null)
        .map((item) => ({ query: this.source.input.queries[index]!, place: item.place, index, item })),
    );
  }

  /** What is judged again in a round, by question; without what was judged in it already. */
  planAgain(round: number, size: number): ReadonlyMap<number, readonly PoolItem[]> {
    const done = judgedIn(this.acts, round);
    const sample = sampleAgain(this.graded(), size, round, this.source.collection);
    const left = sample.filter((each) => !done.has(askedKey(each)));
    return new Map(
      [...groupBy(left, ({ index }) => index)].map(([index, own]) => [index, own.map(({ item }) => item)]),
    );
  }

  /** Half of the judgments took less; NaN where none was timed. */
  get medianMilliseconds(): number {
    return median(this.acts.filter(({ milliseconds }) => milliseconds > 0).map(({ milliseconds }) => milliseconds));
  }

  /** Whether a place is an item's, a copy's, or a part of one. */
  private isPartOf(place: JudgedPlace, { place: shown, copies }: PoolItem): boolean {
    return [shown, ...copies].some((each) => this.places.areSame(each, place));
  }

  /** Acts that the judgments did not hold when they were read. */
  private unfolded(): readonly JudgingAct[] {
    return this.log.slice(this.source.questions.judgedActs ?? 0);
  }

  private folded(query: Query, truth: QuestionJudgments, acts: readonly JudgingAct[]): QuestionJudgments {
    if (acts.length === 0) return truth;
    const { judgments, requirement } = truth;
    const before = { queries: [query], judgments, ...(requirement ? { requirements: [requirement] } : {}) };
    const after = foldActs(before, acts, { places: this.places, isThere: () => true });
    return { query: query.id, judgments: after.judgments, requirement: after.requirements?.[0] };
  }

  private count(index: number): void {
    this.questions[index]!.count = { items: this.items(index).length, left: this.unjudged(index).length };
  }

  private newScores(): LiveScores {
    const { input, docs, cutter } = this.source;
    const { measure, k } = this.settings;
    return new LiveScores(input, docs, { measure, k, places: this.places, cutter });
  }
}

/** An item of a place that is in no list of the pool. */
export const itemOf = (place: JudgedPlace): PoolItem => ({ key: placeKey(place), place, copies: [], members: [] });

function groupBy<T, Key>(all: readonly T[], keyOf: (each: T) => Key): ReadonlyMap<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const each of all) {
    const own = groups.get(keyOf(each));
    if (own) own.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return groups;
}
