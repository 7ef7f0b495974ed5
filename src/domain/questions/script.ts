import { HAN, KANA } from '../text/cjk';
import type { QuestionLanguage } from './candidate';

/** The patterns that a text is checked by, as its script tells: those of English for all that is neither Chinese nor Japanese. */
export function languageByScript(text: string): QuestionLanguage {
  if (KANA.test(text)) return 'ja';
  return HAN.test(text) ? 'zh' : 'en';
}
