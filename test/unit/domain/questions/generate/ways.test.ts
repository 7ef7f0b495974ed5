import { describe, expect, test } from 'vitest';
import type { Proposal, QuestionLanguage } from '../../../../../src/domain/questions/candidate';
import {
  askedDoc,
  BLANK,
  clozeQuestions,
  headingQuestions,
  titleQuestions,
} from '../../../../../src/domain/questions/generate/headings';
import { definitionQuestions } from '../../../../../src/domain/questions/generate/generate';
import { phraseQuestions } from '../../../../../src/domain/questions/generate/phrases';
import { TermStatistics } from '../../../../../src/domain/questions/content-words';
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
    expect(texts(headingQuestions(askedDoc(manual, 'en')))).toEqual([
      'What does “Pump manual” say about cleaning the filter?',
      'What does “Pump manual” say about storage in winter?',
    ]);
  });

  test('are told with the section up to the next heading, the heading included', () => {
    const [first] = held(manual, headingQuestions(askedDoc(manual, 'en')));
    expect(first).toBe(`Cleaning the filter\n\n${body.trim()}`);
  });

  test('that are questions are asked as they stand; those that every document has are not asked', () => {
    const faq = `How do I reset it?\n\n${body}\n\nIntroduction\n\n${body}`;
    const own = doc(faq, { outline: { pages: [], headings: headings(faq, ['How do I reset it?'], ['Introduction']) } });
    expect(texts(headingQuestions(askedDoc(own, 'en')))).toEqual(['How do I reset it?']);
  });

  test('of Chinese and Japanese are asked in the language, without their numbers', () => {
    const zh = `第三章 冷却系统\n\n${'冷却系统由水泵、散热器和风扇组成，水泵每分钟循环二十升冷却液，温度高于九十度时风扇启动。'}`;
    const chinese = doc(zh, { title: '维修手册', outline: { pages: [], headings: headings(zh, ['第三章 冷却系统']) } });
    expect(texts(headingQuestions(askedDoc(chinese, 'zh')))).toEqual(['《维修手册》中关于冷却系统说了什么？']);
    const ja = `冷却装置の点検\n\n${'冷却装置は水ポンプと放熱器と送風機から成り、水ポンプは毎分二十リットルの冷却液を循環させる。'}`;
    const japanese = doc(ja, { outline: { pages: [], headings: headings(ja, ['冷却装置の点検']) } });
    expect(texts(headingQuestions(askedDoc(japanese, 'ja')))).toEqual([
      '冷却装置の点検について何が述べられていますか？',
    ]);
  });
});

describe('definitions', () => {
  const asked = (text: string, language: QuestionLanguage = 'en') =>
    definitionQuestions(askedDoc(doc(text), language)).map((each) => [each.text, each.answer]);

  test.each([
    ['A centrifugal pump is a machine that moves fluids.', 'What is a centrifugal pump?'],
    ['Cavitation refers to the formation of vapour bubbles.', 'What is Cavitation?'],
    ['Cavitation refers to vapour bubbles. We call cavitation harmful.', 'What is cavitation?'],
    ['HTTP (Hypertext Transfer Protocol) is a protocol of the web.', 'What is HTTP (Hypertext Transfer Protocol)?'],
    ['Isotopes are any of several atoms of one element.', 'What are Isotopes?'],
    ['The mean free path is the number of metres between collisions.', 'What is the mean free path?'],
  ])('are found in English: %s', (text, question) => {
    expect(asked(text)[0]).toEqual([question, text.split('. ')[0]!.replace(/\.?$/, '.')]);
  });

  test.each([
    'This is a machine that moves fluids.',
    'It is a machine that moves fluids.',
    'There is a machine in the cellar.',
    'What follows is a list of parts.',
    'The aim of the whole study is a better pump.',
    'A pump is not a motor',
  ])('are not made of a sentence that defines nothing: %s', (text) => {
    expect(asked(text)).toEqual([]);
  });

  test.each([
    ['zh', '光刻机是一种制造芯片的设备。', '什么是光刻机？'],
    ['zh', '所谓晶圆，是指制造半导体的硅片。', '什么是晶圆？'],
    ['zh', '产能利用率是指实际产量与产能之比。', '什么是产能利用率？'],
    ['zh', '台积电（TSMC）是全球最大的晶圆代工企业。', '什么是台积电？'],
    ['ja', '半導体とは、導体と絶縁体の中間の性質を持つ物質である。', '半導体とは何ですか？'],
    ['ja', '空港（くうこう）とは、公共の用に供する飛行場のことである。', '空港とは何ですか？'],
    ['ja', '歩留まりは、良品の割合のことである。', '歩留まりとは何ですか？'],
  ] as const)('are found in %s: %s', (language, text, question) => {
    expect(asked(text, language)).toEqual([[question, text]]);
  });

  test.each([
    ['zh', ['这是一种制造芯片的设备。', '但是一种设备不够。', '他们的目标是一种新的设备。', '公司是否盈利尚不清楚。']],
    ['ja', ['これは新しい装置である。', '東京は大きい。', 'それとは別の物質である。']],
  ] as const)('are not made of what is no definition in %s', (language, others) => {
    for (const text of others) expect(asked(text, language), text).toEqual([]);
  });

  test('take the sentence as their place, to the letter', () => {
    const own = doc('Some words before.  A valve is a device that\nstops a flow. And after.');
    expect(held(own, definitionQuestions(askedDoc(own, 'en')))).toEqual(['A valve is a device that\nstops a flow.']);
  });
});

function statistics(...all: Doc[]): TermStatistics {
  const terms = new TermStatistics();
  for (const each of all) terms.add(each);
  return terms;
}

describe('cloze', () => {
  test('leaves out the word that fewest documents have, and gives it as the answer', () => {
    const own = doc(
      'The hydraulic press in the northern workshop was replaced by Aldermann in the spring of that year.',
    );
    const others = ['The hydraulic press stands in the northern workshop.', 'It was replaced in the spring of a year.'];
    const [question] = clozeQuestions(
      askedDoc(own, 'en'),
      statistics(own, ...others.map((text) => doc(text)), ...others.map((text) => doc(text))),
    );
    expect(question!.answer).toBe('Aldermann');
    expect(question!.text).toBe(own.text.replace('Aldermann', BLANK));
  });

  test('leaves out no word that stands twice in its sentence, which would give itself away', () => {
    const own = doc(
      'Aldermann built the northern press, and Aldermann later sold the hydraulic workshop to strangers.',
    );
    const [question] = clozeQuestions(
      askedDoc(own, 'en'),
      statistics(own, doc('northern hydraulic workshop strangers')),
    );
    expect(question!.answer).not.toBe('Aldermann');
    expect(question!.text).toContain('Aldermann');
  });

  test('passes over what is no whole sentence, too short or too long', () => {
    const own = doc(
      `Short one here.\n\nA heading without an end that is rather long and tells of many things\n\n${'word '.repeat(90)}end.`,
    );
    expect(clozeQuestions(askedDoc(own, 'en'), statistics(own))).toEqual([]);
  });

  test('cuts Chinese and Japanese by words', () => {
    const zh = doc('荷兰公司阿斯麦在二零一九年向韩国客户交付了首台极紫外光刻设备。');
    const [question] = clozeQuestions(askedDoc(zh, 'zh'), statistics(zh));
    expect(question!.text.replace(BLANK, question!.answer!)).toBe(zh.text);
    expect(question!.answer!.length).toBeGreaterThan(1);
  });
});

describe('phrases', () => {
  test('are runs of content words, asked with the sentences that have them', () => {
    const own = doc(
      'The tide rose. The copper diving bell was lowered at noon. Nobody saw the copper diving bell again. The crew slept.',
    );
    const [best] = phraseQuestions(askedDoc(own, 'en'), statistics(own, doc('The tide rose and the crew slept.')));
    expect(best!.text).toBe('What is known about copper diving bell?');
    expect(held(own, [best!])).toEqual([
      'The copper diving bell was lowered at noon. Nobody saw the copper diving bell again.',
    ]);
  });

  test('do not begin with a verb', () => {
    const own = doc('The fee, which covers tuition costs, rose. Members of the harbour council agreed.');
    expect(texts(phraseQuestions(askedDoc(own, 'en'), statistics(own)))).toEqual([
      'What is known about harbour council?',
    ]);
  });

  test('that are spread over the document are no place, and are not asked about', () => {
    const far = 'Many other things happened in the meantime, and all of them were told at length. '.repeat(20);
    const own = doc(`The copper diving bell was lowered. ${far} The copper diving bell was found.`);
    const asked = texts(phraseQuestions(askedDoc(own, 'en'), statistics(own)));
    expect(asked.some((text) => text.includes('copper diving bell'))).toBe(false);
  });
});

describe('titles', () => {
  test('are asked of documents with a telling title, and not with the name of a file', () => {
    const asked = (title: string) => texts(titleQuestions(askedDoc(doc('Some text.', { title }), 'en')));
    expect(asked('The copper trade of Falun')).toEqual(['What is “The copper trade of Falun” about?']);
    expect(asked('report_final_2.pdf')).toEqual([]);
    expect(asked('')).toEqual([]);
  });
});
