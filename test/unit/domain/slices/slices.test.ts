import { describe, expect, it } from 'vitest';
import {
  affordable,
  answeredByAll,
  answeringRows,
  questionTypeOf,
  scriptsOf,
  textDimensions,
} from '../../../../src/domain/slices/dimensions';
import { distinct, type Membership, partition, type SlicedQuestion } from '../../../../src/domain/slices/dimension';

it.each([
  ['Which tram?', ['Latn']],
  ['半导体产业', ['Hani']],
  ['DRAM 的价格是多少', ['Hani', 'Latn']],
  ['维生素 C 的作用', ['Hani']],
  ['温室の植物', ['Jpan']],
  ['CPUの温度', ['Latn', 'Jpan']],
  ['한국의 반도체', ['Hang']],
  ['Что такое чип', ['Cyrl']],
  ['12 %', []],
])('scriptsOf of “%s”', (text, scripts) => {
  expect(scriptsOf(text)).toEqual(scripts);
});

const NONE = NaN;

describe('questions that are counted', () => {
  const rows = [
    Float64Array.of(1, 0, 1, 0, 1),
    Float64Array.of(NONE, 0, 1, 0, 1),
    Float64Array.of(NONE, NONE, 1, 0, 1),
    Float64Array.of(NONE, NONE, NONE, NONE, NONE),
  ];

  it('leave out rows with values for less than four fifths of them', () => {
    expect(answeringRows(rows)).toEqual([0, 1]);
    expect(answeringRows([rows[3]!])).toEqual([]);
  });

  it('are those with values in every row', () => {
    expect(answeredByAll(rows.slice(0, 2))).toEqual([1, 2, 3, 4]);
    expect(answeredByAll([])).toEqual([]);
  });
});

it('takes fewer resamples where there is more to add, and never too few', () => {
  expect([156 * 6 * 6, 5000 * 10 * 8, 5000 * 44 * 8].map((values) => affordable(10_000, values))).toEqual([
    10_000, 2500, 999,
  ]);
  expect(affordable(5, 1e9)).toBe(5);
});

const asked = (texts: readonly string[]): SlicedQuestion[] =>
  texts.map((text) => ({ text, origin: 'given', relevant: [], tags: [] }));
const copies = (count: number, text: string): string[] => Array.from({ length: count }, () => text);
const namesOf = (texts: readonly string[], codes: readonly string[]): (string[] | null)[] =>
  textDimensions(asked(texts), codes).map((each) => each && each.slices.map(({ id }) => id));

describe('textDimensions', () => {
  it('divides by language, script, length and type', () => {
    const texts = [...copies(10, 'why is the line closed'), ...copies(10, '半导体产业的现状是什么呢请告诉我'), ''];
    expect(namesOf(texts, [...copies(10, 'en'), ...copies(10, 'zh'), 'und'])).toEqual([
      ['language:en', 'language:zh'],
      ['script:Latn', 'script:Hani'],
      ['length:short', 'length:long'],
      ['question-type:how-why', 'question-type:fact'],
    ]);
  });

  it('has no dimension where all questions are alike', () => {
    expect(namesOf(copies(30, 'tram night'), copies(30, 'en'))).toEqual([null, null, null, null]);
  });
});

it.each([
  ['en', 'How do I change the oil?', 'how-why'],
  ['en', 'axle counters at Ropewalk: what happens when the counts disagree?', 'how-why'],
  ['en', 'How many lines run through the night?', 'fact'],
  ['en', 'Which depot can re-profile wheels?', 'fact'],
  ['en', 'what do passengers have to do when the road over the water is open for shipping', 'fact'],
  ['en', 'Does the tram run on Sundays?', 'yes-no'],
  ['en', 'can I take a dog', 'yes-no'],
  ['en', 'vehicle shed designed to survive flooding from the sea', 'keywords'],
  ['en', 'Any trams on Sunday?', 'other'],
  ['zh', '如何提高良率？', 'how-why'],
  ['zh', '为什么需要退火', 'how-why'],
  ['zh', '光刻机有多少种？', 'fact'],
  ['zh', '日本半导体产业的现状是什么', 'fact'],
  ['zh', '几乎所有的晶圆', 'keywords'],
  ['zh', '温室在冬天开放吗？', 'yes-no'],
  ['zh', '是否可以带狗', 'yes-no'],
  ['zh', '周末呢？', 'other'],
  ['ja', '望遠鏡はどのように冷却されますか', 'how-why'],
  ['ja', 'なぜ橋は閉鎖されたのか', 'how-why'],
  ['ja', '温室には何種類の植物がありますか？', 'fact'],
  ['ja', '最終電車はいつですか', 'fact'],
  ['ja', '犬を連れて行けますか？', 'yes-no'],
  ['ja', '路面電車 運賃', 'keywords'],
  ['de', 'Warum wurde die Brücke geschlossen?', 'other'],
])('questionTypeOf reads, in %s, “%s” as %s', (language, text, type) => {
  expect(questionTypeOf(text, language)).toBe(type);
});

const tag = (key: string): Membership => ({ key, label: { code: 'tag', data: { tag: key } } });
const times = (count: number, key: string | null): (Membership | null)[] =>
  Array.from({ length: count }, () => (key === null ? null : tag(key)));
const sizes = (memberships: readonly (Membership | null)[]): [string, number][] | undefined =>
  partition('origin', memberships)?.slices.map(({ id, questions }) => [id, questions.length]);

describe('partition', () => {
  it('has slices of ten questions or more, those in none left out', () => {
    const found = partition('origin', [...times(10, 'a'), ...times(5, null), ...times(12, 'b')])!;
    expect(found).toMatchObject({ id: 'origin', kind: 'origin', field: null });
    expect(found.slices.map(({ id, questions }) => [id, questions[0], questions.length].join(' '))).toEqual([
      'origin:a 0 10',
      'origin:b 15 12',
    ]);
  });

  it('joins smaller ones, and says how many', () => {
    const found = partition('origin', [...times(20, 'a'), ...times(6, 'b'), ...times(5, 'c'), ...times(10, 'd')])!;
    expect(found.slices.map(({ id, label, questions }) => [id, label.data, questions.length])).toEqual([
      ['origin:a', { tag: 'a' }, 20],
      ['origin:d', { tag: 'd' }, 10],
      ['origin:other', { slices: 2 }, 11],
    ]);
  });

  it('leaves out what is too small even when it is joined', () => {
    expect(sizes([...times(20, 'a'), ...times(10, 'b'), ...times(9, 'c')])).toEqual([
      ['origin:a', 20],
      ['origin:b', 10],
    ]);
  });
});

it('distinct has each division of the questions once', () => {
  const language = partition('language', [...times(10, 'en'), ...times(10, 'zh')]);
  const script = partition('script', [...times(10, 'Latn'), ...times(10, 'Hani')]);
  const other = partition('length', [...times(11, 'a'), ...times(10, 'b')]);
  expect(distinct([language, null, script, other]).map(({ kind }) => kind)).toEqual(['language', 'length']);
});
