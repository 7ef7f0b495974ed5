import type { ResultRecord } from '../../contract/result';
import { measureAt, measureOf } from '../../domain/measures/parse';
import { comparedMeasures } from '../results/columns';
import type { View } from '../shared/navigation/address';
import type { Annotations, QuestionAnnotation } from '../../domain/diagnosis/annotations';
import { MIN_SLICE, type SliceLabel } from '../../domain/slices/dimension';
import type { ReportedDimension, SliceReport } from '../../domain/slices/report';
import type { QueryId } from '../../base/types';
import { sliceTitle } from '../shared/messages/slices';

/** What the address of the findings says of how they are shown; what is unknown there is null. */
export interface FindingsView {
  /** The cut-off of the measures; of one that no measure has the nearest. */
  readonly k: number | null;
  /** Canonical text of the measure that systems are compared by. */
  readonly measure: string | null;
  /** Ids of the systems that are shown, in the order of the result. */
  readonly systems: readonly string[] | null;
}

/**
 * @param usual the measure that is compared by where the address names none: at its k where the result has it there
 * @param always the system that the others are held against: it is shown whatever is chosen
 */
export function findingsView(
  result: Pick<ResultRecord, 'spec' | 'systems'>,
  view: View,
  usual: string | null,
  always: string | null = null,
): FindingsView {
  const measures = comparedMeasures(result);
  const k = cutoffIn(result.spec.ks, view.k);
  const named = measures.find((text) => text === view.measure) ?? null;
  return {
    k,
    measure: named ?? (usual === null ? null : atCutoff(usual, k, measures)),
    systems: chosenSystems(result, view.systems, always),
  };
}

function cutoffIn(ks: readonly number[], text: string | undefined): number | null {
  const wanted = Number(text);
  if (text === undefined || !Number.isFinite(wanted) || wanted <= 0) return null;
  const [nearest] = [...ks].sort((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
  return nearest ?? null;
}

/** The same measure at another cut-off, where it is among the measures. */
export function atCutoff(measure: string, k: number | null, measures: readonly string[]): string {
  const { name, cutoff, parameters } = measureOf(measure);
  if (k === null || cutoff === null) return measure;
  const { text } = measureAt(name, k, parameters);
  return measures.includes(text) ? text : measure;
}

function chosenSystems(
  { systems }: Pick<ResultRecord, 'systems'>,
  text: string | undefined,
  always: string | null,
): readonly string[] | null {
  const named = new Set(text?.split(','));
  const known = systems.filter(({ id }) => named.has(id));
  if (known.length === 0) return null;
  return systems.flatMap(({ id }) => (named.has(id) || id === always ? [id] : []));
}

/** As {@link View} has them; null for all. */
export const systemsText = (shown: readonly string[], all: number): string | null =>
  shown.length === all ? null : shown.join();

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
