import { HitrateError } from '../../contract/errors';
import type { ResultRecord } from '../../contract/result';
import type { CollectionRecord } from '../../contract/storage';
import { firstMeasure } from '../../domain/measures/first-measure';
import { Places } from '../../domain/judging/places';
import { measureOf } from '../../domain/measures/parse';
import type { WorkbenchPart } from '../../workbench/workbench';
import { DEFAULT_MARGIN } from '../findings/findings-state.svelte';
import { tagsByQuestion } from '../findings/findings-view';
import { verdictNames, readableName } from '../shared/system-names';
import { comparedMeasures, firstBaseline } from '../results/columns';
import { type Failures, failuresOf, type FailureTexts, referenceOf, type ReportParts } from './report-parts';
import { reportPage } from './report-page';

export interface ReportOptions {
  /** Canonical text of a measure of the result that is a mean; the first where absent. */
  readonly measure?: string;
  readonly margin?: number;
  readonly withTexts?: boolean;
  readonly signal?: AbortSignal;
}

export type ReportBench = WorkbenchPart<{
  inspect: 'verdict' | 'compare' | 'slices' | 'diagnosis';
  questions: 'annotations' | 'read';
  collections: 'docs';
}>;

export type Reported = Pick<CollectionRecord, 'name' | 'counts' | 'summary'>;

/** The report of a result, for the page and the command line alike. @returns null where it has no measure that is a mean */
export async function reportFile(
  workbench: ReportBench,
  result: ResultRecord,
  collection: Reported,
  options: ReportOptions = {},
): Promise<string | null> {
  const parts = await reportParts(workbench, result, collection, options);
  return parts && reportPage(parts);
}

export async function reportParts(
  workbench: ReportBench,
  result: ResultRecord,
  collection: Reported,
  { measure: wanted, margin = DEFAULT_MARGIN, withTexts = false, signal }: ReportOptions,
): Promise<ReportParts | null> {
  const { inspect, questions } = workbench;
  const measure = wanted ?? firstMeasure(comparedMeasures(result));
  if (measure === null) return null;
  // Without a signal: an abort would end the worker for what the page compares meanwhile, too.
  const verdict = await inspect.verdict(result, { measure, margin, baseline: firstBaseline(result) });
  const best = 'recommended' in verdict ? verdict.recommended.system : null;
  const comparison = best === null ? null : await inspect.compare(result, measure);
  const tags = tagsByQuestion(await questions.annotations(result.collection));
  const slices = best === null ? null : await inspect.slices(result, { measure, best, tags });
  signal?.throwIfAborted();
  const system = referenceOf({ verdict });
  // Without documents no cause can be known.
  const hasCauses = system !== null && collection.counts.docs > 0;
  const failures = hasCauses ? await failuresIn(workbench, result, system, measure, withTexts, signal) : null;
  return knownParts(result, collection, { verdict, comparison, slices, failures, withTexts });
}

const SHOWN = 4;

export function knownParts(
  result: ResultRecord,
  { name, counts, summary }: Reported,
  found: Pick<ReportParts, 'verdict' | 'comparison' | 'slices' | 'failures' | 'withTexts'>,
): ReportParts {
  const { measure } = found.verdict;
  return {
    result,
    collection: { name, counts, languages: summary.languages },
    names: verdictNames(result.spec.systems),
    measures: [...new Set([measure, ...othersOf(comparedMeasures(result), measure)])].slice(0, SHOWN),
    ...found,
  };
}

const PREFERRED: readonly string[] = ['HitRate', 'MRR', 'Recall', 'MAP'];

/** The usual measures at the same k, then the others there, then the rest. */
function othersOf(compared: readonly string[], measure: string): string[] {
  const { cutoff } = measureOf(measure);
  const beside = compared.filter((text) => [cutoff, null].includes(measureOf(text).cutoff));
  const usual = PREFERRED.flatMap((name) => beside.filter((text) => measureOf(text).name === name));
  return [...usual, ...beside, ...compared];
}

async function failuresIn(
  workbench: ReportBench,
  result: ResultRecord,
  system: string,
  measure: string,
  withTexts: boolean,
  signal: AbortSignal = new AbortController().signal,
): Promise<Failures | null> {
  const k = measureOf(measure).cutoff ?? Math.max(...result.spec.ks);
  try {
    const diagnosis = await workbench.inspect.diagnosis(result, system, k, { signal, progress: () => undefined });
    return failuresOf(diagnosis, withTexts ? await textsOf(workbench, result, system) : null);
  } catch (error) {
    // Its lists were cut at another k, and are not stored.
    if (error instanceof HitrateError && error.code === 'lab-lists-gone') return null;
    throw error;
  }
}

async function textsOf(workbench: ReportBench, result: ResultRecord, system: string): Promise<FailureTexts> {
  const [{ queries }, docs] = await Promise.all([
    workbench.questions.read(result.collection),
    workbench.collections.docs(result.collection),
  ]);
  const texts = new Map(queries.map(({ id, text }) => [id, text]));
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const places = new Places(byId);
  const spec = result.spec.systems.find(({ id }) => id === system)!;
  return {
    question: (id) => texts.get(id) ?? null,
    passage: (id) => {
      const place = places.of(id);
      const text = places.textOf(place);
      return text === null ? null : { id, title: byId.get(place.doc)!.title, text };
    },
    retrievers: spec.retrievers.map((retriever) => readableName({ ...spec, id: '', retrievers: [retriever] })),
  };
}
