import type { StatisticsApi } from '../../contract/workers';
import { sliceChanges } from '../../domain/slices/changes';
import { sliceReport } from '../../domain/slices/report';
import { contentTermsBy } from './content-terms';

/** In a worker, since it resamples, and reads every question and relevant passage. */
export const createSlices = (): Pick<StatisticsApi, 'slices' | 'sliceChanges'> => ({
  slices: async ({ analyzer, ...input }) => sliceReport(input, await contentTermsBy(analyzer)),
  sliceChanges: async ({ analyzer, ...input }) => sliceChanges(input, await contentTermsBy(analyzer)),
});
