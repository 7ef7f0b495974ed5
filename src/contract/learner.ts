import type { FeatureImportances } from '../domain/ltr/model';
import type { LearnerOptions } from '../domain/ltr/options';
import type { PackedRankings } from '../domain/run/packed';
import type { AnalyzerSpec } from '../domain/text/analyzer-spec';
import type { LearnedSpec, TrainedSpec } from '../domain/ltr/learned-spec';
import type { DocId, Query } from '../base/types';
import type { TimedRankings } from './rankings';

/** What the routes of a learned ranker found: a route is a retriever, a candidate a document of any route's list. */
export interface Candidates {
  readonly questions: readonly Query[];
  /** Every candidate of any question, each once; lists name them by their place here. */
  readonly docs: readonly DocId[];
  /** One a route, of a list a question. */
  readonly routes: readonly PackedRankings[];
  /** The most documents that a route gives to a question. */
  readonly depth: number;
  /** By question, the candidates that were judged, and their grades as scores. */
  readonly judged: PackedRankings;
  /** One a number of the features' metadata, of a value a document; NaN where it has none. */
  readonly numbers: readonly Float64Array[];
}

/** How far a training is. */
export interface LearningStep {
  /** The model that is trained, from 1. */
  readonly model: number;
  readonly models: number;
  /** Round or step of its training, of so many at most. */
  readonly step: number;
  readonly most: number;
  /** Questions that are scored. */
  readonly scored: number;
}

/** A model and how its training went. */
export interface TrainingReport {
  /** Questions that it was trained on. */
  readonly questions: number;
  /** Trees that were kept, or steps that were made. */
  readonly rounds: number;
  /** Trees or steps at most. */
  readonly most: number;
  /** Whether a linear learner came to the minimum; null for trees, which have none. */
  readonly converged: boolean | null;
  /** Questions that were held out of it to tell when to stop. */
  readonly heldOut: number;
  readonly milliseconds: number;
  readonly importances: FeatureImportances;
}

export interface FoldReport extends TrainingReport {
  /** Questions that its model scored, and did not see. */
  readonly scored: number;
}

/** What a cross-validated ranker learned. */
export interface LearnedReport {
  readonly learner: LearnerOptions;
  /** Candidates of all questions, and those with a grade above 0. */
  readonly candidates: number;
  readonly relevant: number;
  /** Questions with candidates of different grades: others teach nothing. */
  readonly telling: number;
  readonly folds: readonly FoldReport[];
  /**
   * The training on all questions, for use elsewhere. No score of it is told: on the questions that it was trained on it
   * would be optimistic.
   */
  readonly whole: TrainingReport;
  /** The model of that training, with all that is needed to apply it. */
  readonly trained: TrainedSpec;
}

/** Lists of a learned ranker: documents are places in the candidates' `docs`; times are of features and scoring. */
export interface LearnedLists extends TimedRankings {
  /** What it took to read the terms of the candidates, in this call or before. */
  readonly readMilliseconds: number;
  /** Null where a trained model was applied. */
  readonly report: LearnedReport | null;
}

/** Learned rankers in a worker. It keeps the terms of passages of one collection by one analyzer. */
export interface LearnerApi {
  /** Counts the terms of passages, repeats included. */
  countTerms(input: { analyzer: AnalyzerSpec; texts: readonly string[] }): Promise<number>;
  /**
   * Opens the terms of a collection.
   * @param input.corpus hash of the collection's passages
   * @returns the documents whose terms are not there
   */
  open(input: {
    analyzer: AnalyzerSpec;
    corpus: string;
    docs: readonly DocId[];
  }): Promise<{ readonly missing: readonly DocId[] }>;
  /** Takes in passages of the open collection. */
  add(input: { docs: readonly DocId[]; texts: readonly string[] }): Promise<void>;
  /**
   * Orders the candidates of every question, by a model that is trained without the question or by one that was trained
   * before.
   *
   * @param input.meanLength mean count of terms over the collection; null where no feature reads terms
   * @param progress told several times a second
   * @throws {HitrateError} `spec-invalid` where there is too little to learn from, or a model's columns do not fit
   */
  learn(
    input: { candidates: Candidates; spec: LearnedSpec; meanLength: number | null },
    progress: (step: LearningStep) => void,
  ): Promise<LearnedLists>;
}
