import type { Judgment, Need, Query, QueryId, Requirement } from '../../base/types';
import { FIRST_ROUND, type JudgingAct } from './act';
import { judgedKey, type JudgedPlace, placeKey, type Places } from './places';

export interface Judged {
  readonly queries: readonly Pick<Query, 'id'>[];
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}

/**
 * Judgments after some acts. The last first-round act on a place decides: it replaces the judgment of exactly this
 * place, takes it back where its grade is null, or adds one; other judgments stay in their order. Acts on questions and
 * places no longer there are ignored.
 *
 * Needs of a question are kept. A relevant place (grade 1 or more) that meets none becomes a need of its own until its
 * grade is taken back or 0. A question without needs gets none: its recall counts relevant documents.
 *
 * @param isThere whether a place is in the collection
 */
export function foldActs<T extends Judged>(
  questions: T,
  acts: readonly JudgingAct[],
  { places, isThere }: { readonly places: Places; readonly isThere: (place: JudgedPlace) => boolean },
): T {
  const known = new Set(questions.queries.map(({ id }) => id));
  const last = new Map<string, JudgingAct>();
  for (const act of acts)
    if (act.round === FIRST_ROUND && known.has(act.query) && isThere(act))
      last.set(JSON.stringify([act.query, placeKey(act)]), act);
  if (last.size === 0) return questions;
  const judgments = new Map(questions.judgments.map((each) => [JSON.stringify([each.query, judgedKey(each)]), each]));
  for (const [key, { query, doc, span, grade }] of last)
    if (grade === null) judgments.delete(key);
    else judgments.set(key, { query, doc, grade, ...(span ? { span } : {}) });
  const folded = { ...questions, judgments: [...judgments.values()] };
  if (!questions.requirements) return folded;
  return { ...folded, requirements: foldNeeds(questions.requirements, [...last.values()], places) };
}

/** What questions need, with what some grades of places add and take away, see {@link foldActs}. */
export function foldNeeds(
  requirements: readonly Requirement[],
  acts: readonly (JudgedPlace & Pick<JudgingAct, 'query' | 'grade'>)[],
  places: Places,
): readonly Requirement[] {
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

/**
 * Acts that undo others: every place gets back the grade and note it had. The log is append-only.
 *
 * @param before the last thing said of a place in the act's round before the acts
 */
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
