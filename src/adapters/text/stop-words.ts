import type { StopWordLanguage } from '../../domain/text/analyzer-spec';

/**
 * The list of stopwords-iso, which is long: of its 1,298 English words some carry meaning, as `computer`, `system` and
 * `world`.
 */
export async function loadStopWords(language: StopWordLanguage): Promise<readonly string[]> {
  const { default: lists } = await import('stopwords-iso/stopwords-iso.json');
  return lists[language];
}
