import type { QuestionMapApi } from '../../contract/question-map';
import { questionMap } from '../../domain/question-map/question-map';
import type { LayoutStep } from '../../domain/question-map/umap-layout';
import { contentTermsBy } from './content-terms';

/** Reports of each kind of step: more would take longer than they say. */
const REPORTS = 50;

export const createQuestionMap = (): QuestionMapApi => ({
  layOut: async ({ analyzer, seed, ...source }, progress) => {
    const rarely = (step: LayoutStep): void => {
      if (step.done % Math.ceil(step.total / REPORTS) === 0) progress(step);
    };
    return questionMap(source, await contentTermsBy(analyzer), seed, rarely);
  },
});
