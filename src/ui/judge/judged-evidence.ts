import { countedPositions } from '../../domain/evidence/counted';
import type { SequentialFigures, SequentialInput } from '../../domain/evidence/sequential';
import { definitionOf } from '../../domain/measures/registry';
import type { Prediction, SequentialPlanningInput } from '../../domain/planning/planning';
import { DEFAULT_SEED } from '../../domain/statistics/significant';
import { momentsOf } from '../../domain/statistics/paired';
import type { JudgingBoard } from './judging-board';

export const valuesOf = ({ values }: { readonly values: Float64Array }): number[] => [...values];

/** 1 − confidence. */
const ALPHA = 0.05;

/** Questions that count, how many wait for one before them, and the values of the measure by system. */
export type OrderedQuestions = ReturnType<typeof orderedQuestions>;

export type JudgedEvidence =
  | ({
      readonly kind: 'sequence';
      readonly counted: OrderedQuestions;
      readonly planned: Prediction | null;
    } & SequentialFigures)
  | { readonly kind: 'none'; readonly why: 'one-system' | 'no-range' };

export function orderedQuestions(board: JudgingBoard, order: readonly number[]) {
  const judgeable = order.filter((index) => board.countOf(index).items > 0);
  const isComplete = (index: number): boolean => board.countOf(index).left === 0;
  const isGiven = (index: number): boolean => board.isGiven(index);
  const questions = countedPositions(judgeable, isGiven, isComplete);
  const pooled = board.source.input.systems.flatMap(({ id }, at) =>
    board.settings.systems.has(id) ? [{ id, row: board.live.rows()[at]! }] : [],
  );
  const systems: SequentialInput['systems'] = pooled.map(({ id, row }) => ({
    id,
    values: Float64Array.from(questions, (index) => row[index]!),
  }));
  return {
    questions,
    of: judgeable.length,
    waiting: judgeable.filter((index) => isComplete(index) || isGiven(index)).length - questions.length,
    /** Passages of counted questions that nobody judged. */
    left: questions.reduce((sum, index) => sum + board.countOf(index).left, 0),
    systems,
    means: new Map(systems.map(({ id, values }) => [id, meanOf(values)])),
  };
}

export function sequenceOf({ systems }: OrderedQuestions, board: JudgingBoard, margin: number): SequentialInput | null {
  const { range, better } = definitionOf(board.live.measure);
  if (better === null || !range) return null;
  const widest = range[1] - range[0];
  return { systems, alpha: ALPHA, margin, better, range: [-widest, widest] };
}

/** The pair with the widest spread among possible best systems takes most questions; null if nothing is open. */
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

function meanOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.reduce((sum, value) => sum + value, 0) / known.length;
}
