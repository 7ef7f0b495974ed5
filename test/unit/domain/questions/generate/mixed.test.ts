import { describe, expect, test } from 'vitest';
import { type Doc, docId } from '../../../../../src/base/types';
import { MIXED_ORIGINS, type QuestionLanguage } from '../../../../../src/domain/questions/candidate';
import { flawsOf, leakOf } from '../../../../../src/domain/questions/checks';
import { generateQuestions } from '../../../../../src/domain/questions/generate/generate';
import {
  aboutSeveral,
  inOtherNumber,
  linking,
  mixedQuestions,
  RelatedPassages,
  typed,
} from '../../../../../src/domain/questions/generate/mixed';
import { languageTeller } from '../../../../../src/domain/questions/language';
import { namesIn } from '../../../../../src/domain/questions/generate/names';

const docsOf = (texts: readonly string[]): Doc[] => texts.map((text, i) => ({ id: docId(`d${i}`), title: '', text }));

const LANGUAGES = {
  en: docsOf([
    'The harbour wall of Brandholm protects the ships from the storm. The masons of the town built the lighthouse on the rocks. The keeper of the lighthouse watches the tide from the gallery in the evening.',
    'The harbour wall of Ostwick protects the boats from the storm. The fishermen of the town sell herring at the market. The tide is the clock of the fishermen in the bay.',
    'The masons of Ostwick carved the market cross in the square. The herring of the coast are salted in barrels. The barrels are stored in the cellars of the harbour for the winter.',
    'The ships of Brandholm carry barrels to the islands. The keeper of the cellars counts the barrels with a tally. The storm of the winter delayed the ships at the harbour wall.',
  ]),
  zh: docsOf([
    '日本的半导体企业对材料的需求是很大的。工厂的设备和技术是竞争的关键。设备的价格在市场的影响下变化。政府对企业的支持在当时是工厂的优势。光刻机的精度是设备的核心。这些变化对工程师的工作和学校的课程也有影响。',
    '韩国的存储器企业对设备的投资是很大的。市场的价格和技术的进步是竞争的关键。工厂的规模是企业的优势。材料的供应在市场的影响下变化。政府的政策对工厂的建设和工程师的培训是重要的支持。',
    '美国的软件企业对人才的需求是很大的。学校的课程和工程师的经验是竞争的关键。政府的政策是市场的规则。资本的支持在当时是企业的优势。专利的保护对技术的进步和产品的价格是重要的影响。',
    '光刻机的价格和精度是工厂的难题。材料的纯度对设备的寿命是关键。工程师的经验和专利的保护是企业的优势。市场的规则在政策的影响下变化。产品的供应对存储器的价格和资本的投资是重要的影响。',
  ]),
  ja: docsOf([
    '灯台は港の入口にある。漁師は灯台を目印とする。灯台の職員は潮流を記録し、気象台に報告した。石材は島の採石場から船で運ばれた。嵐の夜には鐘が鳴り、船の安全が守られた。漁師の家族は港で待った。市場では魚が売られ、石材の倉庫には樽が積まれた。',
    '気象台は潮流を観測する。職員は嵐を予報し、漁師に伝えた。船の安全は予報によって守られた。市場の商人は魚を塩漬にした。樽は倉庫に積まれ、島の港から都市に運ばれた。鐘は教会に移され、職員の記録は図書館に保存された。',
    '採石場の石材は教会に使われた。商人は倉庫を市場の近くに建てた。図書館には採石場の記録が残る。島の家族は魚を塩漬にして冬を越した。都市の職員は教会の鐘を修理した。嵐は倉庫を壊し、樽が港に流れた。漁師は樽を集めた。',
    '都市の図書館は気象台の記録を保存した。漁師は潮流を記録から学んだ。商人の船は島の市場に樽を運んだ。教会の鐘は嵐を知らせた。灯台の光は霧で見えず、船の安全は鐘に頼った。石材の値段は冬に上がり、採石場の家族は喜んだ。',
  ]),
} as const;

describe.each(['en', 'zh', 'ja'] as const)('the mix of questions in %s', (language) => {
  const docs = LANGUAGES[language];
  const related = new RelatedPassages(docs, languageTeller(docs));
  const all = MIXED_ORIGINS.flatMap((kind) =>
    [...related.passages.keys()].flatMap((position) => mixedQuestions(kind, related, position, 3)),
  );
  const of = (kind: string) => all.filter(({ origin }) => origin === kind);

  test('has every way, in the language, of passages that are there', () => {
    expect(related.passages).toHaveLength(4);
    for (const kind of ['keywords', 'relation', 'reworded'] as const) expect(of(kind).length).toBeGreaterThan(0);
    expect(all.every((each) => each.language === language)).toBe(true);
    for (const { text } of all) expect(flawsOf(text, language)).toEqual([]);
  });

  test('asks in other words by fewer words of the passage than by its own names', () => {
    const shared = (kind: string): number => {
      const leaks = of(kind).map(({ text, place }) => leakOf(text, docs.find(({ id }) => id === place.doc)!.text)!);
      return leaks.reduce((sum, leak) => sum + leak, 0) / leaks.length;
    };
    expect(shared('reworded')).toBeLessThan(shared('relation'));
    expect(shared('keywords')).toBeLessThan(1);
  });

  test('counts each passage that a question for several is about', () => {
    for (const { also = [], place } of of('several')) {
      expect(also.length).toBeGreaterThan(0);
      expect(also.every(({ doc }) => doc !== place.doc)).toBe(true);
    }
  });

  test('is the same for the same seed', () => {
    const options = { kinds: MIXED_ORIGINS, limit: 8, seed: 5 };
    const made = generateQuestions(docs, options);
    expect(generateQuestions(docs, options)).toEqual(made);
    expect(made.candidates.length).toBeGreaterThan(3);
  });
});

/** Five names, one of which no other passage has. */
const RARE =
  'The keeper of the harbour bought a present for the masons of the town. In the storm he heard the xylophone of the ships. Nobody knows why it was played so late, or who among those on board had learned to play.';

test('leaves the rarest names out', () => {
  const docs = [...LANGUAGES.en, ...docsOf([RARE])];
  const withRare: Doc[] = docs.map((doc, i) => ({ ...doc, id: docId(`r${i}`) }));
  const related = new RelatedPassages(withRare, languageTeller(withRare));
  const asked = [1, 2, 3, 4].flatMap((seed) => mixedQuestions('relation', related, 4, seed));
  expect(related.passages[4]!.names.map(({ key }) => key)).toContain('xylophone');
  expect(asked).toHaveLength(4);
  for (const { text } of asked) expect(text).not.toContain('xylophone');
});

const names = (sentence: string, language: QuestionLanguage): string[] =>
  namesIn(sentence, language).map(({ written }) => written);

describe('names of things in a sentence', () => {
  test('English: between an article or a preposition and what follows a noun', () => {
    expect(names('The harbour wall of Brandholm was built by masons from the northern quarries.', 'en')).toEqual([
      'the harbour wall',
      'Brandholm',
      'masons',
      'the northern quarries',
    ]);
  });

  test.each([
    ['verbs: ', 'They tried to carry hundreds of letters.'],
    ['gerunds: ', 'Prices fell by limiting demand in the winter.'],
    ['a singular noun without its article: ', 'It works in water and at night.'],
    ['empty nouns: ', 'It is a number of the kind in the case.'],
  ])('English: no %s%s', (_, sentence) => {
    for (const wrong of ['carry hundreds', 'limiting demand', 'water', 'night', 'a number', 'the kind', 'the case'])
      expect(names(sentence, 'en')).not.toContain(wrong);
  });

  test('Chinese: behind 的 or a preposition, before 的, 是 or a mark; no adverbs at the beginning of a clause', () => {
    expect(names('后来，日本的半导体企业对材料的需求增长了。', 'zh')).toEqual(['日本', '半导体企业', '材料']);
  });

  test('Japanese: before a particle, not before する', () => {
    expect(names('灯台は港の入口を照明する。', 'ja')).toEqual(['灯台', '入口']);
  });

  test('keep the key of a thing in lower case, without its article', () => {
    expect(namesIn('The Clock Tower of the town is old.', 'en').map(({ key }) => key)).toEqual(['clock tower', 'town']);
  });
});

const first = (): number => 0;
const second = (): number => 0.25;

test.each([
  [
    'en',
    first,
    linking,
    ['the wall', 'the sea', 'ships'],
    'What is the connection between the wall, the sea and ships?',
  ],
  ['zh', first, linking, ['城墙', '大海', '船只'], '城墙、大海和船只有什么关系？'],
  ['ja', first, linking, ['壁', '海', '船'], '壁、海と船にはどのような関係がありますか？'],
  // The last name is what others have to do with.
  ['en', second, linking, ['the wall', 'the sea', 'ships'], 'What effect did the wall and the sea have on ships?'],
  ['zh', first, aboutSeveral, ['城墙', '大海'], '关于城墙和大海有哪些说法？'],
] as const)('names are joined as each language has it, %s', (language, random, ask, all, expected) => {
  expect(ask(all, language, random)).toBe(expected);
});

test('a search is typed with blanks, in Japanese wide ones', () => {
  expect(typed(['wall', 'sea'], 'en')).toBe('wall sea');
  expect(typed(['壁', '海'], 'ja')).toBe('壁　海');
});

test.each([
  ['the channels', 'the channel'],
  ['boundary layers', 'a boundary layer'],
  ['engineers', 'an engineer'],
  ['a boundary layer', 'boundary layers'],
  ['the cities', 'the city'],
  ['an authority', 'authorities'],
  ['the branches', 'the branch'],
  ['a lens', 'lenses'],
])('%s becomes %s', (written, other) => expect(inOtherNumber(written)).toBe(other));

test.each(['the pressure', 'Tesla', 'the Normans', 'the analysis', 'aerodynamics', 'a thesis', 'the bus', 'gas'])(
  '%s stays',
  (written) => expect(inOtherNumber(written)).toBe(written),
);
