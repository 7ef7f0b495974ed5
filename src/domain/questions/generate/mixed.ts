import type { MixedOrigin, Proposal, QuestionLanguage } from '../candidate';
import { append, valueOf } from '../../../base/containers';
import type { Doc, Place } from '../../../base/types';
import { contentTerms } from '../content-words';
import { proseSentences, readable } from '../sentences';
import { blocksOf } from '../passages';
import { type Name, namesIn } from './names';
import { inSentence } from './headings';
import { uniform } from '../../statistics/random';

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

const PLURAL = /[^s]s$/;
/** A plural that no rule makes. */
const INVARIABLE = /(?:is|ics|series|species|news)$/;
/** Singular, though they end as plurals do. */
const SINGULAR = /(?:ss|us|is|ics|ous|news|series|species|gas|lens)$/;

/** An English noun phrase in the other number: “the channels” as “the channel”. Names stay as they are. */
export function inOtherNumber(written: string): string {
  const [, article = '', words = ''] = /^((?:an?|the) )?(.*)$/s.exec(written)!;
  const last = /\p{Ll}{4,}$/u.exec(words)?.[0];
  if (last === undefined || INVARIABLE.test(last) || /\p{Lu}/u.test(words.slice(-last.length - 1))) return written;
  const before = words.slice(0, -last.length);
  if (PLURAL.test(last) && !SINGULAR.test(last)) {
    const noun = before + singular(last);
    return article === '' ? `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}` : article + noun;
  }
  // Of “the pressure” nobody knows whether it has a plural; of “a pressure” it has one.
  return article === 'a ' || article === 'an ' ? before + plural(last) : written;
}

function singular(word: string): string {
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(?:ss|x|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

type SourcePassage = ReturnType<typeof passageOf>;

/** Passages like one, whose names are taken for related. */
const NEIGHBOURS = 5;
/** Terms in more than this share of passages say nothing about likeness. */
const COMMON = 0.2;

/**
 * Which passages hold a name, which are alike, and which names are said of like passages alone: the local analysis of
 * Xu and Croft, “Query expansion using local and global document analysis”, SIGIR 1996. No word list.
 */
export class RelatedPassages {
  readonly passages: readonly SourcePassage[];
  readonly #holders = new Map<string, number[]>();

  constructor(docs: readonly Doc[], languageOf: (doc: Doc) => QuestionLanguage | null) {
    this.passages = docs.flatMap((doc) => {
      const language = languageOf(doc);
      return language ? blocksOf(doc).map((span) => passageOf(doc, { doc: doc.id, ...span }, language)) : [];
    });
    for (const [i, { terms }] of this.passages.entries()) for (const term of terms) append(this.#holders, term, i);
  }

  holding(text: string): number[] {
    const [first, ...others] = [...contentTerms(text)]
      .map((term) => this.#holders.get(term) ?? [])
      .sort((a, b) => a.length - b.length);
    return (first ?? []).filter((i) => others.every((own) => own.includes(i)));
  }

  /** ln(N / n) of the passages that hold every term of a text; 0 for what none or all hold. */
  rarity(text: string): number {
    const held = this.holding(text).length;
    return held === 0 ? 0 : Math.log(this.passages.length / held);
  }

  like(position: number): { readonly passage: SourcePassage; readonly similarity: number }[] {
    const sums = new Map<number, number>();
    const { terms, language } = this.passages[position]!;
    for (const term of terms) {
      const holders = this.#holders.get(term)!;
      if (holders.length > Math.max(2, COMMON * this.passages.length)) continue;
      const idf = Math.log(this.passages.length / holders.length);
      for (const i of holders) if (i !== position) sums.set(i, (sums.get(i) ?? 0) + idf * idf);
    }
    return [...sums]
      .map(([i, sum]) => ({ passage: this.passages[i]!, similarity: sum / Math.sqrt(this.passages[i]!.terms.size) }))
      .filter(({ passage }) => passage.language === language)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, NEIGHBOURS);
  }

  /** Names of passages alike of which no term stands in this one, the most closely related first. */
  relatedTo(position: number): Name[] {
    const { terms } = this.passages[position]!;
    const values = new Map<string, { name: Name; value: number }>();
    for (const { passage, similarity } of this.like(position))
      for (const name of passage.names) {
        const own = contentTerms(name.key);
        if (own.size === 0 || [...own].some((term) => terms.has(term))) continue;
        const known = valueOf(values, name.key, () => ({ name, value: 0 }));
        known.value += similarity;
      }
    return [...values.values()].sort((a, b) => b.value - a.value).map(({ name }) => name);
  }
}

function passageOf(doc: Doc, place: Place, language: QuestionLanguage) {
  const text = doc.text.slice(place.start, place.end);
  const names = new Map<string, Name>();
  for (const { text: sentence, isWhole } of proseSentences(text)) {
    if (!isWhole) continue;
    for (const name of namesIn(sentence, language))
      if (!names.has(name.key)) names.set(name.key, { ...name, written: inSentence(name.written, doc) });
  }
  return {
    place,
    language,
    /** Each once, in the order of the text. */
    names: [...names.values()],
    terms: contentTerms(`${doc.title}\n${readable(text)}`),
  };
}

/** Names of the passage that a question takes, the most; those that it leaves out, the rarest first; related names. */
const PARTS = {
  keywords: { own: 4, dropped: 2, related: 1 },
  relation: { own: 4, dropped: 1, related: 0 },
  reworded: { own: 3, dropped: 1, related: 2 },
  several: { own: 3, dropped: 0, related: 0 },
} as const satisfies Record<MixedOrigin, { own: number; dropped: number; related: number }>;

/** With fewer names a question asks for nothing in particular. */
const MIN_OWN = 2;
/** Related names are drawn from the first so many. */
const NEAREST = 6;
/** Share of a question's terms by which another passage answers a question for several. */
const HELD = 0.8;

/**
 * Questions about one passage from names that stand near each other in it: `keywords`, a search as people type it;
 * `relation` of the names; `reworded`, where related names that the passage does not have take the place of some;
 * `several`, about names that a passage like it has too, so that both answer. The rarest names are left out: by them
 * word search finds a passage without its topic. @returns one question; none where the passage has too few names
 */
export function mixedQuestions(
  kind: MixedOrigin,
  related: RelatedPassages,
  position: number,
  seed: number,
): Proposal[] {
  const { place, language, names } = related.passages[position]!;
  const random = uniform(seed + position);
  const { own, dropped, related: others } = PARTS[kind];
  const like = kind === 'several' ? related.like(position) : [];
  const shared = (name: Name): boolean =>
    like.length > 0 && [...contentTerms(name.key)].every((term) => like[0]!.passage.terms.has(term));
  const usable = kind === 'several' ? names.filter(shared) : names;
  const near = window(apart(usable), own + dropped, random);
  const rarest = near.toSorted((a, b) => related.rarity(b.key) - related.rarity(a.key));
  const left = new Set(rarest.slice(0, Math.min(dropped, near.length - MIN_OWN)));
  const kept = near.filter((name) => !left.has(name));
  const added = drawn(related.relatedTo(position).slice(0, NEAREST), others, random);
  if (kept.length < MIN_OWN || added.length < others) return [];
  const parts = [...kept, ...added];
  const text =
    kind === 'keywords'
      ? typed(
          parts.map(({ key }) => (language === 'en' ? inOtherNumber(`the ${key}`).slice('the '.length) : key)),
          language,
        )
      : (kind === 'several' ? aboutSeveral : linking)(parts.map(worded(language)), language, random);
  const terms = [...contentTerms(kept.map(({ key }) => key).join(' '))];
  const also = like
    .filter(({ passage }) => terms.filter((term) => passage.terms.has(term)).length >= HELD * terms.length)
    .map(({ passage }) => passage.place);
  if (kind === 'several' && also.length === 0) return [];
  return [{ text, origin: kind, language, place, value: random(), ...(also.length > 0 && { also }) }];
}

const worded =
  (language: QuestionLanguage) =>
  ({ written }: Name): string =>
    language === 'en' ? inOtherNumber(written) : written;

function apart(names: readonly Name[]): Name[] {
  const kept: Name[] = [];
  for (const name of names)
    if (!kept.some(({ key }) => key.includes(name.key) || name.key.includes(key))) kept.push(name);
  return kept;
}

function window<T>(from: readonly T[], size: number, random: () => number): T[] {
  const start = Math.floor(random() * (Math.max(0, from.length - size) + 1));
  return from.slice(start, start + size);
}

function drawn(from: readonly Name[], count: number, random: () => number): Name[] {
  const left = apart(from);
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0]!,
  );
}
