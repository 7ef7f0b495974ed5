import type { QuestionLanguage } from '../candidate';

export const typed = (names: readonly string[], language: QuestionLanguage): string =>
  names.join(language === 'ja' ? '　' : ' ');

/** Names in a row, as each language has it. */
const listed: Readonly<Record<QuestionLanguage, (names: readonly string[]) => string>> = {
  en: (names) => joined(names, ', ', ' and '),
  zh: (names) => joined(names, '、', '和'),
  ja: (names) => joined(names, '、', 'と'),
};

const joined = (names: readonly string[], comma: string, and: string): string =>
  names.length < 2 ? names.join('') : names.slice(0, -1).join(comma) + and + names.at(-1)!;

type Phrase = (first: string, last: string, all: string) => string;

const LINKING: Readonly<Record<QuestionLanguage, readonly Phrase[]>> = {
  en: [
    (_first, _last, all) => `What is the connection between ${all}?`,
    (first, last) => `What effect did ${first} have on ${last}?`,
    (first, last) => `What role did ${first} play for ${last}?`,
    (first, last) => `Why did ${first} matter for ${last}?`,
    (first, last) => `How did ${last} depend on ${first}?`,
  ],
  zh: [
    (_first, _last, all) => `${all}有什么关系？`,
    (first, last) => `${first}对${last}有什么影响？`,
    (first, last) => `为什么${first}对${last}很重要？`,
    (first, last) => `谈到${last}，${first}起什么作用？`,
  ],
  ja: [
    (_first, _last, all) => `${all}にはどのような関係がありますか？`,
    (first, last) => `${first}は${last}にどのような影響を与えましたか？`,
    (first, last) => `${last}にとって${first}が重要なのはなぜですか？`,
    (first, last) => `${last}の面で${first}はどのような役割を果たしましたか？`,
  ],
};

const ABOUT: Readonly<Record<QuestionLanguage, readonly Phrase[]>> = {
  en: [
    (_first, _last, all) => `What is known about ${all}?`,
    (_first, _last, all) => `What do different sources say about ${all}?`,
    (_first, _last, all) => `Where can one read about ${all}?`,
  ],
  zh: [
    (_first, _last, all) => `关于${all}有哪些说法？`,
    (_first, _last, all) => `${all}各有什么特点？`,
    (_first, _last, all) => `哪里谈到了${all}？`,
  ],
  ja: [
    (_first, _last, all) => `${all}についてどのようなことが知られていますか？`,
    (_first, _last, all) => `${all}にはどのような特徴がありますか？`,
    (_first, _last, all) => `${all}について教えてください。`,
  ],
};

const by =
  (phrases: typeof LINKING) =>
  (names: readonly string[], language: QuestionLanguage, random: () => number): string => {
    const own = phrases[language];
    const list = listed[language];
    const phrase = own[Math.floor(random() * own.length)]!;
    return phrase(list(names.slice(0, -1)), names.at(-1)!, list(names));
  };

/** What two or more names have to do with each other; the phrase is drawn. */
export const linking = by(LINKING);

/** What there is about names; the phrase is drawn. */
export const aboutSeveral = by(ABOUT);
