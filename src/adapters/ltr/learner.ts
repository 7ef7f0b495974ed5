import { HitrateError } from '../../contract/errors';
import type { Candidates, LearnedLists, LearnerApi, LearningStep } from '../../contract/workers';
import { applyModel } from '../../domain/ltr/model';
import { runOfScores } from '../../domain/ltr/to-run';
import { packRankings } from '../../domain/run/packed';
import type { LearnedSpec } from '../../domain/ltr/learned-spec';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import { analyzerLoaders } from '../text/loaders';
import { clickRanker } from './click-ranker';
import { crossValidated } from './cross-validated';
import { TermStatistics } from './passage-terms';
import { describeQuestions, joinQuestions, type TermSource } from './question-features';

/** Milliseconds between two reports of progress: a step of a training may take less than a report. */
const REPORT_EVERY = 100;

export function createLearner(): LearnerApi {
  let passages: TermStatistics | null = null;

  const opened = (): TermStatistics => {
    if (!passages) throw new Error('terms of passages are read before they are opened');
    return passages;
  };
  const termsOf = (meanLength: number | null): TermSource | null =>
    meanLength === null ? null : { passages: opened(), meanLength };

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
    async learn({ candidates, spec, meanLength }, progress) {
      return refusing(() => learned(candidates, spec, termsOf(meanLength), rarely(progress)));
    },
    async learnClicks(input, progress) {
      return refusing(() => clickRanker(input, termsOf(input.meanLength), rarely(progress)));
    },
  };
}

function refusing<T>(learn: () => T): T {
  try {
    return learn();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new HitrateError('system-not-learned', { reason: error.message }, { cause: error });
  }
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

/** Reports the beginning of each model, and little of what is between. */
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
