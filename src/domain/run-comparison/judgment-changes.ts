import { canonicalJson } from '../../base/hash';
import { append, groupBy } from '../../base/containers';
import type { Judgment, QueryId, Requirement } from '../../base/types';

export interface ChangedGrade {
  readonly judgment: Judgment;
  readonly before: number;
}

export interface JudgmentChanges {
  readonly added: readonly Judgment[];
  readonly removed: readonly Judgment[];
  readonly changed: readonly ChangedGrade[];
  /** Questions with other judgments, or other needs. */
  readonly questions: readonly QueryId[];
}

export interface JudgedQuestions {
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
}

/** What was judged otherwise: of a place that was judged several times, the highest grade counts. */
export function judgmentChanges(before: JudgedQuestions, after: JudgedQuestions): JudgmentChanges {
  const [former, now] = [byPlace(before.judgments), byPlace(after.judgments)];
  const [judgedBefore, judgedAfter] = [judgedKeys(before), judgedKeys(after)];
  return {
    added: [...now].flatMap(([place, judgment]) => (former.has(place) ? [] : [judgment])),
    removed: [...former].flatMap(([place, judgment]) => (now.has(place) ? [] : [judgment])),
    changed: [...now].flatMap(([place, judgment]) => {
      const known = former.get(place);
      return known && known.grade !== judgment.grade ? [{ judgment, before: known.grade }] : [];
    }),
    questions: [...new Set([...judgedBefore.keys(), ...judgedAfter.keys()])].filter(
      (query) => judgedBefore.get(query) !== judgedAfter.get(query),
    ),
  };
}

/** By question, a text that is the same where judgments and needs are the same, in whatever order. */
export function judgedKeys({ judgments, requirements = [] }: JudgedQuestions): ReadonlyMap<QueryId, string> {
  const lines = new Map<QueryId, string[]>();
  for (const [query, own] of groupBy(judgments, (judgment) => judgment.query))
    for (const [place, { grade }] of byPlace(own)) append(lines, query, `${place} ${grade}`);
  for (const { query, needs } of requirements)
    for (const need of needs) append(lines, query, canonicalJson({ docs: need.docs, places: need.places }));
  return new Map([...lines].map(([query, own]) => [query, own.sort().join('\n')]));
}

function byPlace(judgments: readonly Judgment[]): Map<string, Judgment> {
  const places = new Map<string, Judgment>();
  for (const judgment of judgments) {
    const { query, doc, span, grade } = judgment;
    const place = JSON.stringify([query, doc, ...(span ? [span.start, span.end] : [])]);
    const known = places.get(place);
    if (!known || known.grade < grade) places.set(place, judgment);
  }
  return places;
}
