import type { CorrectedSystems, CorrectedSystemsInput } from '../domain/automatic-judges/corrected-systems';
import type { LossTest, LossTestsInput } from '../domain/check/loss-tests';
import type { SequentialPlanningInput } from '../domain/planning/read-always';
import type { Prediction } from '../domain/planning/types';
import type { SequentialInput } from '../domain/evidence/sequential';
import type { SequentialFigures } from '../domain/evidence/sequential-figures';
import type { NoAnswerInput, NoAnswerReport } from '../domain/no-answer/no-answer';
import type { FigureChange, FigureChangesInput } from '../domain/run-comparison/figure-changes';
import type { SliceChanges, SliceChangesInput } from '../domain/slices/changes';
import type { SliceReport, SlicesInput } from '../domain/slices/report';
import type { Comparison, ComparisonInput } from '../domain/statistics/types';
import type { AnalyzerSpec } from '../domain/text/analyzer-spec';
import type { Verdict, VerdictInput } from '../domain/verdict/types';

/** In a worker, since resampling takes seconds. */
export interface StatisticsApi {
  compare(input: ComparisonInput): Promise<Comparison>;
  /**
   * Divides questions into slices and compares the systems in them; null where there is nothing to compare.
   *
   * @param input.analyzer what takes content words from texts; the words of English, Chinese and Japanese where null
   */
  slices(input: SlicesInput & { readonly analyzer: AnalyzerSpec | null }): Promise<SliceReport | null>;
  /** Divides the questions of two runs into slices and tests what changed in them; `analyzer` as for slices. */
  sliceChanges(input: SliceChangesInput & { readonly analyzer: AnalyzerSpec | null }): Promise<SliceChanges | null>;
  /** Questions after which a confidence sequence would find the margin. */
  planned(input: SequentialPlanningInput): Promise<Prediction | null>;
  /** What questions in random order show so far. */
  sequential(input: SequentialInput): Promise<SequentialFigures>;
  corrected(input: CorrectedSystemsInput): Promise<CorrectedSystems>;
  verdict(input: VerdictInput): Promise<Verdict>;
  /** How well systems tell questions without an answer from the others. */
  noAnswer(input: NoAnswerInput): Promise<NoAnswerReport>;
  /** Compares systems between two runs. */
  figureChanges(input: FigureChangesInput): Promise<readonly FigureChange[]>;
  lossTests(input: LossTestsInput): Promise<readonly LossTest[]>;
}
