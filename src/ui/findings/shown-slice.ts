import type { Annotations, QuestionAnnotation } from '../../domain/diagnosis/annotations';
import { MIN_SLICE } from '../../domain/slices/dimension';
import type { ReportedDimension, SliceReport } from '../../domain/slices/report';
import type { SliceLabel } from '../../domain/slices/types';
import type { QueryId } from '../../base/types';
import { sliceTitle } from '../shared/messages/slices';

export type QuestionTags = ReadonlyMap<QueryId, readonly string[]>;

export const NO_TAGS: QuestionTags = new Map();

export const tagsByQuestion = ({ questions }: Annotations): QuestionTags =>
  new Map(
    (Object.entries(questions) as [QueryId, QuestionAnnotation][]).flatMap(([query, { tags }]) =>
      tags.length > 0 ? [[query, tags] as const] : [],
    ),
  );

export interface ShownSlice {
  readonly id: string;
  readonly name: string;
  readonly questions: readonly number[];
  readonly isTested: boolean;
}

const TAG = 'tag:';

/**
 * The slice that an address names. A tag is one whether or not the report has it: of few questions, or while the slices are
 * computed.
 *
 * @param queries those of the result @returns null where there is none of that id, or no question is in it
 */
export function shownSlice(
  report: SliceReport | null,
  tags: QuestionTags,
  queries: readonly QueryId[],
  id: string | undefined,
): ShownSlice | null {
  if (id === undefined) return null;
  const tagged = id.startsWith(TAG) ? taggedSlice(tags, queries, id.slice(TAG.length)) : null;
  if (tagged) return tagged;
  for (const dimension of report?.dimensions ?? []) {
    const slice = dimension.slices.find((each) => each.id === id);
    if (slice) return sliceOf(id, dimension, slice.label, slice.questions);
  }
  return null;
}

function taggedSlice(tags: QuestionTags, queries: readonly QueryId[], tag: string): ShownSlice | null {
  const questions = [...queries.keys()].filter((q) => tags.get(queries[q]!)?.includes(tag));
  if (questions.length === 0) return null;
  return sliceOf(`${TAG}${tag}`, { kind: 'tag', field: null }, { code: 'tag', data: { tag } }, questions);
}

const sliceOf = (
  id: string,
  dimension: Pick<ReportedDimension, 'kind' | 'field'>,
  label: SliceLabel,
  questions: readonly number[],
): ShownSlice => ({ id, name: sliceTitle(dimension, label), questions, isTested: questions.length >= MIN_SLICE });

/**
 * The report with the findings that concern a slice: those of its own, and where there are two slices those of either, since
 * each is what the other is compared with.
 */
export function findingsOn(report: SliceReport, slice: string): SliceReport {
  const concerns = ({ slices }: ReportedDimension, found: string): boolean =>
    found === slice || (slices.length === 2 && slices.some(({ id }) => id === slice));
  const dimensions = report.dimensions.map((dimension) => ({
    ...dimension,
    findings: dimension.findings.filter((finding) => concerns(dimension, finding.slice)),
  }));
  return { ...report, dimensions };
}
