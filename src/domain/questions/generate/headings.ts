import { baseName } from '../../../base/paths';
import { CJK_LETTER as CJK } from '../../text/cjk';
import type { Doc, Heading } from '../../../base/types';
import type { Proposal, QuestionLanguage } from '../candidate';
import { readable } from '../sentences';
import { contentTerms } from '../content-words';
import { trimmed } from '../../chunk/spans';

export interface AskedDoc {
  readonly doc: Doc;
  readonly language: QuestionLanguage;
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

/** The title, or the level-1 heading that the document begins with, unless it is the file's name. */
function titleOf({ id, title, outline }: Doc): string | null {
  const first = outline?.headings[0];
  const given = title.trim() || (first && first.level === 1 && first.start < TITLE_UNITS ? first.text.trim() : '');
  const isFileName = given === id || given === baseName(id) || /^[^\s]+\.\w{1,5}$/.test(given) || /_/.test(given);
  return given === '' || isFileName ? null : given;
}

/** Latin letters carry half as much as characters of Chinese and Japanese: lengths are given for both. */
const isLong = (text: string, { latin, cjk }: { latin: number; cjk: number }): boolean =>
  text.length >= (CJK.test(text) ? cjk : latin);

/** Less under a heading is no answer. */
const MIN_CHARACTERS = { latin: 80, cjk: 40 };

/** Headings that every document has: they ask for nothing. */
const GENERIC =
  /^(?:introduction|overview|summary|abstract|conclusions?|references|bibliography|contents|table of contents|index|appendix|acknowledge?ments|notes?|preface|foreword|background|discussion|results|引言|前言|概述|摘要|总结|结论|目录|附录|参考文献|绪论|简介|小结|はじめに|おわりに|まとめ|概要|目次|付録|参考文献|序論|結論|緒言)$/i;

const NUMBERING =
  /^\s*(?:§\s*)?(?:\d+(?:\.\d+)*[.)、:：]?|[IVX]{1,5}\.|[A-Z]\.|第[一二三四五六七八九十百\d]+[章节節部篇条]|[一二三四五六七八九十]+、|Chapter\s+\w+[.:]?)\s+|^第[一二三四五六七八九十百\d]+[章节節部篇条]\s*|^[一二三四五六七八九十]+、/u;

const ASKS = /[?？]\s*$/;

/** Asks for each heading with enough text under it. A heading that is a question is asked as it stands. */
export function headingQuestions({ doc, language }: AskedDoc): Proposal[] {
  const headings = doc.outline?.headings ?? [];
  const title = titleOf(doc);
  return headings.flatMap((heading, i): Proposal[] => {
    const name = nameOf(heading);
    const end = headings[i + 1]?.start ?? doc.text.length;
    const place = trimmed(doc.text, { start: heading.start, end });
    const line = doc.text.indexOf('\n', heading.start);
    const body = line < 0 ? '' : readable(doc.text.slice(line, end));
    if (!place || name === '' || GENERIC.test(name) || !isLong(body, MIN_CHARACTERS) || contentTerms(name).size === 0)
      return [];
    if (title !== null && (title.includes(name) || name.includes(title))) return [];
    const text = ASKS.test(name) ? name : asked(name, title, language);
    return [{ text, origin: 'heading', language, place: { doc: doc.id, ...place }, value: contentTerms(name).size }];
  });
}

const nameOf = ({ text }: Pick<Heading, 'text'>): string => readable(text).replace(NUMBERING, '').trim();

function asked(heading: string, title: string | null, language: QuestionLanguage): string {
  if (language === 'zh') return title ? `《${title}》中关于${heading}说了什么？` : `关于${heading}有哪些内容？`;
  if (language === 'ja')
    return title
      ? `「${title}」は${heading}について何と述べていますか？`
      : `${heading}について何が述べられていますか？`;
  return title ? `What does “${title}” say about ${lowered(heading)}?` : `What is said about ${lowered(heading)}?`;
}

/** “Cleaning the filter” in the middle of a sentence; names and acronyms keep their capitals. */
function lowered(written: string): string {
  const heading = written.replace(/^(?:on|about)\s+(?=\S)/i, '');
  const [first = '', second = ''] = heading.split(/\s+/);
  if (/^(?:An?|The)$/.test(first)) return first.toLowerCase() + heading.slice(first.length);
  const isName = /^.\p{Ll}*\p{Lu}|^\p{Lu}$|\d/u.test(first) || /^\p{Lu}/u.test(second);
  return isName ? heading : heading.slice(0, 1).toLowerCase() + heading.slice(1);
}

export function titleQuestions({ doc, language }: AskedDoc): Proposal[] {
  const title = titleOf(doc);
  const place = trimmed(doc.text, { start: 0, end: doc.text.length });
  if (title === null || !place || contentTerms(title).size < 2) return [];
  const text = /[?？]\s*$/.test(title) ? title : aboutTitle[language](title);
  return [{ text, origin: 'title', language, place: { doc: doc.id, ...place }, value: contentTerms(title).size }];
}

const aboutTitle: Readonly<Record<QuestionLanguage, (title: string) => string>> = {
  en: (title) => `What is “${title}” about?`,
  zh: (title) => `《${title.replace(/^《|》$/g, '')}》主要讲了什么？`,
  ja: (title) => `「${title.replace(/^「|」$/g, '')}」は何について書かれていますか？`,
};
