import { canonicalJson } from '../../base/hash';
import { groupBy } from '../../base/containers';
import type { Judgment, Need, QueryId, Requirement } from '../../base/types';
import type { JudgedQuestions } from '../run-comparison/judgment-changes';
import type { DocumentTrace, LabelledPart } from './documents-step';

/** Why a label is another in the second of two runs. */
export type LabelReason =
  | 'added'
  | 'removed'
  | 'regraded'
  /** Two labels stand at one place now, with the same or with different grades: the higher one counts. */
  | 'duplicate'
  | 'contradictory'
  | 'needs'
  /** The document of the label; the label followed it, or is gone where `after` is null. */
  | 'document-renamed'
  | 'document-edited'
  | 'document-split'
  | 'document-merged'
  | 'document-deleted';

export interface LabelChange {
  readonly query: QueryId;
  readonly reason: LabelReason;
  /** Null for a label that was added, and for needs. */
  readonly before: Judgment | null;
  /** Null for a label that is gone, and for needs. */
  readonly after: Judgment | null;
}

/** What the labels of one run are in the documents of another. */
export interface TracedLabels {
  readonly judgments: readonly Judgment[];
  readonly requirements?: readonly Requirement[];
  /** Labels whose text is nowhere; they keep their former place. */
  readonly lost: readonly Judgment[];
}

/** What changed in the labels of two runs, over the documents that changed between them. */
export function labelChanges(before: JudgedQuestions, after: JudgedQuestions, trace: DocumentTrace): LabelChange[] {
  const now = new Map(highest(after.judgments).map((judgment) => [placeKey(judgment.query, judgment), judgment]));
  const followed = new Map<string, Judgment>();
  const changes: LabelChange[] = [];
  for (const judgment of highest(before.judgments)) {
    const { query } = judgment;
    const { to, kind } = trace.follow(judgment);
    const key = to && placeKey(query, to);
    const found = (key !== null && now.get(key)) || null;
    const change = (reason: LabelReason): void => void changes.push({ query, reason, before: judgment, after: found });
    const other = key === null ? undefined : followed.get(key);
    if (key !== null && !other) followed.set(key, judgment);
    if (to === null) change(`document-${kind ?? 'deleted'}`);
    else if (other) change(other.grade === judgment.grade ? 'duplicate' : 'contradictory');
    else if (!found) change('removed');
    else if (found.grade !== judgment.grade) change('regraded');
    else if (kind !== null) change(`document-${kind}`);
  }
  for (const [key, judgment] of now)
    if (!followed.has(key)) changes.push({ query: judgment.query, reason: 'added', before: null, after: judgment });
  const [needs, needsNow] = [needKeys(traced(before, trace).requirements), needKeys(after.requirements)];
  for (const query of new Set([...needs.keys(), ...needsNow.keys()]))
    if (needs.get(query) !== needsNow.get(query)) changes.push({ query, reason: 'needs', before: null, after: null });
  return changes;
}

/** The labels of before at the places of after: by them, what the second run found is scored as the first was. */
export function traced({ judgments, requirements }: JudgedQuestions, trace: DocumentTrace): TracedLabels {
  const lost: Judgment[] = [];
  const moved = judgments.flatMap((judgment): Judgment[] => {
    const { to } = trace.follow(judgment);
    if (!to) lost.push(judgment);
    return to ? [{ query: judgment.query, grade: judgment.grade, ...to }] : [];
  });
  return {
    judgments: highest(moved).map(({ query, doc, span, grade }) => ({ query, doc, grade, ...(span ? { span } : {}) })),
    ...(requirements
      ? {
          requirements: requirements.map(({ query, needs }) => ({
            query,
            needs: needs.map((need) => tracedNeed(need, trace)),
          })),
        }
      : {}),
    lost,
  };
}

function tracedNeed({ docs, places, ...need }: Need, trace: DocumentTrace): Need {
  const parts: readonly LabelledPart[] =
    places?.map(({ doc, start, end }) => ({ doc, span: { start, end } })) ?? docs.map((doc) => ({ doc }));
  const now = parts.flatMap((part) => trace.follow(part).to ?? []);
  return {
    ...need,
    docs: [...new Set(now.map(({ doc }) => doc))],
    ...(places ? { places: now.map(({ doc, span }) => ({ doc, ...span! })) } : {}),
  };
}

/** Of labels at one place, the one with the highest grade. */
function highest(judgments: readonly Judgment[]): Judgment[] {
  return [...groupBy(judgments, (judgment) => placeKey(judgment.query, judgment)).values()].map((same) =>
    same.reduce((best, judgment) => (judgment.grade > best.grade ? judgment : best)),
  );
}

const placeKey = (query: QueryId, { doc, span }: LabelledPart): string =>
  JSON.stringify([query, doc, ...(span ? [span.start, span.end] : [])]);

const needKeys = (requirements: readonly Requirement[] = []): Map<QueryId, string> =>
  new Map(
    requirements.map(({ query, needs }) => [
      query,
      needs
        .map(({ docs, places }) => canonicalJson({ docs, places }))
        .sort()
        .join('\n'),
    ]),
  );
