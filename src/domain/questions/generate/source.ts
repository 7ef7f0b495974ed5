import { baseName } from '../../../base/paths';
import { CJK_LETTER as CJK } from '../../text/cjk';
import type { Doc } from '../../../base/types';
import type { QuestionLanguage } from '../candidate';
import { proseSentences, type Sentence } from '../sentences';

export interface AskedDoc {
  readonly doc: Doc;
  readonly language: QuestionLanguage;
  readonly sentences: readonly Sentence[];
}

/** Its sentences are found when they are first asked for. */
export function askedDoc(doc: Doc, language: QuestionLanguage): AskedDoc {
  let sentences: readonly Sentence[] | undefined;
  return {
    doc,
    language,
    get sentences() {
      return (sentences ??= proseSentences(doc.text));
    },
  };
}

/** A sentence-initial term as within a sentence: decapitalised where the document has its first word so elsewhere. */
export function inSentence(term: string, { text }: Doc): string {
  const [first = ''] = term.split(/[\s-]/);
  if (!/^\p{Lu}\p{Ll}+$/u.test(first)) return term;
  const small = first.toLowerCase();
  return new RegExp(String.raw`(?<!\p{L})${small}(?!\p{L})`, 'u').test(text) ? small + term.slice(first.length) : term;
}

/** A first heading that stands later than this is no title. */
const TITLE_UNITS = 300;

/**
 * The title, or the level-1 heading that the document begins with; null where neither exists or the title is its file
 * name.
 */
export function titleOf({ id, title, outline }: Doc): string | null {
  const first = outline?.headings[0];
  const given = title.trim() || (first && first.level === 1 && first.start < TITLE_UNITS ? first.text.trim() : '');
  const isFileName = given === id || given === baseName(id) || /^[^\s]+\.\w{1,5}$/.test(given) || /_/.test(given);
  return given === '' || isFileName ? null : given;
}

/** Latin letters carry half as much as characters of Chinese and Japanese: lengths are given for both. */
export const isLong = (text: string, { latin, cjk }: { latin: number; cjk: number }): boolean =>
  text.length >= (CJK.test(text) ? cjk : latin);
