import { trimmed } from '../../chunk/chunk';
import type { Proposal, QuestionLanguage } from '../candidate';
import { contentTerms } from '../content-words';
import { type AskedDoc, titleOf } from './source';

/** What a document with a telling title is about; the place is the whole of it. */
export function titleQuestions({ doc, language }: AskedDoc): Proposal[] {
  const title = titleOf(doc);
  const place = trimmed(doc.text, { start: 0, end: doc.text.length });
  if (title === null || !place || contentTerms(title).size < 2) return [];
  const text = /[?？]\s*$/.test(title) ? title : asked[language](title);
  return [{ text, origin: 'title', language, place: { doc: doc.id, ...place }, value: contentTerms(title).size }];
}

const asked: Readonly<Record<QuestionLanguage, (title: string) => string>> = {
  en: (title) => `What is “${title}” about?`,
  zh: (title) => `《${title.replace(/^《|》$/g, '')}》主要讲了什么？`,
  ja: (title) => `「${title.replace(/^「|」$/g, '')}」は何について書かれていますか？`,
};
