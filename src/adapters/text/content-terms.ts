import { contentTerms } from '../../domain/questions/content-words';
import type { ContentTerms } from '../../domain/slices/types';
import type { AnalyzerSpec } from '../../domain/text/analyzer-spec';
import { openAnalyzer } from '../../domain/text/open-analyzer';
import { analyzerLoaders } from './loaders';

/** Content words by an analyzer; those of English, Chinese and Japanese where null. */
export async function contentTermsBy(spec: AnalyzerSpec | null): Promise<ContentTerms> {
  if (!spec) return contentTerms;
  const analyze = await openAnalyzer(spec, analyzerLoaders);
  return (text) => new Set(analyze(text));
}
