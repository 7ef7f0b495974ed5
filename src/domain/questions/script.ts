import type { QuestionLanguage } from './candidate';

/** The patterns that a text is checked by, as its script tells: those of English for all that is neither Chinese nor Japanese. */
export function languageByScript(text: string): QuestionLanguage {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'ja';
  return /\p{Script=Han}/u.test(text) ? 'zh' : 'en';
}
