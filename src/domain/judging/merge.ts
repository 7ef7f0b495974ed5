import type { Judgment } from '../../base/types';
import { type NewGrade, type Judged, type JudgingAct, withGrades } from './acts';
import { type JudgedPlace, opinionKey, type Places } from './places';
import { judgedByMany, type JudgedByMany, type Judges, MERGE_RULES, ownGrades } from './judges';

export interface MergeContext {
  readonly places: Places;
  readonly isThere: (place: JudgedPlace) => boolean;
}

/** The grade of a place: what was decided in the app, or else by the rule. */
export const mergedGrade = ({ opinions, decided }: JudgedByMany, { rule }: Pick<Judges, 'rule'>): number =>
  decided ? decided.grade : MERGE_RULES[rule](opinions.map(({ grade }) => grade));

/** Sets the merged grade at each place that a judge of a file graded. Needs change as in `foldActs`. */
export function mergeJudges<T extends Judged>(
  questions: T,
  judges: Judges,
  acts: readonly JudgingAct[],
  context: MergeContext,
): T {
  const known = new Set(questions.queries.map(({ id }) => id));
  const merged = [...judgedByMany(judges, acts).values()]
    .filter((place) => known.has(place.query) && context.isThere(place))
    .map((place) => ({ query: place.query, doc: place.doc, span: place.span, grade: mergedGrade(place, judges) }));
  return withGrades(questions, changedIn(questions, merged), context.places);
}

/** Keeps judgments at newly graded places; places that no judge grades any more get back what was there. */
export function changeJudges<T extends Judged>(
  questions: T,
  { former, next }: { readonly former: Judges; readonly next: Judges },
  acts: readonly JudgingAct[],
  context: MergeContext,
): { readonly questions: T; readonly judges: Judges } {
  const [left, now] = [judgedByMany(former, acts), judgedByMany(next, acts)];
  const own = ownGrades(acts);
  const kept = new Map(former.before.map((each) => [opinionKey(each), each]));
  const added = questions.judgments
    .map((each) => [opinionKey(each), each] as const)
    .filter(([key]) => now.has(key) && !left.has(key) && !own.has(key));
  const before = new Map([...[...kept].filter(([key]) => now.has(key)), ...added]);
  const restored = [...left]
    .filter(([key]) => !now.has(key))
    .map(([key, { query, doc, span }]) => {
      return { query, doc, span, grade: own.get(key)?.grade ?? kept.get(key)?.grade ?? null };
    });
  const judges = { ...next, before: [...before.values()] };
  const bare = withGrades(questions, changedIn(questions, restored), context.places);
  return { questions: mergeJudges(bare, judges, acts, context), judges };
}

function changedIn({ judgments }: Judged, graded: readonly NewGrade[]): NewGrade[] {
  const grades = gradesOf(judgments);
  return graded.filter((each) => (grades.get(opinionKey(each)) ?? null) !== each.grade);
}

/** Edits of merged grades as acts, so that merging again keeps them. @param base what was edited */
export function editsOfMerged(
  edited: readonly Judgment[],
  { base, kept }: { readonly base: readonly Judgment[]; readonly kept: readonly Judgment[] },
  judges: Judges,
  at: number,
): JudgingAct[] {
  const [now, was, stored] = [gradesOf(edited), gradesOf(base), gradesOf(kept)];
  return [...judgedByMany(judges, []).entries()]
    .filter(([key]) => now.get(key) !== was.get(key) && now.get(key) !== stored.get(key))
    .map(([key, { query, doc, span }]): JudgingAct => {
      const grade = now.get(key) ?? null;
      return { query, doc, span, grade, round: 1, note: '', milliseconds: 0, at };
    });
}

const gradesOf = (judgments: readonly Judgment[]) => new Map(judgments.map((each) => [opinionKey(each), each.grade]));
