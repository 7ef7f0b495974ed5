import { describe, expect, test } from 'vitest';
import type { Candidate, CheckedCandidate, QuestionLanguage } from '../../../../src/domain/questions/candidate';
import {
  answeredElsewhere,
  checkQuestions,
  Distractors,
  failingChecks,
  flawsOf,
  leakOf,
} from '../../../../src/domain/questions/checks';
import { type Doc, docId, type QuestionOrigin } from '../../../../src/base/types';

describe('leak', () => {
  test('is the share of content words that the passage holds, whatever their endings', () => {
    expect(leakOf('Which pumps move water?', 'The pump moved oil.')).toBeCloseTo(2 / 3);
    expect(leakOf('Why do machines fail?', 'The pump moved oil.')).toBe(0);
    expect(leakOf('The pump moved oil', 'The pump moved oil.')).toBe(1);
  });

  test('counts no function words: a question of them alone has none to leak', () => {
    expect(leakOf('What is it about?', 'It is about pumps.')).toBeNull();
    expect(leakOf('What is the pump about?', 'What is it about?')).toBe(0);
  });

  test('counts pairs of characters in Chinese and Japanese, without the words of asking', () => {
    expect(leakOf('什么是光刻机？', '光刻机用于制造芯片。')).toBe(1);
    expect(leakOf('光刻设备有哪些？', '光刻机用于制造芯片。')).toBeCloseTo(1 / 3);
    expect(leakOf('半導体とは何ですか？', '半導体は物質です。')).toBe(1);
  });
});

describe('self-contained', () => {
  const flaws = (text: string, language: QuestionLanguage = 'en') => flawsOf(text, language).join();

  test.each([
    ['What does this section describe about pumps?', 'deictic'],
    ['According to the passage, why do pumps fail?', 'deictic'],
    ['What do the authors conclude about pumps?', 'deictic'],
    ['What does it mean?', 'pronoun,empty'],
    ['How did they build the bridge?', 'pronoun'],
    ['What is the?', 'empty,cut-off'],
    ['What is the purpose of the (second', 'cut-off'],
    ['Why do pumps fail when…', 'cut-off'],
  ])('refuses %s', (text, expected) => {
    expect(flaws(text)).toContain(expected.split(',')[0]);
  });

  test.each([
    'When was the bridge built, and who paid for it?',
    'What is BM25?',
    'What is a pump for?',
    'Which country does the author of Faust come from?',
    'Who sold the mill of Brandholm?',
  ])('passes %s', (text) => {
    expect(flaws(text)).toBe('');
  });

  const OTHERS: [QuestionLanguage, string[], string[]][] = [
    [
      'zh',
      ['本节介绍了什么设备？', '这种设备有什么用途？', '上述方法的缺点是什么？', '它的产量是多少？'],
      ['什么是光刻机？', '因此产量下降的原因是什么？', '日本半导体产业的现状如何？', '应该如何清洗滤网？'],
    ],
    [
      'ja',
      ['この装置の用途は何ですか？', '上記の方法の欠点は何ですか？', '本節では何を説明しますか？'],
      ['半導体とは何ですか？', 'その他の費用には何が含まれますか？', '東京の人口は何人ですか？'],
    ],
  ];
  test.each(OTHERS)('refuses and passes in %s', (language, refused, passed) => {
    for (const text of refused) expect(flaws(text, language), text).not.toBe('');
    for (const text of passed) expect(flaws(text, language), text).toBe('');
  });
});

const doc = (id: string, text: string): Doc => ({ id: docId(id), title: '', text });
const candidate = (text: string, own: Doc, part: string, more: Partial<Candidate> = {}): Candidate => {
  const start = own.text.indexOf(part);
  return { text, origin: 'model', language: 'en', place: { doc: own.id, start, end: start + part.length }, ...more };
};

describe('answered elsewhere', () => {
  const sentence = 'The Brandholm foundry cast its first bell in 1723.';
  const own = doc('own', `Before. ${sentence} After.`);
  const question = candidate('When did the Brandholm foundry cast its first bell?', own, sentence, { answer: '1723' });

  test('finds the same text in other documents, with its place', () => {
    const copy = doc('copy', `Copied: ${sentence}`);
    expect(answeredElsewhere([own, copy], [question])[0]).toEqual([
      { place: { doc: 'copy', start: 8, end: 8 + sentence.length }, why: 'same-text', similarity: 1 },
    ]);
  });

  test('finds sentences that hold the words of question and answer, and not those without the answer', () => {
    const other = doc('other', 'A list. Its first bell was cast in 1723 at the foundry of Brandholm. More.');
    const near = doc('near', 'The Brandholm foundry cast its first bell a long time ago.');
    const found = answeredElsewhere([own, other, near], [question])[0]!;
    expect(found.map(({ place, why }) => [place.doc, why])).toEqual([['other', 'holds-words']]);
    const { start, end } = found[0]!.place;
    expect(other.text.slice(start, end)).toBe('Its first bell was cast in 1723 at the foundry of Brandholm.');
  });

  test('never tells of the place itself, nor of one place twice', () => {
    expect(answeredElsewhere([own], [question])[0]).toEqual([]);
    const copy = doc('copy', sentence);
    const place = { doc: copy.id, start: 0, end: sentence.length };
    expect(answeredElsewhere([own, copy], [{ ...question, also: [place] }])[0]).toEqual([
      { place, why: 'same-question', similarity: 1 },
    ]);
  });

  test('guesses nothing from fewer than four words', () => {
    const short = candidate('Who cast bells?', own, sentence);
    expect(answeredElsewhere([own, doc('b', 'Many cast bells.')], [short])[0]).toEqual([]);
  });
});

describe('what is dropped at first', () => {
  const own = doc('own', 'The old pump moved oil.');
  const checked = (text: string, origin: QuestionOrigin): CheckedCandidate =>
    checkQuestions([own], [candidate(text, own, own.text, { origin })])[0]!;

  test('a leak drops a model’s question, and one of the passage’s own words only where that is asked for', () => {
    expect(failingChecks(checked('Which old pump moved oil?', 'model'))).toEqual(['leak']);
    expect(failingChecks(checked('Which old pump moved oil?', 'cloze'))).toEqual([]);
  });

  test('a flaw drops any, and many places elsewhere too', () => {
    expect(failingChecks(checked('What is this?', 'cloze'))).toEqual(['self-contained']);
    const fine = checked('Why do machines break?', 'model');
    const place = { doc: docId('x'), start: 0, end: 1 };
    const elsewhere = Array.from({ length: 4 }, () => ({ place, why: 'same-text' as const, similarity: 1 }));
    const spread = { ...fine, checks: { ...fine.checks, elsewhere } };
    expect(failingChecks(spread)).toEqual(['elsewhere']);
  });
});

const filler = ' The rest of the passage tells of gardens and of weather in long and quiet sentences.'.repeat(3);
const docs: Doc[] = [
  'copper kettle and iron stove',
  'copper kettle and tin spoon',
  'iron stove and copper wire',
  'paper',
].map((text, i) => ({ id: docId(`d${i}`), title: '', text: `${text}.${filler}` }));
const distractors = new Distractors(docs);
const place = { doc: docId('d0'), start: 0, end: 20 };

test('counts the passages that hold as much of the question as its own', () => {
  expect(distractors.of({ text: 'copper kettle with iron stove', place })).toBe(0);
  expect(distractors.of({ text: 'copper kettle', place })).toBe(1);
  expect(distractors.of({ text: 'copper', place })).toBe(2);
});

test('a passage that holds more counts, and one that answers it too does not', () => {
  expect(distractors.of({ text: 'tin spoon kettle', place })).toBe(1);
  expect(distractors.of({ text: 'tin spoon', place })).toBe(1);
  const also = [{ doc: docId('d1'), start: 0, end: 20 }];
  expect(distractors.of({ text: 'copper kettle', place, also })).toBe(0);
});

test('is null for a question without a word', () => {
  expect(distractors.of({ text: 'What is it?', place })).toBeNull();
});
