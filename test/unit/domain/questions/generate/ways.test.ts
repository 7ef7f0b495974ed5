import { describe, expect, test } from 'vitest';
import type { Proposal } from '../../../../../src/domain/questions/candidate';
import { headingQuestions, titleQuestions } from '../../../../../src/domain/questions/generate/headings';
import { docId, type Doc, type Heading } from '../../../../../src/base/types';

const doc = (text: string, more: Partial<Doc> = {}): Doc => ({ id: docId('d'), title: '', text, ...more });

const texts = (proposals: readonly Proposal[]): string[] => proposals.map(({ text }) => text);
const held = ({ text }: Doc, proposals: readonly Proposal[]): string[] =>
  proposals.map(({ place: { start, end } }) => text.slice(start, end));

const headings = (text: string, ...names: [string, number?][]): Heading[] =>
  names.map(([name, level = 2]) => ({ start: text.indexOf(name), level, text: name }));

describe('headings', () => {
  const body = 'The filter is rinsed with warm water once a week, dried for a day, and put back with its arrow up. ';
  const text = `Pump manual\n\nCleaning the filter\n\n${body}\n\nWarranty\n\nNone.\n\n3.2 Storage in winter\n\n${body.repeat(2)}`;
  const manual = doc(text, {
    outline: {
      pages: [],
      headings: headings(text, ['Pump manual', 1], ['Cleaning the filter'], ['Warranty'], ['3.2 Storage in winter']),
    },
  });

  test('are asked about where there is enough text under them, in the document that they stand in', () => {
    expect(texts(headingQuestions({ doc: manual, language: 'en' }))).toEqual([
      'What does “Pump manual” say about cleaning the filter?',
      'What does “Pump manual” say about storage in winter?',
    ]);
  });

  test('are told with the section up to the next heading, the heading included', () => {
    const [first] = held(manual, headingQuestions({ doc: manual, language: 'en' }));
    expect(first).toBe(`Cleaning the filter\n\n${body.trim()}`);
  });

  test('that are questions are asked as they stand; those that every document has are not asked', () => {
    const faq = `How do I reset it?\n\n${body}\n\nIntroduction\n\n${body}`;
    const own = doc(faq, { outline: { pages: [], headings: headings(faq, ['How do I reset it?'], ['Introduction']) } });
    expect(texts(headingQuestions({ doc: own, language: 'en' }))).toEqual(['How do I reset it?']);
  });

  test('of Chinese and Japanese are asked in the language, without their numbers', () => {
    const zh = `第三章 冷却系统\n\n${'冷却系统由水泵、散热器和风扇组成，水泵每分钟循环二十升冷却液，温度高于九十度时风扇启动。'}`;
    const chinese = doc(zh, { title: '维修手册', outline: { pages: [], headings: headings(zh, ['第三章 冷却系统']) } });
    expect(texts(headingQuestions({ doc: chinese, language: 'zh' }))).toEqual(['《维修手册》中关于冷却系统说了什么？']);
    const ja = `冷却装置の点検\n\n${'冷却装置は水ポンプと放熱器と送風機から成り、水ポンプは毎分二十リットルの冷却液を循環させる。'}`;
    const japanese = doc(ja, { outline: { pages: [], headings: headings(ja, ['冷却装置の点検']) } });
    expect(texts(headingQuestions({ doc: japanese, language: 'ja' }))).toEqual([
      '冷却装置の点検について何が述べられていますか？',
    ]);
  });
});

describe('titles', () => {
  test('are asked of documents with a telling title, and not with the name of a file', () => {
    const asked = (title: string) => texts(titleQuestions({ doc: doc('Some text.', { title }), language: 'en' }));
    expect(asked('The copper trade of Falun')).toEqual(['What is “The copper trade of Falun” about?']);
    expect(asked('report_final_2.pdf')).toEqual([]);
    expect(asked('')).toEqual([]);
  });
});
