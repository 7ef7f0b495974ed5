import { languageByScript } from '../../domain/questions/language';
import type { LanguageShare } from '../../base/types';

/**
 * The `lang` of a text of a collection: what its script says of Chinese and Japanese, else the most frequent language of
 * the collection with another script; undefined where none is known.
 */
export function contentLanguage(text: string, languages: readonly LanguageShare[]): string | undefined {
  const byScript = languageByScript(text);
  if (byScript !== 'en') return byScript;
  return languages.find(({ language }) => !['zh', 'ja', 'und'].includes(language))?.language;
}
