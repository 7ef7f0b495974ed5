import { CJK, countOf } from '../text/cjk';
import { type Membership, partition } from './dimension';
import { questionTypeOf } from './question-type';
import { scriptsOf } from './scripts';
import type { Dimension, SlicedQuestion } from './types';

/** Dimensions of how a question is written. @param codes languages by question, BCP 47 */
export function textDimensions(questions: readonly SlicedQuestion[], codes: readonly string[]): (Dimension | null)[] {
  const texts = questions.map(({ text }) => text);
  return [
    partition('language', codes.map(languageMembership)),
    partition('script', texts.map(scriptMembership)),
    lengthDimension(texts),
    partition(
      'question-type',
      texts.map((text, q) => {
        if (text.trim() === '') return null;
        const type = questionTypeOf(text, codes[q]!);
        return { key: type, label: { code: 'question-type', data: { type } } };
      }),
    ),
  ];
}

const languageMembership = (code: string): Membership | null =>
  code === 'und' ? null : { key: code, label: { code: 'language', data: { code } } };

function scriptMembership(text: string): Membership | null {
  const scripts = scriptsOf(text);
  return scripts.length === 0 ? null : { key: scripts.join('+'), label: { code: 'script', data: { scripts } } };
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

/** Words of a question: of Chinese, Japanese and Korean half its characters, for a word there has about two. */
export function wordsLong(text: string): number {
  const characters = countOf(text, CJK);
  const others = text.replace(new RegExp(CJK, 'gu'), ' ').match(WORD)?.length ?? 0;
  return others + characters / 2;
}

/** Short and long: up to the median number of words of the collection's questions, and above. */
function lengthDimension(texts: readonly string[]): Dimension | null {
  const lengths = texts.map((text) => (text.trim() === '' ? null : wordsLong(text)));
  const sorted = lengths.filter((length) => length !== null).sort((a, b) => a - b);
  const words = Math.floor(sorted[Math.floor((sorted.length - 1) / 2)] ?? 0);
  return partition(
    'length',
    lengths.map((length) => {
      if (length === null) return null;
      const long = length > words;
      return { key: long ? 'long' : 'short', label: { code: 'length', data: { long, words } } };
    }),
    { order: ['short', 'long'] },
  );
}
