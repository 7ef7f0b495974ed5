import type { AutomaticJudge } from '../../../domain/automatic-judges/judgments';
import { completedPrefix } from '../../../domain/evidence/counted';
import { LiveScores } from '../../../domain/judging/live';
import { opinionKey } from '../../../domain/judging/places';
import { definitionOf } from '../../../domain/measures/registry';
import { ALPHA } from '../../../domain/statistics/paired';
import type { Judgment } from '../../../base/types';
import type { JudgingBoard } from '../judging-board';
import type { JudgingSettings } from '../judging-settings';

export type JudgingOrder = ReturnType<typeof judgingOrder>;

export function judgingOrder(board: JudgingBoard) {
  const questions = board.randomOrder.filter((index) => board.countOf(index).items > 0);
  return { questions, complete: completedPrefix(questions, (index) => board.countOf(index).left === 0).length };
}

const gradesOf = ({ judgments }: AutomaticJudge): ReadonlyMap<string, number> =>
  new Map(judgments.flatMap(({ score, ...place }) => (score === null ? [] : [[opinionKey(place), score] as const])));

/** Null for a measure without a highest value. @param pause called now and then, so that the page stays usable */
export async function judgedValues(
  board: JudgingBoard,
  settings: Pick<JudgingSettings, 'systems' | 'measure' | 'k'>,
  order: JudgingOrder,
  judge: AutomaticJudge,
  pause: () => Promise<void>,
) {
  const { range } = definitionOf(board.live.measure);
  if (!range) return null;
  const grades = gradesOf(judge);
  const judged = order.questions.slice(0, order.complete);
  const automatic = await automaticRows(board, settings, order, grades, pause);
  const human = systemsOf(board, settings).map((system) => {
    const row = board.live.rows()[system]!;
    return Float64Array.from(judged, (index) => known(row[index]!));
  });
  const graded = order.questions.map((index) => {
    const { id } = board.query(index)!;
    return board
      .items(index)
      .map((item) => ({ index, item, grade: grades.get(opinionKey({ query: id, ...item.place })) }));
  });
  const items = graded.flat();
  const pairs = graded
    .slice(0, order.complete)
    .flat()
    .flatMap(({ index, item, grade }): [number, number][] => {
      const own = board.counted(index, item);
      return grade === undefined || own === null || own < 0 ? [] : [[own, grade]];
    });
  return {
    input: { human, automatic, range, alpha: ALPHA },
    pairs,
    known: items.filter(({ grade }) => grade !== undefined).length,
    passages: items.length,
  };
}

export const systemsOf = (board: JudgingBoard, { systems }: Pick<JudgingSettings, 'systems'>): number[] =>
  board.source.input.systems.flatMap(({ id }, position) => (systems.has(id) ? [position] : []));

/** A question of whose list nothing is relevant has no value, but the worst one. */
const known = (value: number): number => (Number.isNaN(value) ? 0 : value);

async function automaticRows(
  board: JudgingBoard,
  { measure, k, ...settings }: Pick<JudgingSettings, 'systems' | 'measure' | 'k'>,
  { questions }: JudgingOrder,
  grades: ReadonlyMap<string, number>,
  pause: () => Promise<void>,
): Promise<Float64Array[]> {
  const { input, docs, cutter } = board.source;
  const live = new LiveScores(input, docs, { measure, k, places: board.places, cutter });
  for (const index of questions) {
    const { id } = board.query(index)!;
    const judgments = board.items(index).flatMap((item): Judgment[] => {
      const grade = grades.get(opinionKey({ query: id, ...item.place }));
      if (grade === undefined) return [];
      return [item.place, ...item.copies].map(({ doc, span }) => ({
        query: id,
        doc,
        grade,
        ...(span ? { span } : {}),
      }));
    });
    live.take(index, { query: id, judgments, requirement: undefined });
    await pause();
  }
  return systemsOf(board, settings).map((system) => {
    const row = live.rows()[system]!;
    return Float64Array.from(questions, (index) => known(row[index]!));
  });
}
