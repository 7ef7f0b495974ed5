import type { StatisticsApi } from '../../contract/workers';
import { sliceChanges } from '../../domain/slices/cells';
import { sliceReport } from '../../domain/slices/report';
import { contentTerms } from '../../domain/questions/content-words';
import type { ContentTerms } from '../../domain/slices/dimension';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import { analyzerLoaders } from './loaders';

export const createSlices = (): Pick<StatisticsApi, 'slices' | 'sliceChanges'> => ({
  slices: async ({ analyzer, ...input }) => sliceReport(input, await contentTermsBy(analyzer)),
  sliceChanges: async ({ analyzer, ...input }) => sliceChanges(input, await contentTermsBy(analyzer)),
});

async function contentTermsBy(spec: AnalyzerSpec | null): Promise<ContentTerms> {
  if (!spec) return contentTerms;
  const analyze = await openAnalyzer(spec, analyzerLoaders);
  return (text) => new Set(analyze(text));
}
