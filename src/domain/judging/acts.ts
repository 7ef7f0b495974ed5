import type { Judgment, Need, Query, QueryId, Requirement } from '../../base/types';
import { judgedKey, type JudgedPlace, opinionKey, placeKey, type Places } from './places';
import { hashText } from '../../base/hash';
import { cohensKappa, type Kappa } from '../statistics/inter-rater';

/** A manual judgment, stored before the next passage is shown and never changed: the last act on a place decides. */
export interface JudgingAct extends JudgedPlace {
  readonly query: QueryId;
  /** Null takes the judgment back. */
  readonly grade: number | null;
  /** 1 is the judging that counts; 2 and more judge again, blind, to measure agreement, and change no judgment. */
  readonly round: number;
  readonly note: string;
  /** Time that the passage was looked at, in milliseconds; 0 where it was judged with others by one key. */
  readonly milliseconds: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export const FIRST_ROUND = 1;

export interface Judged {
  readonly queries: readonly Pick<Query, 'id'>[];
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}

/**
 * Judgments after some acts. The last first-round act on a place replaces its judgment, removes it (grade null) or adds
 * one. Acts on questions and places no longer there are ignored. A relevant place (grade 1 or more) that meets no need
 * becomes one until its grade is taken back or 0; a question without needs gets none.
 */
export function foldActs<T extends Judged>(
  questions: T,
  acts: readonly JudgingAct[],
  { places, isThere }: { readonly places: Places; readonly isThere: (place: JudgedPlace) => boolean },
): T {
  const known = new Set(questions.queries.map(({ id }) => id));
  const last = new Map<string, JudgingAct>();
  for (const act of acts)
    if (act.round === FIRST_ROUND && known.has(act.query) && isThere(act)) last.set(opinionKey(act), act);
  return withGrades(questions, [...last.values()], places);
}

export type NewGrade = JudgedPlace & Pick<JudgingAct, 'query' | 'grade'>;

/** Sets these grades, and the needs as {@link foldActs} does. @returns the very same questions where there are none */
export function withGrades<T extends Judged>(questions: T, graded: readonly NewGrade[], places: Places): T {
  if (graded.length === 0) return questions;
  const judgments = new Map(questions.judgments.map((each) => [opinionKey(each), each]));
  for (const { query, doc, span, grade } of graded) {
    const key = opinionKey({ query, doc, span });
    if (grade === null) judgments.delete(key);
    else judgments.set(key, { query, doc, grade, ...(span ? { span } : {}) });
  }
  const next = { ...questions, judgments: [...judgments.values()] };
  return questions.requirements ? { ...next, requirements: foldNeeds(questions.requirements, graded, places) } : next;
}

export function foldNeeds(requirements: readonly Requirement[], acts: readonly NewGrade[], places: Places) {
  const needs = new Map<QueryId, readonly Need[]>(requirements.map((each) => [each.query, each.needs]));
  for (const act of acts) {
    const own = needs.get(act.query);
    if (!own) continue;
    if (act.grade === null || act.grade <= 0)
      needs.set(
        act.query,
        own.filter((need) => !isOwn(need, act)),
      );
    else if (!own.some((need) => isMetBy(need, act, places))) needs.set(act.query, [...own, needOf(act)]);
  }
  // Without a need, recall counts relevant documents again.
  return [...needs].filter(([, own]) => own.length > 0).map(([query, own]) => ({ query, needs: own }));
}

const needOf = ({ doc, span }: JudgedPlace): Need => ({
  docs: [doc],
  ...(span ? { places: [{ doc, ...span }] } : {}),
});

/** Whether a need is this place and nothing else, as one that was added for it is. */
function isOwn({ docs, places: given, text }: Need, place: JudgedPlace): boolean {
  if (text !== undefined || docs.length !== 1 || docs[0] !== place.doc) return false;
  if (given === undefined || place.span === null) return given === undefined && place.span === null;
  return given.length === 1 && placeKey({ doc: given[0]!.doc, span: given[0]! }) === placeKey(place);
}

function isMetBy({ docs, places: given }: Need, place: JudgedPlace, places: Places): boolean {
  if (given === undefined) return docs.includes(place.doc);
  return given.some(({ doc, start, end }) => places.areSame({ doc, span: { start, end } }, place));
}

/** Gives every place its grade and note back. @param before what the act's round had said of a place */
export function undoing(
  acts: readonly JudgingAct[],
  before: (act: JudgingAct) => { readonly grade: number | null; readonly note: string },
  at: number,
): JudgingAct[] {
  return acts.map((act) => ({ ...act, ...before(act), milliseconds: 0, at })).reverse();
}

/** Grade and note of a place: of the last act of a round on it; in the first round the grade is that of its judgment. */
export function annotationOf(
  place: JudgedPlace & Pick<JudgingAct, 'query' | 'round'>,
  acts: readonly JudgingAct[],
  judgments: readonly Judgment[],
): { readonly grade: number | null; readonly note: string } {
  const key = placeKey(place);
  const last = acts.findLast((act) => act.round === place.round && act.query === place.query && placeKey(act) === key);
  const note = last?.note ?? '';
  if (place.round !== FIRST_ROUND) return { grade: last?.grade ?? null, note };
  const judgment = judgments.find((each) => each.query === place.query && judgedKey(each) === key);
  return { grade: judgment?.grade ?? null, note };
}

export interface AskedPlace {
  readonly query: QueryId;
  readonly place: JudgedPlace;
}

/** Draws by a hash of collection, round and place: the sample does not depend on grades. */
export function sampleAgain<T extends AskedPlace>(judged: readonly T[], size: number, round: number, seed: string) {
  const hashes = new Map(
    judged.map((each) => [each, hashText(JSON.stringify([seed, round, each.query, placeKey(each.place)]))]),
  );
  return [...judged].sort((a, b) => (hashes.get(a)! < hashes.get(b)! ? -1 : 1)).slice(0, size);
}

/** The round of judging again: the last one where fewer than `size` places were judged in it, else the next. */
export function roundToJudge(acts: readonly JudgingAct[], size: number): number {
  const last = acts.reduce((most, { round }) => Math.max(most, round), FIRST_ROUND);
  if (last === FIRST_ROUND) return FIRST_ROUND + 1;
  return judgedIn(acts, last).size < size ? last : last + 1;
}

export function judgedIn(acts: readonly JudgingAct[], round: number): ReadonlySet<string> {
  const judged = new Set<string>();
  for (const act of acts)
    if (act.round === round) {
      if (act.grade === null) judged.delete(opinionKey(act));
      else judged.add(opinionKey(act));
    }
  return judged;
}

export interface TwiceJudged {
  readonly act: JudgingAct;
  readonly first: number;
  readonly second: number;
}

/** Later rounds with the judgment that stood then: later corrections do not raise agreement. */
export function judgedTwice(acts: readonly JudgingAct[], judgments: readonly Judgment[]): TwiceJudged[] {
  const acted = new Set(acts.filter(({ round }) => round === FIRST_ROUND).map(opinionKey));
  const current = new Map<string, number | null>();
  for (const judgment of judgments) {
    const key = opinionKey(judgment);
    if (!acted.has(key)) current.set(key, judgment.grade);
  }
  const pairs = new Map<string, TwiceJudged | null>();
  for (const act of acts) {
    const key = opinionKey(act);
    if (act.round === FIRST_ROUND) current.set(key, act.grade);
    else {
      const [first, second] = [current.get(key) ?? null, act.grade];
      pairs.set(`${act.round} ${key}`, first === null || second === null ? null : { act, first, second });
    }
  }
  return [...pairs.values()].filter((pair) => pair !== null);
}

export function agreementOf(pairs: readonly TwiceJudged[]): Kappa {
  // A negative grade stands for unjudged in trec_eval, and is on no scale.
  const graded = pairs.filter(({ first, second }) => first >= 0 && second >= 0);
  return cohensKappa(graded.map(({ first, second }) => [first, second] as const));
}
