import type { QuestionMap } from '../domain/question-map/question-map';
import type { LayoutStep } from '../domain/question-map/umap-layout';
import type { SliceSource } from '../domain/slices/dimensions';
import type { AnalyzerSpec } from '../domain/text/analyzer-spec';

/** In a worker of its own: a layout of thousands of questions takes seconds, and a cancel ends it. */
export interface QuestionMapApi {
  /**
   * Places questions so that those that are alike are near to each other; null where too few have anything in common.
   *
   * @param input.analyzer as for slices
   */
  layOut(
    input: SliceSource & { readonly analyzer: AnalyzerSpec | null; readonly seed: number },
    progress: (step: LayoutStep) => void,
  ): Promise<QuestionMap | null>;
}
