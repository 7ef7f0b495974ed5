import type { ResultRecord } from '../../contract/result';
import type { Questions } from '../../contract/storage';
import type { QueryId } from '../../base/types';
import { type ChangedPart, changedPart, changeSplit, rankingChanged } from '../../domain/label-changes/change-split';
import { type DocumentsStep, documentsStepKey, DocumentTrace } from '../../domain/label-changes/documents-step';
import { type LabelChange, labelChanges, traced } from '../../domain/label-changes/label-changes';
import { measureOf, readsText } from '../../domain/measures/parse';
import { isPaired, type RunSystems } from '../../domain/run-comparison/comparability';
import type { FigureChange } from '../../domain/run-comparison/figure-changes';
import { corpusOfRun } from '../../domain/run-comparison/run-origin';
import type { SharedQuestions } from '../../domain/run-comparison/shared-questions';
import { DEFAULT_RESAMPLES, DEFAULT_SEED } from '../../domain/statistics/defaults';
import { type Ports, requireCollection } from '../kernel/ports';
import { questionsOfResult } from '../run/rankings';
import { type KnownLists, knownLists, rankedBy } from './known-lists';
import { isScored, systemsBy } from './rescored';
import {
  type ComparedResults,
  pairsOf,
  passagesProblem,
  type QuestionsOfRuns,
  shared,
  systemsProblem,
  valuesOf,
} from './run-comparison';

/** Why the change of a figure cannot be split. */
export type UnsplitReason =
  | 'not-comparable'
  /** A run did not keep its questions and judgments. */
  | 'labels-not-kept'
  /** The documents changed, and what became of them was not kept; or the later run was chosen as the first. */
  | 'documents-unknown'
  /** The documents changed once more after the second run, and its passages are there no longer. */
  | 'documents-changed-since'
  /** A run was made while judging went on: its figures are of some questions, or estimates. */
  | 'judging'
  /** The measure is of text, and judged text is in no document any more. */
  | 'text-lost'
  /** The lists that were kept end before the measure does. */
  | 'lists-cut';

type PartChange = Pick<FigureChange, 'difference' | 'interval'>;

/** The change of a system's figure in two parts, over the same questions: the differences add up. */
export interface SplitFigure extends RunSystems {
  readonly total: PartChange;
  readonly labels: PartChange;
  readonly rankings: PartChange;
  readonly changed: readonly ChangedPart[];
}

export type LabelComparison =
  | { readonly split: false; readonly reason: UnsplitReason }
  | {
      readonly split: true;
      /** Compared whether or not they were judged alike. */
      readonly questions: SharedQuestions;
      readonly labels: readonly LabelChange[];
      readonly order: 'mean' | 'rankings-first';
      readonly systems: readonly SplitFigure[];
    };

const unsplit = (reason: UnsplitReason) => ({ split: false, reason }) as const;

/** Splits what changed between two results of one collection into the part of the labels and that of the rankings. */
export async function compareLabels(
  ports: Ports,
  questionsNow: QuestionsOfRuns,
  compared: ComparedResults,
  measure: string,
  signal?: AbortSignal,
): Promise<LabelComparison> {
  const { before, after } = compared;
  const pairs = pairsOf(compared);
  const isApart =
    before.collection !== after.collection ||
    systemsProblem(compared, pairs) !== null ||
    passagesProblem(questionsNow, compared, pairs) !== null ||
    ![before, after].every(({ spec }) => spec.measures.includes(measure)) ||
    !isPaired(measure);
  if (isApart) return unsplit('not-comparable');
  if (before.judging || after.judging) return unsplit('judging');
  const [former, latter] = [await questionsOfResult(ports, before), await questionsOfResult(ports, after)];
  if (!former || !latter) return unsplit('labels-not-kept');
  const trace = await traceOf(ports, before, after);
  if (!trace) return unsplit('documents-unknown');
  if (!(await isPresent(ports, compared, pairs))) return unsplit('documents-changed-since');
  const questions = await shared(ports, questionsNow, compared, false);
  const queries = new Set(questions.queries);
  const labels = labelChanges(former, latter, trace).filter(({ query }) => queries.has(query));
  const relabelled = new Set(labels.map(({ query }) => query));
  const moved = { ...former, ...traced(former, trace) };
  if (readsText(measure) && moved.lost.length > 0) return unsplit('text-lost');
  const [lists, listsNow] = [await listsOf(ports, before), await listsOf(ports, after)];
  const scored = (result: ResultRecord, own: readonly KnownLists[], by: Questions) =>
    scoredBy(ports, by, { result, lists: own, counted: queries }, measure, signal);
  const crossed = await scored(after, listsNow, moved);
  const back = trace.isStill ? await scored(before, lists, latter) : null;
  if (!crossed || (trace.isStill && !back)) return unsplit('lists-cut');
  const rows = pairs.map((pair) => ({
    pair,
    ...changeSplit({
      before: valuesOf(before, pair.before, measure, questions.before),
      after: valuesOf(after, pair.after, measure, questions.after),
      afterByFormer: valuesOf(crossed, pair.after, measure, questions.after),
      beforeByLatter: back && valuesOf(back, pair.before, measure, questions.before),
    }),
  }));
  const parts = await partChanges(ports, measure, rows, signal);
  const { cutoff } = measureOf(measure);
  const listFor = (own: readonly KnownLists[], { systems }: ResultRecord, id: string): KnownLists =>
    own[systems.findIndex((system) => system.id === id)]!;
  const isMoved = (pair: RunSystems, query: QueryId): boolean =>
    rankingChanged(
      listFor(lists, before, pair.before).of(query),
      listFor(listsNow, after, pair.after).of(query),
      trace,
      cutoff,
    );
  return {
    split: true,
    questions,
    labels,
    order: rows[0]!.order,
    systems: pairs.map((pair, i) => ({
      ...pair,
      ...parts[i]!,
      changed: questions.queries.map((query) => changedPart(relabelled.has(query), isMoved(pair, query))),
    })),
  };
}

/** What became of the documents from one run to the next; null where that is not known. */
async function traceOf({ storage }: Ports, before: ResultRecord, after: ResultRecord): Promise<DocumentTrace | null> {
  const [from, to] = [corpusOfRun(before.manifest), corpusOfRun(after.manifest)];
  if (from === null || to === null) return null;
  const steps: DocumentsStep[] = [];
  const seen = new Set<string>();
  for (let at = from; at !== to;) {
    if (seen.has(at)) return null;
    seen.add(at);
    const step = (await storage.artifacts.get(before.collection, documentsStepKey(at))) as DocumentsStep | null;
    if (!step) return null;
    steps.push(step);
    at = step.to;
  }
  return new DocumentTrace(steps);
}

async function isPresent(
  ports: Ports,
  { before, after }: ComparedResults,
  pairs: readonly RunSystems[],
): Promise<boolean> {
  const cut = pairs.some((pair) => rankedBy(before, pair.before) ?? rankedBy(after, pair.after));
  return !cut || (await requireCollection(ports, after.collection)).corpusKey === corpusOfRun(after.manifest);
}

const listsOf = (ports: Ports, result: ResultRecord): Promise<KnownLists[]> =>
  Promise.all(result.systems.map(({ id }) => knownLists(ports, result, id)));

async function scoredBy(
  ports: Ports,
  labels: Questions,
  { result, ...scored }: Parameters<typeof systemsBy>[2],
  measure: string,
  signal: AbortSignal | undefined,
): Promise<ResultRecord | null> {
  const { spec } = result;
  if (!scored.lists.every(({ cutAt }) => isScored(measure, spec, cutAt))) return null;
  const ks = spec.lists === 'k' ? [Math.max(...spec.ks)] : spec.ks;
  const own = { ...result, spec: { ...spec, ks, measures: [measure] } };
  return { ...own, systems: await systemsBy(ports, labels, { result: own, ...scored }, signal) };
}

async function partChanges(
  ports: Ports,
  measure: string,
  rows: readonly { readonly pair: RunSystems; readonly labels: Float64Array; readonly rankings: Float64Array }[],
  signal: AbortSignal | undefined,
): Promise<Pick<SplitFigure, 'total' | 'labels' | 'rankings'>[]> {
  const changes = await ports.statistics.with(signal).figureChanges({
    measure,
    margin: 0,
    systems: rows.flatMap(({ pair, labels, rankings }) =>
      [labels.map((value, q) => value + rankings[q]!), labels, rankings].map((valuesAfter) => ({
        ...pair,
        valuesBefore: valuesAfter.map(() => 0),
        valuesAfter,
      })),
    ),
    seed: DEFAULT_SEED,
    resamples: DEFAULT_RESAMPLES,
  });
  const part = (i: number): PartChange => ({ difference: changes[i]!.difference, interval: changes[i]!.interval });
  return rows.map((_, i) => ({ total: part(3 * i), labels: part(3 * i + 1), rankings: part(3 * i + 2) }));
}
