import { languagesOf } from '../dataset/languages';
import { CJK_LETTER as CJK, HAN, KANA } from '../text/cjk';
import type { Doc } from '../../base/types';
import type { QuestionLanguage } from './candidate';

const LANGUAGES: readonly string[] = ['en', 'zh', 'ja'] satisfies QuestionLanguage[];

/** Shorter documents are taken to be of the collection's language where it is not told by their script. */
const FEW_UNITS = 400;

/** Share of one language from which on all documents of alphabetic scripts are taken to be of it. */
const NEARLY_ALL = 0.95;

/** Tells the language of each document of a collection; null where questions cannot be made in it. */
export function languageTeller(docs: readonly Doc[]): (doc: Doc) => QuestionLanguage | null {
  const alphabetic = languagesOf(docs).filter(({ language }) => !['zh', 'ja', 'und'].includes(language));
  const prevailing = alphabetic[0]?.language ?? 'en';
  const total = alphabetic.reduce((sum, { share }) => sum + share, 0);
  const isOne = total === 0 || alphabetic[0]!.share >= NEARLY_ALL * total;
  return (doc) => {
    if (isOne && !CJK.test(doc.text)) return asked(prevailing);
    const [told] = languagesOf([doc]);
    if (!told) return null;
    const { language } = told;
    const byScript = language === 'zh' || language === 'ja';
    return asked(!byScript && (language === 'und' || doc.text.length < FEW_UNITS) ? prevailing : language);
  };
}

const asked = (language: string) => (LANGUAGES.includes(language) ? (language as QuestionLanguage) : null);

/** The patterns that a text is checked by, as its script tells: those of English for all that is neither Chinese nor Japanese. */
export function languageByScript(text: string): QuestionLanguage {
  if (KANA.test(text)) return 'ja';
  return HAN.test(text) ? 'zh' : 'en';
}
