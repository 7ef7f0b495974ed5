import type { QueryId } from '../../../base/types';
import type { CorrectedSystemsInput } from '../../../domain/automatic-judges/corrected-systems';
import {
  calibrationTimes,
  type GradeCuts,
  gradeByCuts,
  gradeCuts,
  type GradedScore,
} from '../../../domain/automatic-judges/grade-cuts';
import type { AutomaticJudge, AutomaticJudgment } from '../../../domain/automatic-judges/judgments';
import { passageText } from '../../../domain/dataset/corpus';
import { completedPrefix, questionOrder } from '../../../domain/evidence/question-order';
import { LiveScores } from '../../../domain/judging/live';
import { placeKey } from '../../../domain/judging/places';
import type { PoolItem } from '../../../domain/judging/pool';
import { definitionOf } from '../../../domain/measures/registry';
import { ALPHA } from '../../../domain/statistics/paired';
import type { Judgment } from '../../../base/types';
import type { PassageToJudge } from '../../../workbench/models/judge-passages';
import type { JudgingBoard } from '../judging-board';
import type { JudgingSettings } from '../judging-settings';

/** How a reranker’s scores become grades before anything is calibrated: relevant where it finds that more likely. */
const UNCALIBRATED: GradeCuts = [0];

/** The questions of the pools in the random order in which people judge, and how many of the first are complete. */
export interface JudgingOrder {
  readonly questions: readonly number[];
  readonly complete: number;
}

export function judgingOrder(board: JudgingBoard, seed: string): JudgingOrder {
  const order = questionOrder(seed, board.source.input.queries);
  const questions = order.filter((index) => board.countOf(index).items > 0);
  return { questions, complete: completedPrefix(questions, (index) => board.countOf(index).left === 0).length };
}

/** Every passage of the pools, in that order: an automatic judge that is stopped has judged the first questions. */
export function passagesToJudge(board: JudgingBoard, { questions }: JudgingOrder): PassageToJudge[] {
  return questions.flatMap((index) => {
    const { id, text } = board.query(index)!;
    return board.items(index).flatMap(({ place: { doc, span } }): PassageToJudge[] => {
      const own = board.places.textOf({ doc, span });
      const title = board.source.docs.get(doc)?.title ?? '';
      // Of what is not in the collection there is nothing to read.
      if (own === null) return [];
      return [{ query: id, doc, span, question: text, text: passageText({ id: doc, title, text: own }) }];
    });
  });
}

class JudgeOpinions {
  readonly #scores: ReadonlyMap<string, number | null>;
  readonly #calibrated: boolean;

  constructor({ judgments, source }: AutomaticJudge) {
    this.#scores = new Map(judgments.map((judgment) => [keyOf(judgment), judgment.score]));
    this.#calibrated = source.kind === 'reranker';
  }

  get calibrated(): boolean {
    return this.#calibrated;
  }

  /** Null where the judge gave none. */
  scoreOf(query: QueryId, { place }: PoolItem): number | null {
    return this.#scores.get(keyOf({ query, ...place })) ?? null;
  }
}

const keyOf = ({ query, doc, span }: Pick<AutomaticJudgment, 'query' | 'doc' | 'span'>): string =>
  JSON.stringify([query, placeKey({ doc, span })]);

export interface JudgedValues {
  readonly input: CorrectedSystemsInput;
  /** Grades of people and of the judge, of passages whose judging calibrated nothing before. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly known: number;
  readonly passages: number;
}

/**
 * Values of the pooled systems by the judgments of people and by those of an automatic judge.
 *
 * @param pause called now and then, so that the page stays usable
 * @returns null for a measure without a highest value
 */
export async function judgedValues(
  board: JudgingBoard,
  settings: Pick<JudgingSettings, 'systems' | 'measure' | 'k'>,
  order: JudgingOrder,
  judge: AutomaticJudge,
  pause: () => Promise<void>,
): Promise<JudgedValues | null> {
  const { range } = definitionOf(board.live.measure);
  if (!range) return null;
  const opinions = new JudgeOpinions(judge);
  const judged = order.questions.slice(0, order.complete);
  const schedule = (opinions.calibrated ? calibrationTimes(order.complete) : [0]).map((from) => ({
    from,
    cuts: opinions.calibrated ? cutsOf(board, judged.slice(0, from), opinions) : null,
  }));
  const rows = new Map<number, readonly Float64Array[]>();
  for (const { from, cuts } of schedule)
    rows.set(from, await automaticRows(board, settings, order, opinions, cuts, pause));
  const human = systemsOf(board, settings).map((system) => {
    const row = board.live.rows()[system]!;
    return Float64Array.from(judged, (index) => known(row[index]!));
  });
  const pairs = judged.flatMap((index, at) => {
    const { from, cuts } = schedule.findLast((each) => each.from <= at)!;
    // Before its scores are calibrated a judge has no grades to agree by.
    if (cuts && from === 0) return [];
    return gradedOf(board, index, opinions).map(
      ({ score, grade }) => [grade, gradeOf(score, cuts)] as readonly [number, number],
    );
  });
  const items = order.questions.flatMap((index) => {
    const { id } = board.query(index)!;
    return board.items(index).map((item) => opinions.scoreOf(id, item));
  });
  return {
    input: { human, automatic: schedule.map(({ from }) => ({ from, rows: rows.get(from)! })), range, alpha: ALPHA },
    pairs,
    known: items.filter((score) => score !== null).length,
    passages: items.length,
  };
}

/** Positions of the pooled systems. */
export const systemsOf = (board: JudgingBoard, { systems }: Pick<JudgingSettings, 'systems'>): number[] =>
  board.source.input.systems.flatMap(({ id }, position) => (systems.has(id) ? [position] : []));

/** A question of whose list nothing is relevant has no value, but the worst one. */
const known = (value: number): number => (Number.isNaN(value) ? 0 : value);

const gradeOf = (score: number, cuts: GradeCuts | null): number => (cuts ? gradeByCuts(score, cuts) : score);

/** Null before enough is judged to calibrate. */
const cutsOf = (board: JudgingBoard, questions: readonly number[], opinions: JudgeOpinions): GradeCuts =>
  gradeCuts(questions.flatMap((index) => gradedOf(board, index, opinions))) ?? UNCALIBRATED;

/** Passages of a question that both a person and the judge have an opinion of. */
function gradedOf(board: JudgingBoard, index: number, opinions: JudgeOpinions): GradedScore[] {
  const { id } = board.query(index)!;
  return board.items(index).flatMap((item) => {
    const [score, grade] = [opinions.scoreOf(id, item), board.counted(index, item)];
    return score === null || grade === null || grade < 0 ? [] : [{ score, grade }];
  });
}

async function automaticRows(
  board: JudgingBoard,
  { measure, k, ...settings }: Pick<JudgingSettings, 'systems' | 'measure' | 'k'>,
  { questions }: JudgingOrder,
  opinions: JudgeOpinions,
  cuts: GradeCuts | null,
  pause: () => Promise<void>,
): Promise<Float64Array[]> {
  const { input, docs, cutter } = board.source;
  const live = new LiveScores(input, docs, { measure, k, places: board.places, cutter });
  for (const index of questions) {
    const { id } = board.query(index)!;
    const judgments = board.items(index).flatMap((item): Judgment[] => {
      const score = opinions.scoreOf(id, item);
      if (score === null) return [];
      const grade = gradeOf(score, cuts);
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
