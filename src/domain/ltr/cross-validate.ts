import { type LambdaMartTraining, trainLambdaMart } from './lambda-mart';
import { type LinearTraining, listNetLoss, rankNetLoss, trainLinear } from './linear';
import { type CandidateMatrix, checkTrainingData, rowCount, selectQuestions, type TrainingData } from './matrix';
import { applyModel } from './model';
import type { LearnerOptions } from './learned-spec';
import { mapSteps, type TrainingStep } from './training';
import { rank } from '../run/order';
import type { Run } from '../../base/types';

export type Training = LambdaMartTraining | LinearTraining;

/** @throws {RangeError} for invalid data or options, or where no two candidates of a question differ in grade */
export function train(data: TrainingData, options: LearnerOptions): Generator<TrainingStep, Training> {
  if (options.kind === 'lambda-mart') return trainLambdaMart(data, options);
  return trainLinear(data, options.kind === 'rank-net' ? rankNetLoss : listNetLoss, options);
}

/**
 * Scores questions by a model of the other folds, which alone give standardisation, bins and early stopping. @throws
 * {RangeError} for data, folds or options that are not valid, or where a training has nothing to learn from
 */
export function* crossValidate(data: TrainingData, folds: ArrayLike<number>, options: LearnerOptions) {
  checkTrainingData(data);
  const parts = questionsOfFolds(folds, data.questions.length);
  const scores = new Float64Array(rowCount(data));
  const results: { readonly fold: number; readonly questions: readonly number[]; readonly training: Training }[] = [];
  for (const [fold, questions] of parts.entries()) {
    const others = data.questions.flatMap((_, q) => (folds[q] === fold ? [] : [q]));
    const training = yield* mapSteps(train(selectQuestions(data, others), options), (step) => ({
      ...step,
      fold,
      folds: parts.length,
    }));
    const found = applyModel(training.model, selectQuestions(data, questions));
    let from = 0;
    for (const q of questions) {
      const end = from + data.offsets[q + 1]! - data.offsets[q]!;
      scores.set(found.subarray(from, end), data.offsets[q]!);
      from = end;
    }
    results.push({ fold, questions, training });
  }
  return { scores, folds: results };
}

function questionsOfFolds(folds: ArrayLike<number>, questions: number): number[][] {
  if (folds.length !== questions)
    throw new RangeError(`${folds.length} folds for ${questions} questions: each question has one`);
  const parts: number[][] = [];
  for (let q = 0; q < questions; q++) {
    const fold = folds[q]!;
    if (!Number.isInteger(fold) || fold < 0 || fold >= questions)
      throw new RangeError(`the fold of question ${q} is ${fold}`);
    (parts[fold] ??= []).push(q);
  }
  if (parts.length < 2) throw new RangeError('there must be at least two folds');
  for (let fold = 0; fold < parts.length; fold++)
    if (!parts[fold]) throw new RangeError(`fold ${fold} has no question`);
  return parts;
}

export function runOfScores({ questions, offsets, docs }: CandidateMatrix, scores: Float64Array): Run {
  return new Map(
    questions.map((question, q) => {
      const [from, to] = [offsets[q]!, offsets[q + 1]!];
      return [question, rank(docs.slice(from, to).map((id, i) => ({ id, score: scores[from + i]! })))];
    }),
  );
}
