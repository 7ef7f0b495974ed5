import type { Flaw, QuestionLanguage } from '../candidate';
import { contentTerms } from '../content-words';
import { BLANK } from '../generate/source';

/**
 * Flaws for a reader who does not see the passage. Patterns, not understanding: a question without one may still fail.
 */
export function flawsOf(text: string, language: QuestionLanguage): Flaw[] {
  const question = text.trim();
  const flaws: Flaw[] = [];
  if (DEICTIC[language].test(question)) flaws.push('deictic');
  if (hasLoosePronoun(question, language)) flaws.push('pronoun');
  if ([...contentTerms(question.replaceAll(BLANK, ' '))].join('').length < 2) flaws.push('empty');
  if (isCutOff(question)) flaws.push('cut-off');
  return flaws;
}

const DEICTIC: Readonly<Record<QuestionLanguage, RegExp>> = {
  en: /\b(?:(?:this|these|those)\b|(?:the|that) (?:above|below|following|previous|preceding|given|passage|text|document|article|context|section|chapter|paragraph|page|author|authors|figure|table|example)\b(?! of\b)|(?:above|below|aforementioned|hereby|herein)\b|according to the (?:text|passage|context|document|article))/i,
  zh: /[这那](?!么|里程)|(?<![因从由如彼至])此(?!外|刻|起|间|后)|本(?:节|章|文|段|书|页|篇|条)|上述|下述|以[上下](?!$)|上文|下文|前文|前述|如[上下图表]|该(?!死)(?<!应该|活该|本该)|文中|作者认为/u,
  ja: /この|その(?!他|もの|後)|あの|これ(?!まで|から)|それ(?!ぞれ|以外)|あれ(?!ば)|ここ(?!ろ)|そこ(?!で)|こちら|このよう|本(?:節|章|稿|文書|論文|書|項|記事)|[上下]記|[以][上下](?!$)|前述|後述|次の(?:よう|図|表|例)|筆者/u,
};

/** A pronoun, and no noun before it: in “What does it mean?”, and not in “When was the bridge built, and who paid for it?”. */
function hasLoosePronoun(question: string, language: QuestionLanguage): boolean {
  const at = question.search(PRONOUN[language]);
  if (at < 0) return false;
  const before = question.slice(0, at);
  return contentTerms(language === 'en' ? before : before.replace(/[^\p{L}]/gu, '')).size === 0;
}

const PRONOUN: Readonly<Record<QuestionLanguage, RegExp>> = {
  en: /\b(?:it|its|they|them|their|he|him|his|she|her|hers|itself|themselves|we|our|us)\b/i,
  zh: /[他她它]们?|其(?![他它中实余次]|实)/u,
  ja: /彼(?:女|ら)?(?!岸)|同(?:氏|社|書|国|市|県)/u,
};

const OPEN = { '(': ')', '（': '）', '「': '」', '『': '』', '《': '》', '“': '”', '[': ']' } as const;

function isCutOff(question: string): boolean {
  if (/(?:\.\.\.|…|[,，、;；:：(（「『《“-])\s*[?？]?$/u.test(question)) return true;
  if (
    /\b(?:and|or|of|the|an?|to|in|for|with|by|from)\s*[?？.]?$/i.test(question) &&
    !/\b(?:what|which|where|who)\b/i.test(question)
  )
    return true;
  return Object.entries(OPEN).some(([open, close]) => question.split(open).length > question.split(close).length);
}
