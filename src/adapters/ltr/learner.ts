import { HitrateError, refusedAs } from '../../contract/errors';
import type { LearningStep, Candidates, LearnedLists, LearnerApi } from '../../contract/workers';
import type { FoldReport, LearnedReport } from '../../contract/result';
import { crossValidate, runOfScores, train, type Training } from '../../domain/ltr/cross-validate';
import { foldsOf } from '../../domain/ltr/folds';
import { type CandidateMatrix, rowCount } from '../../domain/ltr/matrix';
import { applyModel, importances, type LearnedModel } from '../../domain/ltr/model';
import { type LearnedSpec, type LearnerOptions, trainedKey, type TrainedSpec } from '../../domain/ltr/learned-spec';
import { finish } from '../../domain/ltr/training';
import type { Query } from '../../base/types';
import { packRankings } from '../../domain/run/packed';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import { analyzerLoaders } from '../text/loaders';
import { TermStatistics, describeQuestions, joinQuestions, type TermSource } from './question-features';

function crossValidated(
  data: CandidateMatrix,
  queries: readonly Query[],
  spec: Exclude<LearnedSpec, TrainedSpec>,
  progress: (step: LearningStep) => void,
) {
  const { learner, features } = spec;
  const folds = foldsOf(data.questions, spec.folds, spec.seed);
  const telling = tellingQuestions(data);
  checkTelling(telling, folds);
  const sizes = Array.from({ length: spec.folds }, (_, fold) => folds.filter((each) => each === fold).length);
  const began = performance.now();
  const whole = finish(train(data, learner), (step) =>
    progress({ model: 1, models: spec.folds + 1, scored: 0, ...step }),
  );
  const milliseconds = performance.now() - began;
  const stopwatch = new Stopwatch(spec.folds);
  const { folds: results } = finish(crossValidate(data, folds, learner), ({ fold, step, most }) => {
    stopwatch.lap(fold);
    const scored = sizes.slice(0, fold).reduce((sum, size) => sum + size, 0);
    progress({ model: fold + 2, models: spec.folds + 1, scored, step, most });
  });
  stopwatch.lap(spec.folds - 1);
  const models = new Array<LearnedModel>(data.questions.length);
  for (const { questions, training } of results) for (const q of questions) models[q] = training.model;
  const report: LearnedReport = {
    learner,
    candidates: rowCount(data),
    relevant: data.labels.filter((label) => label > 0).length,
    telling: telling.filter(Boolean).length,
    folds: results.map(({ fold, questions, training }): FoldReport => ({
      ...reportOf(training, learner, data.questions.length - questions.length, stopwatch.milliseconds[fold]!),
      scored: questions.length,
    })),
    whole: reportOf(whole, learner, data.questions.length, milliseconds),
    trained: { kind: 'model', model: whole.model, features, trainedOn: queries.map(trainedKey) },
  };
  return { models, report };
}

const tellingQuestions = ({ questions, offsets, labels }: CandidateMatrix): boolean[] =>
  questions.map((_, q) => new Set(labels.subarray(offsets[q], offsets[q + 1])).size > 1);

/** A training without such a question would fail after others have taken their time. */
function checkTelling(telling: readonly boolean[], folds: Int32Array): void {
  const foldsWith = new Set(folds.filter((_, q) => telling[q]));
  if (foldsWith.size > 1) return;
  throw new HitrateError('system-little-to-learn', { telling: foldsWith.size === 0 ? 'none' : 'one-fold' });
}

class Stopwatch {
  readonly milliseconds: Float64Array;
  #last = performance.now();

  constructor(folds: number) {
    this.milliseconds = new Float64Array(folds);
  }

  lap(fold: number): void {
    const now = performance.now();
    this.milliseconds[fold]! += now - this.#last;
    this.#last = now;
  }
}

function reportOf(training: Training, options: LearnerOptions, questions: number, milliseconds: number) {
  const { model } = training;
  const shared = { questions, milliseconds, importances: importances(model) };
  if ('converged' in training) {
    const { iterations: rounds, converged } = training;
    return { ...shared, rounds, most: 'iterations' in options ? options.iterations : rounds, converged, heldOut: 0 };
  }
  const rounds = training.model.trees.length;
  const most = 'rounds' in options ? options.rounds : rounds;
  return { ...shared, rounds, most, converged: null, heldOut: training.heldOut };
}

const REPORT_EVERY = 100;

export function createLearner(): LearnerApi {
  let passages: TermStatistics | null = null;

  const opened = (): TermStatistics => {
    if (!passages) throw new Error('terms of passages are read before they are opened');
    return passages;
  };
  const termsOf = (meanLength: number | null) => (meanLength === null ? null : { passages: opened(), meanLength });

  return {
    async countTerms({ analyzer, texts }) {
      const analyze = await openAnalyzer(analyzer, analyzerLoaders);
      return texts.reduce((sum, text) => sum + analyze(text).length, 0);
    },
    async open({ analyzer, corpus, docs }) {
      passages = await TermStatistics.opened(passages, corpus, analyzer);
      return { missing: passages.missing(docs) };
    },
    async add({ docs, texts }) {
      opened().add(docs, texts);
    },
    learn: ({ candidates, spec, meanLength }, progress) =>
      refusedAs('system-not-learned', () => learned(candidates, spec, termsOf(meanLength), rarely(progress))),
  };
}

function learned(
  candidates: Candidates,
  spec: LearnedSpec,
  terms: TermSource | null,
  progress: (step: LearningStep) => void,
): LearnedLists {
  const described = describeQuestions(candidates, spec.features, terms);
  const trained =
    spec.kind === 'model'
      ? null
      : crossValidated(joinQuestions(described.map(({ matrix }) => matrix)), candidates.questions, spec, progress);
  const places = new Map(candidates.docs.map((doc, place) => [doc, place]));
  const milliseconds = new Float64Array(described.length);
  const lists = described.map(({ matrix, milliseconds: ofFeatures }, q) => {
    const began = performance.now();
    const model = spec.kind === 'model' ? spec.model : trained!.models[q]!;
    const ranking = runOfScores(matrix, applyModel(model, matrix)).get(candidates.questions[q]!.id)!;
    milliseconds[q] = ofFeatures + performance.now() - began;
    return ranking.map(({ id, score }) => ({ doc: places.get(id)!, score }));
  });
  const readMilliseconds = terms?.passages.milliseconds(candidates.docs) ?? 0;
  return { ...packRankings(lists), milliseconds, readMilliseconds, report: trained?.report ?? null };
}

function rarely(progress: (step: LearningStep) => void): (step: LearningStep) => void {
  let reported = -Infinity;
  let model = 0;
  return (step) => {
    const now = performance.now();
    if (step.model === model && now - reported < REPORT_EVERY) return;
    reported = now;
    model = step.model;
    progress(step);
  };
}
