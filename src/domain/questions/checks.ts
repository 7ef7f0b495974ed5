import {
  type Candidate,
  type CheckedCandidate,
  type Checks,
  type Elsewhere,
  type Flaw,
  type QuestionLanguage,
  isMade,
} from './candidate';
import { contentTerms } from './content-words';
import { append, tally, valueOf } from '../../base/containers';
import { locateAll } from '../documents/locate';
import type { Doc, Place } from '../../base/types';
import { proseSentences, type Sentence } from './sentences';
import { blocksOf } from './passages';

/** Patterns, not understanding: a question without a flaw may still fail. */
export function flawsOf(text: string, language: QuestionLanguage): Flaw[] {
  const question = text.trim();
  const flaws: Flaw[] = [];
  if (DEICTIC[language].test(question)) flaws.push('deictic');
  if (hasLoosePronoun(question, language)) flaws.push('pronoun');
  if ([...contentTerms(question)].join('').length < 2) flaws.push('empty');
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

/** From here on a question that was not made from the words of its passage is taken to give it away. */
export const MOST_SHARED = 0.8;

/** Share of a question's content words (CJK: character pairs) in a passage, 0 to 1; null without any. */
export function leakOf(question: string, passage: string): number | null {
  const asked = contentTerms(question);
  if (asked.size === 0) return null;
  const held = contentTerms(passage);
  return [...asked].filter((term) => held.has(term)).length / asked.size;
}

export const wordChecks = ({ text, language }: Candidate, passage: string): Pick<Checks, 'leak' | 'flaws'> => ({
  leak: leakOf(text, passage),
  flaws: flawsOf(text, language),
});

/** A question with more places elsewhere asks for no place in particular. */
export const MOST_ELSEWHERE = 3;

export type Failing = 'leak' | 'self-contained' | 'elsewhere';

export function failingChecks({ origin, checks }: CheckedCandidate): Failing[] {
  const failing: Failing[] = [];
  // Those that share words with the passage by construction would hardly be left.
  if (!isMade(origin) && checks.leak !== null && checks.leak >= MOST_SHARED) failing.push('leak');
  if (checks.flaws.length > 0) failing.push('self-contained');
  if (checks.elsewhere.length > MOST_ELSEWHERE) failing.push('elsewhere');
  return failing;
}

/** Fewer words of question and answer together could meet anywhere. */
const MIN_TERMS = 4;
/** Share of the words that a place must hold. */
const HELD = 0.9;
/** Sentences in a row that may hold them. */
const SENTENCES = 2;
/** Places that are reported for one question: from here on it asks for no place in particular. */
const MAX_ELSEWHERE = 10;
/** Longer places are not looked for as a whole. */
const LONGEST_TEXT = 4000;
/** Longer answers are sentences, which are found as texts. */
const SHORT_ANSWER = 80;

/** Other places with the same question, the same text, or sentences with the words of question and answer. */
export function answeredElsewhere(docs: readonly Doc[], candidates: readonly Candidate[]): Elsewhere[][] {
  const texts = sameTexts(docs, candidates);
  const holders = new WordHolders(docs, candidates);
  return candidates.map((candidate, i) => {
    const same = (candidate.also ?? []).map((place): Elsewhere => ({ place, why: 'same-question', similarity: 1 }));
    const found = apart([...same, ...texts[i]!], [candidate.place]);
    const taken = [candidate.place, ...found.map(({ place }) => place)];
    return [...found, ...apart(holders.of(i), taken)].slice(0, MAX_ELSEWHERE);
  });
}

/** Those that overlap neither what is taken nor one before them. */
function apart(found: readonly Elsewhere[], taken: readonly Place[]): Elsewhere[] {
  const kept: Elsewhere[] = [];
  for (const each of found)
    if (![...taken, ...kept.map(({ place }) => place)].some((place) => touches(place, each.place))) kept.push(each);
  return kept;
}

const touches = (a: Place, b: Place): boolean => a.doc === b.doc && a.start < b.end && b.start < a.end;

function sameTexts(docs: readonly Doc[], candidates: readonly Candidate[]): Elsewhere[][] {
  const byId = new Map(docs.map((doc) => [doc.id, doc]));
  const texts = candidates.map(({ place }) => {
    const text = byId.get(place.doc)?.text.slice(place.start, place.end) ?? '';
    return text.length > LONGEST_TEXT ? '' : text;
  });
  return locateAll(texts, docs).map((located) =>
    (located?.matches ?? []).map((place) => ({ place, why: 'same-text', similarity: located!.similarity })),
  );
}

class WordHolders {
  readonly #terms: readonly ReadonlySet<string>[];
  readonly #docs = new Map<string, number[]>();
  readonly #sentences = new Map<number, readonly { sentence: Sentence; terms: ReadonlySet<string> }[]>();

  constructor(
    private readonly docs: readonly Doc[],
    private readonly candidates: readonly Candidate[],
  ) {
    this.#terms = candidates.map(({ text, answer = '' }) =>
      contentTerms(`${text} ${answer.length <= SHORT_ANSWER ? answer : ''}`),
    );
    for (const terms of this.#terms) for (const term of terms) this.#docs.set(term, []);
    docs.forEach(({ text }, doc) => {
      for (const term of contentTerms(text)) this.#docs.get(term)?.push(doc);
    });
  }

  of(i: number): Elsewhere[] {
    const terms = this.#terms[i]!;
    // What is asked of a whole document is not answered by a sentence that names it.
    if (terms.size < MIN_TERMS || this.candidates[i]!.origin === 'title') return [];
    const found = this.#docsWith(terms).flatMap((doc) => this.#windows(doc, terms));
    return found.sort((a, b) => b.similarity - a.similarity);
  }

  #docsWith(terms: ReadonlySet<string>): number[] {
    const counts = tally([...terms].flatMap((term) => this.#docs.get(term)!));
    return [...counts].filter(([, count]) => count >= HELD * terms.size).map(([doc]) => doc);
  }

  #windows(doc: number, terms: ReadonlySet<string>): Elsewhere[] {
    const sentences = this.#sentencesOf(doc);
    const found: Elsewhere[] = [];
    for (let length = 1; length <= SENTENCES; length++)
      for (let at = 0; at + length <= sentences.length; at++) {
        const row = sentences.slice(at, at + length);
        const held = [...terms].filter((term) => row.some((each) => each.terms.has(term))).length / terms.size;
        if (held < HELD) continue;
        const place = { doc: this.docs[doc]!.id, start: row[0]!.sentence.start, end: row.at(-1)!.sentence.end };
        found.push({ place, why: 'holds-words', similarity: held });
      }
    return apart(found, []);
  }

  #sentencesOf(doc: number): readonly { sentence: Sentence; terms: ReadonlySet<string> }[] {
    return valueOf(this.#sentences, doc, () =>
      proseSentences(this.docs[doc]!.text).map((sentence) => ({ sentence, terms: contentTerms(sentence.text) })),
    );
  }
}

/** Sums of idf are equal but for rounding. */
const ROUNDING = 1e-9;

/** The passages of a collection by their words, to count for a question those that hold as much of it as its answer. */
export class Distractors {
  readonly #places: Place[] = [];
  readonly #holders = new Map<string, number[]>();

  constructor(docs: readonly Doc[]) {
    for (const doc of docs)
      for (const span of blocksOf(doc)) {
        const position = this.#places.push({ doc: doc.id, ...span }) - 1;
        const terms = contentTerms(`${doc.title}\n${doc.text.slice(span.start, span.end)}`);
        for (const term of terms) append(this.#holders, term, position);
      }
  }

  /** Passages with at least the idf sum of its own best passage; null without content words. */
  of({ text, place, also = [] }: Pick<Candidate, 'text' | 'place' | 'also'>): number | null {
    const terms = [...contentTerms(text)];
    if (terms.length === 0) return null;
    const sums = new Map<number, number>();
    for (const term of terms) {
      const holders = this.#holders.get(term) ?? [];
      const idf = Math.log((this.#places.length + 1) / (holders.length + 0.5));
      for (const i of holders) sums.set(i, (sums.get(i) ?? 0) + idf);
    }
    const isOwn = (i: number): boolean => [place, ...also].some((each) => touches(each, this.#places[i]!));
    const best = Math.max(0, ...[...sums].filter(([i]) => isOwn(i)).map(([, sum]) => sum));
    return [...sums].filter(([i, sum]) => sum >= best - ROUNDING && !isOwn(i)).length;
  }
}

export function checkQuestions(docs: readonly Doc[], candidates: readonly Candidate[]): CheckedCandidate[] {
  const texts = new Map(docs.map(({ id, text }) => [id, text]));
  const elsewhere = answeredElsewhere(docs, candidates);
  const distractors = new Distractors(docs);
  return candidates.map((candidate, i) => {
    const { doc, start, end } = candidate.place;
    const passage = texts.get(doc)?.slice(start, end) ?? '';
    const checks = {
      ...wordChecks(candidate, passage),
      elsewhere: elsewhere[i]!,
      distractors: distractors.of(candidate),
    };
    return { ...candidate, checks };
  });
}
