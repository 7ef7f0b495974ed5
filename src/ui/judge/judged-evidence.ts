import type { JudgedItems } from '../../domain/evidence/judged-items';
import { meanBounds } from '../../domain/evidence/bounds';
import type { EstimateKind } from '../../domain/evidence/passage-sample';
import { completedPrefix } from '../../domain/evidence/question-order';
import type { SequentialInput } from '../../domain/evidence/sequential';
import type { SequentialFigures } from '../../domain/evidence/sequential-figures';
import { FIRST_ROUND } from '../../domain/judging/act';
import { toQrels } from '../../domain/run/judgments';
import { definitionOf } from '../../domain/measures/registry';
import type { SequentialPlanningInput } from '../../domain/planning/read-always';
import type { Prediction } from '../../domain/planning/types';
import { DEFAULT_SEED } from '../../domain/statistics/defaults';
import { momentsOf } from '../../domain/statistics/paired';
import type { Interval } from '../../domain/statistics/types';
import type { JudgingBoard } from './judging-board';

/** 1 − confidence. */
const ALPHA = 0.05;

export interface OrderedQuestions {
  /** In random order; those without a passage to judge are left out. */
  readonly questions: readonly number[];
  readonly of: number;
  /** Questions that are complete, and wait for one before them. */
  readonly waiting: number;
  /** What decides: values of the measure, or unbiased estimates. */
  readonly systems: SequentialInput['systems'];
  /** Mean of the measure by system, or of its estimates; NaN without a question. */
  readonly means: ReadonlyMap<string, number>;
}

export type JudgedEvidence =
  | ({
      readonly kind: 'sequence';
      readonly counted: OrderedQuestions;
      /** Means are estimates where passages are drawn; those of ratios are biased for few judgments. */
      readonly estimate: EstimateKind | null;
      /** Questions that the smallest difference that matters takes; null where it is decided, or too few are complete. */
      readonly planned: Prediction | null;
    } & SequentialFigures)
  | {
      readonly kind: 'bounds';
      readonly pair: readonly [string, string];
      /** Of the first − the second, over all questions of the pools. */
      readonly bounds: Interval;
      readonly better: 'higher' | 'lower';
    }
  | { readonly kind: 'none'; readonly why: 'one-system' | 'no-range' | 'no-estimate' | 'no-bounds' };

/** @param order of the questions; those that are complete without a gap count */
export function orderedQuestions(board: JudgingBoard, order: readonly number[]): OrderedQuestions {
  const judgeable = order.filter((index) => board.countOf(index).items > 0);
  const isComplete = (index: number): boolean => board.countOf(index).left === 0;
  const questions = completedPrefix(judgeable, isComplete);
  const { systems } = board.pooled;
  const column = (rows: readonly Float64Array[], at: number): Float64Array =>
    Float64Array.from(rows, (row) => row[at]!);
  const own = questions.map((index) => valuesOf(board, index));
  const deciding = board.pooled.isRatio ? questions.map((index) => sumsOf(board, index)) : own;
  return {
    questions,
    of: judgeable.length,
    waiting: judgeable.filter(isComplete).length - questions.length,
    systems: systems.map((id, at) => ({ id, values: column(deciding, at) })),
    means: new Map(systems.map((id, at) => [id, meanOf(column(own, at))])),
  };
}

/** Of the compared systems, where what is judged is no sample. */
export function boundsOf(board: JudgingBoard): JudgedEvidence {
  if (!board.pooled.isBounded) return { kind: 'none', why: 'no-bounds' };
  const bounds = board.indices
    .filter((index) => board.countOf(index).items > 0)
    .map((index) => board.pooled.boundsOf(index, (at) => judgedItems(board, at)));
  const [first, second] = board.settings.pair.map((at) => board.source.input.systems[at]!.id);
  return {
    kind: 'bounds',
    pair: [first!, second!],
    bounds: meanBounds(bounds),
    better: definitionOf(board.live.measure).better!,
  };
}

/** What is asked of the worker; null where there is no range of differences, or no estimate. */
export function sequenceOf({ systems }: OrderedQuestions, board: JudgingBoard, margin: number): SequentialInput | null {
  const { range, better } = definitionOf(board.live.measure);
  if (better === null) return null;
  const alone = { systems, alpha: ALPHA, margin, better };
  if (board.settings.queue === 'passages') {
    const { estimate, isRatio } = board.pooled;
    if (estimate === null) return null;
    // The smallest difference that matters is one of the measure, and not of the sum that it divides.
    return { ...alone, margin: isRatio ? 0 : margin, range: board.pooled.range(board.indices) };
  }
  if (!range) return null;
  const widest = range[1] - range[0];
  return { ...alone, range: [-widest, widest] };
}

/**
 * What is asked of the worker about the questions still to come: of the systems that may be the best, the pair whose
 * differences have the widest spread takes the most.
 *
 * @returns null where nothing is open, or no difference is the smallest that matters
 */
export function planningOf(
  { systems, alpha, range, margin }: SequentialInput,
  { shown }: SequentialFigures,
): SequentialPlanningInput | null {
  if (shown.state.kind !== 'open' || !(margin > 0 && margin < range[1])) return null;
  const { candidates } = shown.state;
  const rows = systems.filter(({ id }) => candidates.includes(id)).map(({ values }) => values);
  const differences = rows
    .flatMap((a, i) => rows.slice(i + 1).map((b) => a.map((value, q) => value - b[q]!)))
    .map((row) => row.filter((value) => !Number.isNaN(value)));
  const spread = (row: Float64Array): number => (row.length > 1 ? momentsOf(row).deviation : 0);
  const [widest] = differences.toSorted((a, b) => spread(b) - spread(a));
  if (!widest) return null;
  return { differences: widest, margin, range, alpha: alpha / (systems.length - 1), seed: DEFAULT_SEED };
}

/** By pooled system: the measure of a question, or what the passages that are drawn estimate; NaN where it has none. */
function valuesOf(board: JudgingBoard, index: number): Float64Array {
  const { pooled, live, settings, source } = board;
  if (settings.queue === 'passages')
    return (
      pooled.estimatesOf(index, (at) => judgedItems(board, at)) ?? new Float64Array(pooled.systems.length).fill(NaN)
    );
  const rows = live.rows().filter((_, position) => pooled.systems.includes(source.input.systems[position]!.id));
  return Float64Array.from(rows, (row) => row[index]!);
}

function sumsOf(board: JudgingBoard, index: number): Float64Array {
  const { pooled } = board;
  return pooled.sumsOf(index, (at) => judgedItems(board, at)) ?? new Float64Array(pooled.systems.length).fill(NaN);
}

function meanOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}

function judgedItems(board: JudgingBoard, index: number): JudgedItems {
  const pool = board.pool(index);
  const places = pool.flatMap(({ place, copies }) => [place, ...copies]);
  const outside = board
    .judgments(index)
    .filter(({ doc, span = null }) => !places.some((each) => board.places.areSame(each, { doc, span })));
  return {
    grades: pool.map((item) =>
      board.isJudged(index, item, FIRST_ROUND) ? (board.counted(index, item) ?? undefined) : undefined,
    ),
    // Of a document that is a passage itself, several judged parts count once.
    elsewhere:
      board.pooled.passages === 'chunks'
        ? outside.map(({ grade }) => grade)
        : [...toQrels(outside).values()].flatMap((judged) => [...judged.values()]),
  };
}
