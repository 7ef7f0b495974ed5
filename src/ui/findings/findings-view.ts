import type { ResultRecord } from '../../contract/result';
import { measureAt, measureOf } from '../../domain/measures/parse';
import { comparedMeasures } from '../results/columns';
import type { View } from '../shared/navigation/address';
import type { Annotations, QuestionAnnotation } from '../../domain/diagnosis/annotations';
import { MIN_SLICE, type SliceLabel } from '../../domain/slices/dimension';
import type { ReportedDimension, SliceReport } from '../../domain/slices/report';
import type { QueryId } from '../../base/types';
import type { CollectionRecord } from '../../contract/storage';
import type { Comparison } from '../../domain/statistics/types';
import type { Verdict } from '../../domain/verdict/types';
import { sliceTitle } from '../shared/messages/slices';

export interface SharedFindings {
  readonly collection: Pick<CollectionRecord, 'name' | 'counts' | 'summary'>;
  readonly result: ResultRecord;
  readonly margin: number;
  readonly verdict: Verdict;
  readonly comparison: Comparison | null;
  readonly slices: SliceReport | null;
}

/** @param usual the measure if the address names none @param always a system that is shown in any case */
export function findingsView(
  result: Pick<ResultRecord, 'spec' | 'systems'>,
  view: View,
  usual: string | null,
  always: string | null = null,
) {
  const measures = comparedMeasures(result);
  const k = cutoffIn(result.spec.ks, view.k);
  const named = measures.find((text) => text === view.measure) ?? null;
  return {
    /** The cut-off of the measures; of one that no measure has the nearest. */
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

/** The slice that an address names; null if unknown or empty. A tag counts even if the report does not have it. */
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

/** The findings that concern a slice: its own, and of two slices those of either, as each is compared with the other. */
export function findingsOn(report: SliceReport, slice: string): SliceReport {
  const concerns = ({ slices }: ReportedDimension, found: string): boolean =>
    found === slice || (slices.length === 2 && slices.some(({ id }) => id === slice));
  const dimensions = report.dimensions.map((dimension) => ({
    ...dimension,
    findings: dimension.findings.filter((finding) => concerns(dimension, finding.slice)),
  }));
  return { ...report, dimensions };
}
